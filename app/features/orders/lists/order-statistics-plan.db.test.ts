import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/features/auth/capability.ts";
import { pacificWeeks, startOfPacificMonth } from "#app/lib/dates.ts";
import type { OpenDatabase } from "#db/database.ts";
import { fillTables } from "#tests/setup/fill-tables.ts";
import { planOf } from "#tests/setup/query-plan.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { poundsSince, sumsByWeek } from "./order-statistics.server.ts";
import { weeksShown } from "./order-statistics.ts";

const now = new Date();

let database: OpenDatabase;
let admin: Admin;

/** An order every four hours for more than four years. */
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
])("reads the sums of %s, not those of years, and no orders", async (_, query) => {
  const steps = await planOf(database.db, query());
  const tables = new Set(steps.flatMap((step) => step["Relation Name"] ?? []));
  expect(tables).toEqual(new Set(["tallies", "tally_changes"]));
  const ofTallies = steps.filter((step) => step["Index Name"] === "tallies_figure_hour_part_pk");
  expect(ofTallies.map((step) => step["Index Cond"])).toEqual([expect.stringContaining("hour")]);
});
