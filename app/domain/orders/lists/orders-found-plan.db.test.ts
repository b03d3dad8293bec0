import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { costOf } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { OrderFilter } from "../order.ts";
import { newerThan, olderThan } from "./order-queries.server.ts";
import { ordersFound } from "./orders-found.server.ts";

let database: OpenDatabase;
const middle = { placedAt: new Date(Date.now() - 5_000 * 3_600_000), id: randomUUID() };

/** 30,000 orders of 500 clients, 1 in 10 pending. */
beforeAll(async () => {
  database = await openTestDatabase();
  await fillTables(database.db, async (tx) => {
    await tx.execute(sql`
      insert into users (id, name, email)
      select gen_random_uuid(), 'Client ' || n, 'client' || n || '@example.com'
      from generate_series(1, 500) n`);
    await tx.execute(
      sql`insert into customers (id, company_name) select id, 'Bistro ' || name from users`,
    );
    await tx.execute(sql`
      insert into members (customer_id, user_id, role) select id, id, 'owner' from users`);
    // Inserted in random order, like a table after years of updates. Order ids are fixed because
    // the planner's estimates depend on them.
    await tx.execute(sql`
      insert into orders (id, customer_id, placed_at, total_price, status)
      select md5('order ' || n)::uuid, (array(select id from users order by id))[1 + n % 500],
        now() - n * interval '1 hour', 24.99,
        case when n % 10 = 0 then 'pending' else 'fulfilled' end
      from generate_series(1, 30000) n
      order by md5(n::text)`);
    await tx.execute(sql`insert into order_holds (order_id, reason)
      select id, 'manual' from orders where status = 'pending' order by id limit 1000`);
  });
}, 120_000);
afterAll(() => database.close());

function costs(filter: OrderFilter, order: "newest first" | "oldest first" = "newest first") {
  const from = order === "newest first" ? olderThan(middle) : newerThan(middle);
  return costOf(database.db, ordersFound(database.db, filter, { from, order, atMost: 51 }));
}

it.each([
  ["all orders", {}],
  ["orders of a status", { status: "pending" }],
  ["orders of a date range", { days: { from: "2026-01-01", to: "2026-01-31" } }],
] as const)("reads a page of %s from an index, without sorting", async (_, filter) => {
  for (const order of ["newest first", "oldest first"] as const) {
    const { isSorted, scanned, saving } = await costs(filter, order);
    expect(isSorted).toBe(false);
    expect(scanned).not.toContain("orders");
    expect(saving).toBeGreaterThan(5);
  }
});

it.each([
  ["a delivery day", { deliveryDay: "2026-11-26" }],
  ["a zone's run", { deliveryDay: "2026-11-26", delivery: randomUUID() }],
  ["held orders", { held: "hold" } as const],
])("never scans all orders for %s", async (_, filter) => {
  expect((await costs(filter)).scanned).not.toContain("orders");
});

it.each([
  ...["beef", "0b8a3b1e", "3b1e-7a55", "b1e7", "15042", "042", "order 15042"],
  ...["lonely larder", "Client 77", "client77@example.com", "604-555-0177"],
])("never scans all orders for the search %j", async (search) => {
  for (const filter of [{ search }, { search, status: "pending" } as const]) {
    expect((await costs(filter)).scanned).not.toContain("orders");
  }
});
