import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { allocations, balancesOn, invoiceBalances } from "#db/schema/money/ledger.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";

// In a separate file, because query plans from earlier tests' small tables would be slow.

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(() => database.close());

describe("customers' balances", () => {
  it("equal the sums of documents and payments in ten thousand random histories", async () => {
    const day = "2026-10-01";
    await playHistories(10_000);
    expect(await differences(day)).toEqual([]);
  }, 120_000);
});

/** Creates a random history per customer: documents, payments and settlements, some reversed. */
async function playHistories(count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // The documents have no lines.
    await tx.execute(sql`alter table documents disable trigger documents_add_up`);
    await tx.execute(sql`
      insert into customers (company_name) select 'History ' || n from generate_series(1, ${count}::int) as n`);
    // Bulk foreign key checks use plans from the tables' last statistics.
    await tx.execute(sql`analyze customers`);
    await tx.execute(sql`
      with drawn as (
        select id as customer_id, row_number() over () as number,
          date '2026-01-01' + (random() * 300)::int as issued_on, round((random() * 900)::numeric, 2) as total
        from customers, generate_series(1, 2) where random() < 0.7
      )
      insert into documents (kind, series, number, customer_id, issued_at, issued_on, due_on, subtotal, total, line_count)
      select 'invoice', 'INV', 100000 + number, customer_id, issued_on, issued_on, issued_on + 30, total, total, 0
      from drawn`);
    await tx.execute(sql`
      with corrected as (
        select id, customer_id, row_number() over () as number, round((total / 3), 2) as total
        from documents where number > 100000 and random() < 0.2
      )
      insert into documents (kind, series, number, customer_id, corrects_id, issued_at, issued_on, subtotal, total, line_count)
      select 'credit_note', 'CN', 100000 + number, customer_id, id, '2026-10-01', '2026-10-01', total, total, 0
      from corrected`);
    await tx.execute(sql`alter table documents enable trigger documents_add_up`);
    await tx.execute(sql`
      insert into ledger_entries (customer_id, kind, cents, method, occurred_on)
      select id, 'payment', -(1 + random() * 100000)::int, 'cheque', '2026-09-01'
      from customers, generate_series(1, 2) where random() < 0.6`);
    for (let round = 0; round < 2; round += 1) {
      await tx.execute(sql`
        with pairs as (
          select distinct on (credit.customer_id) credit.customer_id, credit.id as credit_id, debit.id as debit_id,
            least(-credit.cents - credit.allocated_cents, debit.cents - debit.allocated_cents) as most
          from ledger_entries credit join ledger_entries debit using (customer_id)
          where credit.cents < 0 and debit.cents > 0
            and credit.allocated_cents < -credit.cents and debit.allocated_cents < debit.cents
          order by credit.customer_id, random()
        )
        insert into allocations (customer_id, credit_id, debit_id, cents)
        select customer_id, credit_id, debit_id, case when random() < 0.5 then most else ceil(random() * most) end
        from pairs`);
      await tx.execute(sql`
        insert into allocations (customer_id, credit_id, debit_id, cents)
        select customer_id, credit_id, debit_id, -sum(cents)
        from allocations group by customer_id, credit_id, debit_id
        having sum(cents) > 0 and random() < 0.1`);
    }
  });
}

async function differences(day: string) {
  const { rows: facts } = await db.execute<{
    id: string;
    customer: string;
    cents: string;
    due: string | null;
  }>(sql`
    select id, customer_id as customer, round(total * case kind when 'invoice' then 100 else -100 end) as cents,
      due_on::text as due
    from documents
    union all
    select id, customer_id, cents, due_on::text from ledger_entries where document_id is null`);
  const { rows: settlements } = await db.execute<{ fact: string; cents: string }>(sql`
    select coalesce(document_id, ledger_entries.id) as fact, sum(allocations.cents)::text as cents
    from allocations join ledger_entries on ledger_entries.id in (credit_id, debit_id)
    group by ledger_entries.id`);
  const settled = new Map(settlements.map(({ fact, cents }) => [fact, Number(cents)]));
  const expected = new Map<string, number[]>();
  const openOf = new Map<string, number>();
  for (const { id, customer, cents: text, due } of facts) {
    const cents = Number(text);
    const left = Math.abs(cents) - (settled.get(id) ?? 0);
    const sums = expected.get(customer) ?? [0, 0, 0, 0];
    const isOverdue = cents > 0 && due !== null && due < day;
    const more = cents > 0 ? [cents, left, 0, isOverdue ? left : 0] : [cents, 0, left, 0];
    expected.set(
      customer,
      sums.map((sum, place) => sum + (more[place] ?? 0)),
    );
    openOf.set(id, left);
  }
  const { rows: balances } = await db.execute<{ customer: string; sums: number[] }>(sql`
    select customer_id as customer,
      array[balance_cents, open_cents, credit_cents, overdue_cents]::int[] as sums
    from ${balancesOn(day)}`);
  expect(balances.length).toBe(10_000);
  const invoices = await db
    .select({ id: invoiceBalances.documentId, open: invoiceBalances.openCents })
    .from(invoiceBalances);
  expect(invoices.length).toBeGreaterThan(10_000);
  expect(await db.$count(allocations, sql`cents < 0`)).toBeGreaterThan(200);
  return [
    ...balances.filter(
      ({ customer, sums }) => String(sums) !== String(expected.get(customer) ?? [0, 0, 0, 0]),
    ),
    ...invoices.filter(({ id, open }) => open !== openOf.get(id)),
  ];
}
