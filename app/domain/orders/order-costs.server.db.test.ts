import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { taxes } from "#app/content/taxes.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { OpenDatabase } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { costColumns } from "./order-costs.server.ts";
import { type StoredCosts, storedCosts } from "./order-costs.ts";

const count = 10_000;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("has the same tax rates in the database as in the code", async () => {
  const { rows } = await database.db.execute(
    sql`select code, tax_rate(code)::text as rate from unnest(${sql.param(Object.keys(taxes))}::text[]) as code`,
  );
  expect(rows).toEqual(Object.entries(taxes).map(([code, { rate }]) => ({ code, rate })));
});

const oneOf = (...words: string[]) =>
  sql.raw(`(array[${words.join(", ")}])[1 + floor(random() * ${words.length})::int]`);

it("computes the same costs in the database as in the code for 10,000 random orders", async () => {
  const { db } = database;
  const { customerId } = await signedInClient(db);
  const code = oneOf("'Z'", "'E'", "'G'", "'GP'");
  await db.transaction(async (tx) => {
    await tx.execute(sql`select setseed(0.29)`);
    await tx.execute(sql`
      insert into orders (customer_id, total_price)
      select ${customerId}::uuid, 0 from generate_series(1, ${count})`);
    // By the pound and by the piece; weight beyond the promise has a decision.
    await tx.execute(sql`
      insert into order_items (order_id, position, product_name, sold_by, ordered_pieces, typical_piece_lb,
        quantity, price_per_lb, over_cap_pct, tax_code, pack_state, packed_lb, packed_pieces, over_decision)
      select id, place, 'Ribeye', unit, case unit when 'piece' then pieces end,
        case unit when 'piece' then piece_lb end, quantity, (0.01 + random() * 60)::numeric(10, 2),
        floor(random() * 31), ${code}, state,
        case when state = 'open' then 0 else
          round(quantity * (random() * case when decision is null then 1 else 1.5 end)::numeric, 2) end,
        case when unit = 'piece' and state <> 'open' then pieces else 0 end, decision
      from (
        select *, case unit when 'piece' then round(pieces * piece_lb, 2) else pounds end as quantity
        from (
          select orders.id, place, ${oneOf("'lb'", "'piece'")} as unit, 1 + floor(random() * 12)::int as pieces,
            (0.05 + random() * 8)::numeric(6, 2) as piece_lb, (0.01 + random() * 40)::numeric(10, 2) as pounds,
            ${oneOf("'open'", "'open'", "'packed'", "'short'", "'substituted'", "'dropped'")} as state,
            ${oneOf("'bill_promise'", "'customer_agreed'", "'unasked'", "null")} as decision
          from orders, generate_series(0, 2) as place where random() < 0.8
        ) as drawn
      ) as weighed`);
    await tx.execute(sql`
      update order_items set substitutes_item_id = replaced.id
      from order_items as replaced
      where replaced.order_id = order_items.order_id and replaced.position = order_items.position - 1
        and replaced.pack_state = 'substituted'`);
    // Zone fees and charges below the minimum, each with its own tax.
    await tx.execute(sql`
      insert into order_charges (order_id, kind, description, amount, tax_code)
      select id, kind, 'Charge', (0.01 + random() * 30)::numeric(12, 2), ${code}
      from orders, unnest(array['delivery_fee', 'minimum']) as kind where random() < 0.4`);
    // Goods refused at the door or credited later belong to the invoice; costs don't change.
    await tx.execute(sql`
      with asked as (
        insert into credit_requests (order_id, customer_id, source)
        select id, customer_id, ${oneOf("'door'", "'client'", "'staff'")} from orders where random() < 0.3
        returning id, order_id)
      insert into credit_request_lines (credit_request_id, position, order_item_id, lb, amount, reason)
      select asked.id, row_number() over (partition by asked.id) - 1, item.id,
        case when position = 0 then packed_lb end, case when position > 0 then final_amount end, 'quality'
      from asked join order_items as item using (order_id) where least(packed_lb, final_amount) > 0`);
  });

  const { rows } = await db.execute<
    Record<"estimate" | "goods" | "most" | "drawn", string> & Pick<StoredCosts, keyof StoredCosts>
  >(sql`
    select estimate::text, most::text,
      (select coalesce(sum(subtotal) filter (where substitutes_item_id is null), 0) from order_items
        where order_id = ${orders.id})
      + (select coalesce(sum(amount), 0) from order_charges where order_id = ${orders.id}) as goods,
      (select string_agg(concat_ws(' ', sold_by, pack_state,
        case when substitutes_item_id is not null then 'replaces' end,
        case when final_amount > promised_amount then over_decision end), ',') from order_items
        where order_id = ${orders.id})
      || case when exists (select from credit_requests where order_id = ${orders.id}) then ',credit' else '' end
      as drawn,
      coalesce((select json_agg(json_build_object(
        'subtotal', ${costColumns.subtotal}::text, 'promisedAmount', ${costColumns.promisedAmount}::text,
        'finalAmount', ${costColumns.finalAmount}::text, 'taxCode', ${costColumns.taxCode},
        'packState', ${costColumns.packState}, 'overDecision', ${costColumns.overDecision},
        'substitutesItemId', ${costColumns.substitutesItemId}))
        from order_items where order_id = ${orders.id}), '[]') as items,
      coalesce((select json_agg(json_build_object('amount', amount::text, 'taxCode', tax_code))
        from order_charges where order_id = ${orders.id}), '[]') as charges
    from ${orders}, order_costs(${orders.id})`);
  expect(rows).toHaveLength(count);
  const different: unknown[] = [];
  for (const { estimate, goods, most, drawn: _, ...order } of rows) {
    const costs = storedCosts(order);
    const ofPages = {
      estimate: costs.estimateCents,
      tax: costs.taxes.reduce((sum, { cents }) => sum + cents, 0),
      most: costs.mostCents,
    };
    const estimateCents = toCents(estimate);
    const ofLists = {
      estimate: estimateCents,
      tax: estimateCents - toCents(goods),
      most: toCents(most),
    };
    if (JSON.stringify(ofPages) !== JSON.stringify(ofLists)) {
      different.push({ ofPages, ofLists, order });
    }
  }
  expect(different.slice(0, 3)).toEqual([]);

  // Every case must have been generated.
  const drawn = rows.map((row) => row.drawn ?? "").join(",");
  for (const unit of ["lb", "piece"]) {
    for (const state of ["open", "packed", "short", "substituted", "dropped"]) {
      expect(drawn.split(`${unit} ${state}`).length).toBeGreaterThan(100);
    }
  }
  for (const words of ["replaces", "bill_promise", "customer_agreed", "unasked", "credit"]) {
    expect(drawn.split(words).length).toBeGreaterThan(100);
  }
  for (const taxed of ["G", "GP"]) {
    const has = (lines: readonly { taxCode: string }[]) =>
      lines.some(({ taxCode }) => taxCode === taxed);
    expect(rows.filter(({ items }) => has(items)).length).toBeGreaterThan(100);
    expect(rows.filter(({ charges }) => has(charges)).length).toBeGreaterThan(100);
  }
}, 60_000);
