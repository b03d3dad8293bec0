import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import { insertAtDoor } from "#tests/setup/factories/at-door.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertStop } from "#tests/setup/factories/runs.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { loadOf } from "./run.ts";
import { comingRuns, isOutNow } from "./run-lists.server.ts";
import { getRun } from "./runs.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

it("an order counts as on a truck only while the run is out and its stop unreported", async () => {
  const { run, stopId, order } = await insertAtDoor(db, admin);
  const shown = () => isOutNow(db, admin, order.id);
  expect(await shown()).toBe(false);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  expect(await shown()).toBe(true);
  const visited = { state: "not_home", visitedAt: new Date() } as const;
  await db.update(runStops).set(visited).where(eq(runStops.id, stopId));
  expect(await shown()).toBe(false);
  const pending = await insertAtDoor(db, admin, "249.90", { isPacked: false });
  const out = { state: "out", departedAt: new Date() } as const;
  await db.update(runs).set(out).where(eq(runs.id, pending.run.id));
  expect(await isOutNow(db, admin, pending.order.id)).toBe(false);
  expect(await isOutNow(db, admin, "x")).toBe(false);
});

it("packages of an unpacked order are counted only until the truck leaves without it", async () => {
  const { run, order, customerId } = await insertAtDoor(db, admin, "249.90", { isPacked: false });
  const { order: open } = await insertStop(db, run, customerId);
  await insertOrderItem(db, open.id);
  for (const [id, packedLb] of [
    [order.id, "10.00"],
    [open.id, "4.00"],
  ] as const) {
    await db.update(orderItems).set({ packedLb }).where(eq(orderItems.orderId, id));
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const [box] = await db.insert(boxes).values({ orderId: id, number: 1 }).returning();
    const weight = { value: packedLb, unit: "lb" } as const;
    await insertPackage(db, item?.id ?? "", weight, { boxId: box?.id });
  }
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const counted = async () => {
    const [listed] = (await comingRuns(db, admin)).filter(({ id }) => id === run.id);
    const there = (await getRun(db, admin, run.id))?.stops.flatMap((stop) => stop.orders) ?? [];
    const [, line] = there.flatMap(({ lines }) => lines.map(({ packedLb }) => packedLb));
    return [
      listed && pick(listed, "boxes", "packedLb"),
      pick(loadOf(there), "boxes", "packedLb"),
      line,
    ];
  };
  const all = { boxes: 2, packedLb: "14.00" };
  expect(await counted()).toEqual([all, all, "4.00"]);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const loaded = { boxes: 1, packedLb: "10.00" };
  expect(await counted()).toEqual([loaded, loaded, "0.00"]);
});
