import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPrinter } from "#app/domain/papers/printer.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { readStatement } from "./statement.server.ts";
import { mostOpen } from "./statement-days.ts";
import { statementJob } from "./statement-words.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(() => database.close());

it("a statement lists open debts up to a limit, earliest first, and sums all of them", async () => {
  const [customer] = await db
    .insert(customers)
    .values({ companyName: "Sample Kitchen" })
    .returning({ id: customers.id });
  if (!customer) throw new Error("unreachable");
  const more = 20;
  await db.execute(sql`
    insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, note)
    select ${customer.id}, 'adjustment', 101, '2024-01-01', '2024-01-01'::date + number, 'Crate'
    from generate_series(1, ${mostOpen + more}::int) as number`);
  const days = { from: "2024-01-01", to: "2024-01-01" };
  const statement = await readStatement(db, customer.id, days, sampleShop());
  if (!statement) throw new Error("unreachable");
  expect(statement).toMatchObject({ moreDebts: more, balance: { openCents: 520 * 101 } });
  expect(statement.debts).toHaveLength(mostOpen);
  expect(statement.debts.at(-1)?.dueOn).toBe("2025-05-15");
  expect(statement.ageing.over90).toBe(520 * 101);
  const print = await createPrinter();
  const text = (await textOf(print(statementJob(statement)))).join(" ");
  expect(text).toContain("20 more, due later $20.20");
  expect(text).toContain("Balance today $525.20");
});

it("a statement doesn't give the reason why an amount was written off or a charge reversed", async () => {
  const [customer] = await db
    .insert(customers)
    .values({ companyName: "Sample Kitchen" })
    .returning({ id: customers.id });
  if (!customer) throw new Error("unreachable");
  const day = pacificDay(new Date());
  await db.execute(sql`
    with charge as (
      insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, note)
      values (${customer.id}, 'adjustment', 2, ${day}, ${day}, 'Cash rounding') returning id)
    insert into ledger_entries (customer_id, kind, cents, occurred_on, note, reverses_id)
    select ${customer.id}::uuid, 'adjustment', -2, ${day}::date, 'Internal', id from charge
    union all select ${customer.id}::uuid, 'write_off', -5, ${day}::date, 'Internal', null`);
  const statement = await readStatement(db, customer.id, { from: day, to: day }, sampleShop());
  if (!statement) throw new Error("unreachable");
  const said = JSON.stringify(statementJob(statement).sheet);
  expect(said).toContain("Written off");
  expect(said.match(/Cash rounding/g)).toHaveLength(2);
  expect(said).not.toContain("Internal");
});
