import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { countWork, listOrdersForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { ordersToPack, packingDays } from "#app/features/packing/packing-day.server.ts";
import { packedWithoutDay } from "#app/features/runs/late-pickups.server.ts";
import { comingRuns, pastRuns } from "#app/features/runs/run-lists.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { readToday } from "./today.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

const today = pacificDay(new Date());

/** Creates open orders in every state: with and without a day, on hold, and of a new client. */
async function everyOpenOrder() {
  const zone = await insertZone(db);
  const made = new Map<string, string>();
  for (const day of [null, daysAfter(today, -3), today, daysAfter(today, 40)]) {
    const run = day && (await insertRun(db, { zoneId: zone.id, date: day }));
    for (const status of ["pending", "fulfilled"] as const) {
      for (const isNewClient of status === "pending" ? [false, true] : [false]) {
        for (const isHeld of status === "pending" ? [false, true] : [false]) {
          const { user } = await insertClient(db);
          const order = await insertOrder(db, user.id, { isNewClient });
          await insertOrderItem(db, order.id);
          if (run) await putOnRun(db, run, order);
          if (isHeld) await insertHold(db, order.id);
          if (status === "fulfilled") await pack(order.id);
          const facts = [day ?? "no day", status, isNewClient && "new", isHeld && "held"];
          made.set(order.id, facts.filter(Boolean).join(", "));
        }
      }
    }
  }
  return made;
}

const pack = (id: string) =>
  db.execute(`update orders set status = 'fulfilled' where id = '${id}'`);

async function listed() {
  const packing = await Promise.all(
    (await packingDays(db, admin)).map(({ day }) => ordersToPack(db, admin, day)),
  );
  const shown = [...(await comingRuns(db, admin)), ...(await pastRuns(db, admin, null)).runs];
  const onRuns = await Promise.all(shown.map(({ id }) => getRun(db, admin, id)));
  const held = await listOrdersForAdmin(db, admin, { work: "held", limit: 100 });
  return {
    packing: packing.flat().map(({ id }) => id),
    held: held.rows.map(({ id }) => id),
    runs: onRuns.flatMap((run) =>
      (run?.stops ?? []).flatMap((stop) =>
        stop.orders.flatMap(({ id, status }) => (status === "fulfilled" ? id : [])),
      ),
    ),
    counter: (await packedWithoutDay(db, admin)).map(({ id }) => id),
  };
}

it("every open order is in a list, and the counts agree with the lists", async () => {
  const made = await everyOpenOrder();
  const lists = await listed();
  const seen = new Set(Object.values(lists).flat());
  const nowhere = [...made].flatMap(([id, facts]) => (seen.has(id) ? [] : facts));
  expect(nowhere).toEqual([]);
  expect(seen).toEqual(new Set(made.keys()));
  for (const [page, ids] of Object.entries(lists)) expect(new Set(ids).size, page).toBe(ids.length);

  expect(await countWork(db, admin, { status: "pending" })).toMatchObject({
    packing: lists.packing.length,
    held: lists.held.length,
  });
  const facts = await readToday(db, admin);
  const days = await packingDays(db, admin);
  const tab = (day: string) => days.find((one) => one.day === day)?.orders;
  expect(facts.withoutDay).toBe(tab("none"));
  expect(facts.packedWithoutDay).toBe(lists.counter.length);
  expect(facts.runs.find(({ date }) => date === today)?.toPack).toBe(tab(today));
});
