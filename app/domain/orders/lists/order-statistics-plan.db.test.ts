import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { pacificWeeks, startOfPacificDayYearAgo, startOfPacificMonth } from "#app/lib/dates.ts";
import type { OpenDatabase } from "#db/database.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { costOf } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { poundsSince, revenueSince, sumsByWeek } from "./order-statistics.server.ts";
import { weeksShown } from "./order-statistics.ts";

const now = new Date();

let database: OpenDatabase;
let admin: Admin;

/** Places an order every four hours for more than four years. */
async function placeMany() {
  const { db } = database;
  const { userId } = await signedInClient(db);
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into orders (customer_id, placed_at, total_price)
      select ${userId}::uuid, now() - n * interval '4 hours', 24.99
      from generate_series(10000, 1, -1) n`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_name, quantity, price_per_lb)
      select id, 0, 'Ribeye Steak', 1, 24.99 from orders`);
  });
}

beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  await placeMany();
});
afterAll(() => database.close());

it.each([
  ["twelve weeks", () => sumsByWeek(database.db, admin, pacificWeeks(now, weeksShown))],
  ["a month", () => poundsSince(database.db, admin, startOfPacificMonth(now))],
  ["a year", () => revenueSince(database.db, admin, startOfPacificDayYearAgo(now))],
])("adds up %s of many years without reading all orders", async (_, query) => {
  const { scanned, saving } = await costOf(database.db, query());
  expect(scanned).not.toContain("orders");
  expect(saving).toBeGreaterThan(1);
});
