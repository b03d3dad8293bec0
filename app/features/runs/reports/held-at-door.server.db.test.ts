import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { holdLot, releaseLot } from "#app/domain/lots/lot-holds.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { creditRequestLines } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { closeLine, insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getDriversRun } from "../runs.server.ts";
import { deliverByStaff, handOverAtTill, recordReport } from "./record-report.server.ts";

const shop = sampleShop();
let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

/** Creates a stop with a packed line, 4 lb of which are of a lot on hold. */
async function heldStop(where: { zoneId?: string } = {}) {
  const run = await insertRun(db, { driver: "Sam", ...where });
  const { user } = await insertClient(db);
  const { stopId, order } = await insertStop(db, run, user.id);
  const item = await insertOrderItem(db, order.id);
  const lot = await insertLot(db);
  await insertPackage(db, item.id, { value: "4.00", unit: "lb" }, { lotId: lot.id });
  await insertPackage(db, item.id, { value: "6.00", unit: "lb" });
  await closeLine(db, item.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("The link does not work");
  const before = new Date(Date.now() - 60_000).toISOString();
  await holdLot(db, admin, lot.id, "Smells");
  const report = (more: object) =>
    recordReport(
      db,
      driver,
      reportSchema.parse({
        ...{ kind: "delivered", stopId, requestId: randomUUID(), at: new Date().toISOString() },
        ...{ receivedBy: "Kim Sample", ...more },
      }),
      shop,
    );
  const status = async () =>
    (await db.select().from(orders).where(eq(orders.id, order.id)))[0]?.status;
  const told = async () => {
    const entries = await auditEntries(db, "run", run.id);
    return entries.map(({ action }) => action).filter((action) => action.startsWith("held"));
  };
  const orderId = order.id;
  return { run, driver, stopId, orderId, itemId: item.id, lot, before, report, status, told };
}

const reasonOf = (refused: Promise<unknown>) =>
  refused.then(
    () => "accepted",
    (error: unknown) => {
      if (isRefusal(error)) return `${error.code}: ${error.message}`;
      throw error;
    },
  );

it("is on the driver's page by its line", async () => {
  const { driver, itemId } = await heldStop();
  expect((await getDriversRun(db, driver)).held).toEqual([
    expect.objectContaining({ lines: [itemId] }),
  ]);
});

it("is not handed over in passing: a report without a word about it is refused", async () => {
  const { report, status, told, lot } = await heldStop();
  expect(await reasonOf(report({}))).toMatch(`on hold: On hold: Ribeye Steak of lot ${lot.code}`);
  const knownAt = new Date().toISOString();
  expect(await reasonOf(report({ knownAt }))).toMatch("on hold");
  expect(await status()).toBe("fulfilled");
  expect(await told()).toEqual([]);
});

it("stays on the truck as refused, and the client is credited for it", async () => {
  const { report, status, stopId, itemId } = await heldStop();
  const sent = { held: "kept", requestId: randomUUID() };
  await report(sent);
  await report(sent);
  expect(await status()).toBe("delivered");
  const events = await db.select().from(stopEvents).where(eq(stopEvents.stopId, stopId));
  expect(events.filter(({ kind }) => kind === "refused")).toEqual([
    expect.objectContaining({
      ...{ orderItemId: itemId, refusedLb: "4.00" },
      note: "Not good: On hold, stayed on the truck",
    }),
  ]);
  const lines = creditRequestLines;
  const asked = await db.select().from(lines).where(eq(lines.orderItemId, itemId));
  expect(asked.map(({ lb }) => lb)).toEqual(["4.00"]);
});

it("may be handed over where the office said so, which the run's history tells", async () => {
  const { report, status, told } = await heldStop();
  await report({ held: "handed over" });
  expect(await status()).toBe("delivered");
  expect(await told()).toEqual(["held and handed over"]);
});

it("is taken of a driver who could not know, and the office is told", async () => {
  const { report, before, status, told } = await heldStop();
  await report({ knownAt: before });
  expect(await status()).toBe("delivered");
  expect(await told()).toEqual(["held before the driver knew"]);
});

it("is not handed over in the shop, by staff or at a till, until its lot is let go", async () => {
  const counter = await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" });
  const { orderId, run, lot, status } = await heldStop({ zoneId: counter.id });
  const byStaff = () => deliverByStaff(db, admin, orderId, shop, run.date);
  const atTill = () => db.transaction((tx) => handOverAtTill(tx, admin, orderId, shop));
  for (const handOver of [byStaff, atTill]) {
    expect(await reasonOf(handOver())).toMatch(
      `lot held: On hold: Ribeye Steak, 4.00 lb of lot ${lot.code}. Ask an owner to release the lot, or`,
    );
  }
  expect(await status()).toBe("fulfilled");
  await releaseLot(db, admin, lot.id, "It was the box");
  await atTill();
  expect(await status()).toBe("delivered");
});

it("may be noted as brought by staff, since it is with the client by then", async () => {
  const { orderId, run, status } = await heldStop();
  await deliverByStaff(db, admin, orderId, shop, run.date);
  expect(await status()).toBe("delivered");
});
