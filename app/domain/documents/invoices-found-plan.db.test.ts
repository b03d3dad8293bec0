import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { fillTables, insertInvoices } from "#tests/setup/tables/fill-tables.ts";
import { costOf } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { InvoiceFilter } from "./invoice.ts";
import { invoicesFound } from "./invoices-found.server.ts";

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await fillTables(database.db, async (tx) => {
    await tx.execute(sql`
      insert into users (id, name, email)
      select gen_random_uuid(), 'Client ' || n, 'client' || n || '@example.com'
      from generate_series(1, 500) n`);
    await tx.execute(sql`
      insert into customers (id, company_name, phone)
      select id, 'Bistro ' || name, '604-555-' || lpad((row_number() over ())::text, 4, '0')
      from users`);
    await tx.execute(sql`
      insert into members (customer_id, user_id, role) select id, id, 'owner' from users`);
    await tx.execute(sql`
      insert into orders (customer_id, placed_at, total_price, status)
      select (array(select id from users order by id))[1 + n % 500],
        now() - n * interval '1 hour', 24.99, 'fulfilled'
      from generate_series(1, 30000) n
      order by random()`);
    await insertInvoices(tx, {
      total: sql`round((random() * 5000)::numeric, 2)`,
      orders: sql`orders`,
    });
  });
}, 120_000);
afterAll(() => database.close());

const costs = (filter: InvoiceFilter) => {
  const reach = { from: undefined, order: "newest first", atMost: 51 } as const;
  return costOf(database.db, invoicesFound(database.db, filter, reach));
};

it.each([
  "INV-015678",
  "15678",
  "order 15042",
  "042",
  "1249.90",
  "604-555-0142",
  "lonely larder",
  "client77@example.com",
])("doesn't scan all invoices or orders for %j", async (search) => {
  const { scanned, saving } = await costs({ search });
  expect(scanned).not.toContain("documents");
  expect(scanned).not.toContain("document_orders");
  expect(scanned).not.toContain("orders");
  expect(saving).toBeGreaterThan(2);
});

it("reads the invoices of a range of days in index order, without sorting", async () => {
  const { isSorted, saving } = await costs({ days: { from: "2026-01-01", to: "2026-01-31" } });
  expect(isSorted).toBe(false);
  expect(saving).toBeGreaterThan(5);
});
