import { sql } from "drizzle-orm";
import { readStatement } from "#app/domain/documents/statements/statement.server.ts";
import { listAccounts, receivables } from "#app/domain/ledger/accounts.server.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { connect } from "#db/connect.ts";
import type { Database, Transaction } from "#db/database.ts";
import { pricesOn } from "#db/schema/money/prices.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { ownAccount, signedInAdmin } from "#tests/setup/signed-in.ts";
import { fillTables, insertInvoices } from "#tests/setup/tables/fill-tables.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { behindProxy, storm } from "../crowd.ts";
import { memoryOf } from "../load.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

/** Customers of the ageing, and orders of each; all but the newest two are invoiced. */
const customers = 500;
const ordersEach = 200;

/** Invoices of the customer with the statement, over five years. */
const statementDocuments = 2000;

const linesEach = 2;

const readers = { connections: 8, perSecond: 200 };

/** Measures prices, a statement, the ageing, the overview and an export on 100,000 orders. */
export async function money(places: Place[], seconds: number): Promise<Section[]> {
  const rows: string[][] = [];
  const exports: string[][] = [];
  for (const place of places) {
    const { admin, clients } = await furnish(place, 1, fill);
    const [client] = clients;
    if (!client) throw new Error("There is no client");
    rows.push(...(await queriesAt(place, client)));
    const shop = await startShop({ ...place.settings, ...behindProxy });
    try {
      rows.push([place.engine, "/admin, whole page", ...(await pageAt(shop, admin)), "50"]);
      exports.push([place.engine, ...(await exportAt(shop, admin, seconds))]);
    } finally {
      await shop.stop();
    }
  }
  return [
    {
      title: "Prices and receivables",
      head: ["engine", "what", "p50 ms", "p95 ms", "at most"],
      rows,
      notes: [
        `${customers} customers with ${ordersEach} orders each, and one with ${statementDocuments.toLocaleString("en-CA")} invoices over five years. Prices are of the 42 products for a customer with three lists and own prices; the first row is the SQL alone, by a prepared connection in the same process.`,
      ],
    },
    {
      title: "An export beside readers",
      head: ["engine", "lines", "took s", "memory +MB", "page p99 ms alone", "meanwhile"],
      rows: exports,
      notes: [
        `\`/admin/exports/document-lines.csv\` is read as fast as it comes, while \`/\` is asked for ${readers.perSecond} times a second: at most 100 ms at the 99th percentile. Memory is the process's largest growth meanwhile.`,
      ],
    },
  ];
}

async function fill(db: Database, [client]: Person[]): Promise<void> {
  const customerId = client?.userId ?? "";
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into customers (company_name)
      select 'Company ' || number from generate_series(1, ${customers}::int) as number`);
    await tx.execute(sql`
      insert into orders (customer_id, status, placed_at, total_price, estimated_total)
      select id, case when number > 10 then 'delivered' when number > 2 then 'fulfilled' else 'pending' end,
        now() - interval '3 days' * number - interval '1 minute' * random(), 249.90, 249.90
      from customers, generate_series(1, ${ordersEach}::int) as number
      where company_name like 'Company %'`);
    await tx.execute(sql`
      insert into orders (customer_id, status, placed_at, total_price, estimated_total)
      select ${customerId}, 'delivered', now() - interval '22 hours' * number, 249.90, 249.90
      from generate_series(1, ${statementDocuments}::int) as number`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_id, product_name, quantity, price_per_lb)
      select orders.id, place, chosen.id, chosen.name, 2.5, 24.99
      from orders, (select id, name, row_number() over (order by id) as row from products) as chosen,
        generate_series(0, ${linesEach - 1}::int) as place
      where chosen.row = 1 + (place * 11) % 42`);
    await insertInvoices(tx, { orders: sql`orders where status <> 'pending'` });
    await fillDocuments(tx);
    await fillPrices(tx, customerId);
  });
  // As autovacuum would have done; otherwise there are no index-only scans.
  await db.execute(sql`vacuum analyze`);
}

/** Adds lines, ledger entries, and payments of everything older than two months. */
async function fillDocuments(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into document_taxes (document_id, tax_code, label, rate, taxable, amount)
    select id, 'Z', 'GST 0%', 0, subtotal, 0 from documents`);
  await tx.execute(sql`
    insert into document_lines
      (document_id, position, order_item_id, description, ordered, packed, unit_price, amount, tax_code)
    select document_orders.document_id, order_items.position, order_items.id, product_name, 2.5, 2.5, 24.99, 62.48, 'Z'
    from document_orders join order_items on order_items.order_id = document_orders.order_id`);
  await tx.execute(sql`
    insert into ledger_entries (customer_id, kind, cents, allocated_cents, occurred_on, due_on, document_id)
    select customer_id, 'invoice', total * 100,
      case when issued_on < current_date - 60 then total * 100 else 0 end, issued_on, due_on, id
    from documents`);
  await tx.execute(sql`
    with settled as (select * from ledger_entries where allocated_cents > 0), paid as (
      insert into ledger_entries
        (customer_id, kind, cents, allocated_cents, occurred_on, method, reference)
      select customer_id, 'payment', -cents, cents, occurred_on + 20, 'cheque', id::text from settled
      returning id, customer_id, cents, reference)
    insert into allocations (customer_id, credit_id, debit_id, cents)
    select customer_id, id, reference::uuid, -cents from paid`);
}

async function fillPrices(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`
    insert into price_lists (name, starts_on)
    select 'List ' || number, current_date - number from generate_series(1, 3) as number`);
  await tx.execute(sql`
    insert into price_list_items (list_id, product_id, price_per_lb)
    select price_lists.id, products.id, 19.99 from price_lists, products`);
  await tx.execute(sql`
    insert into customer_price_lists (customer_id, list_id, rank)
    select customers.id, price_lists.id, row_number() over (partition by customers.id order by name)
    from customers, price_lists`);
  await tx.execute(sql`
    insert into customer_prices (customer_id, product_id, price_per_lb, starts_on, ends_on)
    select ${customerId}, id, 18.99, current_date + 30 * month, current_date + 30 * month + 29
    from products, generate_series(-12, 2) as month`);
}

/** Measures database queries in ms, in this process. */
async function queriesAt(place: Place, { userId, email }: Person): Promise<string[][]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = place.settings;
  const { db, close } = await connect({ dataDir, databaseUrl, log: silentLog });
  try {
    const admin = await signedInAdmin(db);
    const { client } = capabilitiesOf(ownAccount({ id: userId, email }), "");
    if (!client) throw new Error("The account is no client's");
    const today = pacificDay(new Date());
    const days = { from: daysAfter(today, -5 * 366), to: today };
    const asked: [what: string, most: string, ask: () => Promise<unknown>][] = [
      ["prices, SQL", "2", () => db.execute(sql`select * from ${pricesOn(userId, today)}`)],
      ["order form's products", "", () => listOfferedProducts(db, client, today)],
      ["statement, data", "100", () => readStatement(db, userId, days, sampleShop())],
      ["ageing of all", "100", () => receivables(db, admin)],
      ["open accounts, a page of 50", "", () => listAccounts(db, admin, {})],
    ];
    const rows: string[][] = [];
    for (const [what, most, ask] of asked) {
      rows.push([place.engine, what, ...(await timed(ask)), most]);
    }
    return rows;
  } finally {
    await close();
  }
}

function pageAt(shop: RunningShop, { cookie }: Person): Promise<string[]> {
  return timed(async () => {
    const answer = await fetch(`${shop.url}/admin`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`/admin answered ${answer.status}`);
    await answer.text();
  });
}

/** Returns the 50th and 95th percentile of 30 runs, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<[string, string]> {
  const times: number[] = [];
  for (let round = 0; round < 35; round++) {
    const begin = performance.now();
    await work();
    if (round >= 5) times.push(performance.now() - begin);
  }
  return [figure(percentile(times, 0.5)), figure(percentile(times, 0.95))];
}

async function exportAt(shop: RunningShop, { cookie }: Person, seconds: number): Promise<string[]> {
  const url = `${shop.url}/`;
  await storm({ url, seconds: 1, ...readers });
  const alone = await storm({ url, seconds, ...readers });
  const before = memoryOf(shop.pid, "VmRSS");
  let [lines, took, most, isRead] = [0, 0, before, false];
  const read = async () => {
    const begin = performance.now();
    const answer = await fetch(`${shop.url}/admin/exports/document-lines.csv`, {
      headers: { cookie },
    });
    if (!answer.body) throw new Error(`The export answered ${answer.status}`);
    for await (const chunk of answer.body) {
      for (const byte of chunk) if (byte === 10) lines++;
      most = Math.max(most, memoryOf(shop.pid, "VmRSS"));
    }
    took = (performance.now() - begin) / 1000;
    isRead = true;
  };
  const times: number[] = [];
  const visit = async () => {
    while (!isRead) times.push(...(await storm({ url, seconds: 1, ...readers })).accepted);
  };
  await Promise.all([read(), visit()]);
  const p99 = [percentile(alone.accepted, 0.99), percentile(times, 0.99)];
  return [lines.toLocaleString("en-CA"), ...[took, most - before, ...p99].map(figure)];
}
