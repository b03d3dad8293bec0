import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { costOf } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { newerThan, olderThan } from "./order-queries.server.ts";
import { ownOrders } from "./orders.server.ts";

let database: OpenDatabase;
let client: Client;
const middle = { placedAt: new Date(Date.now() - 2000 * 3_600_000), id: randomUUID() };

/** Four clients with 4,000 hourly orders each; only the first one's orders have lines. */
async function placeMany() {
  const { db } = database;
  client = await signedInClient(db);
  const everyone = [sql`(${client.userId}::uuid)`];
  while (everyone.length < 4) everyone.push(sql`(${(await signedInClient(db)).userId}::uuid)`);
  await insertStop(db, await insertRun(db), client.userId);
  await fillTables(db, async (tx) => {
    // In random order, as after years of status changes.
    await tx.execute(sql`
      insert into orders (customer_id, placed_at, total_price)
      select client, now() - n * interval '1 hour', 24.99
      from generate_series(1, 4000) n, (values ${sql.join(everyone, sql`, `)}) who (client)
      order by random()`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_name, quantity, price_per_lb)
      select id, 0, 'Ribeye Steak', 1, 24.99 from orders where customer_id = ${client.userId}`);
    await tx.execute(sql`insert into order_holds (order_id, reason)
      select id, 'manual' from orders order by id limit 1000`);
    // Drivers' reports, which are read to see whether all of a delivered order was refused.
    await tx.execute(sql`
      insert into runs select (jsonb_populate_record(runs,
        jsonb_build_object('id', gen_random_uuid(), 'date', date + n))).*
      from runs, generate_series(1, 1000) n`);
    await tx.execute(sql`
      insert into run_stops select (jsonb_populate_record(run_stops,
        jsonb_build_object('id', gen_random_uuid(), 'run_id', runs.id))).*
      from run_stops, runs where runs.id <> run_stops.run_id`);
    await tx.execute(sql`
      insert into stop_events (stop_id, request_id, kind, happened_at, received_by, recorded_by)
      select id, gen_random_uuid(), 'delivered', now(), 'Dana', ${client.userId} from run_stops`);
  });
}

beforeAll(async () => {
  database = await openTestDatabase();
  await placeMany();
}, 120_000);
afterAll(() => database.close());

it.each([
  ["the newest page", undefined, "newest first"],
  ["an older page", olderThan(middle), "newest first"],
  ["a newer page", newerThan(middle), "oldest first"],
] as const)(
  "reads %s of 4,000 orders from an index, without sorting or scanning",
  async (_, from, order) => {
    const query = ownOrders(database.db, client, from, order).limit(51);
    const { isSorted, scanned, saving } = await costOf(database.db, query);
    expect(scanned).toEqual([]);
    expect(isSorted).toBe(false);
    expect(saving).toBeGreaterThan(10);
  },
);
