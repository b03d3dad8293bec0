import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { changesInWords } from "#app/features/history/history.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { insertAtDoor } from "#tests/setup/factories/at-door.ts";
import { insertRun, insertStop, putOnRun } from "#tests/setup/factories/runs.ts";
import { fullReasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getDriversRun, getRun } from "../runs.server.ts";
import { maxFound, unrecordedInWords } from "../unrecorded.ts";
import { deliverByStaff } from "./report-by-staff.server.ts";
import { recordUnrecorded, settleUnrecorded } from "./settle-unrecorded.server.ts";
import { undoDelivery } from "./take-back.server.ts";
import { unrecordedOfOrder, unrecordedOnRun } from "./unrecorded.server.ts";

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

/** Creates a run whose order the office moved before its driver reported it as delivered. */
async function movedAway() {
  const { run, stopId, order, report } = await insertAtDoor(db, admin);
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const next = await insertRun(db);
  await putOnRun(db, next, order);
  await db.transaction((tx) => leaveStop(tx, { ...order, runId: run.id, stopId }));
  const at = new Date().toISOString();
  const said = { kind: "delivered", receivedBy: "Kim", stopId, requestId: randomUUID(), at };
  const delivered = reportSchema.parse(said);
  // A phone sends it until it is answered.
  for (const _ of [1, 2]) expect(await fullReasonOf(report(delivered))).toMatch(/^gone: .*moved/);
  return { run, next, order, stopId, reportId: delivered.requestId, report, delivered };
}

/** Creates two orders that were handed over together, the first of which the office had moved. */
async function oneMovedAway() {
  const { run, stopId, order: moved, customerId, report, driver } = await insertAtDoor(db, admin);
  const { order: stays } = await insertStop(db, run, customerId, { status: "fulfilled" });
  await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
  const next = await insertRun(db);
  await putOnRun(db, next, moved);
  await db.transaction((tx) => leaveStop(tx, { ...moved, runId: run.id, stopId }));
  const at = new Date().toISOString();
  const said = { kind: "delivered", receivedBy: "Gil", stopId, requestId: randomUUID(), at };
  const both = reportSchema.parse({ ...said, orderIds: [moved.id, stays.id] });
  return { run, next, moved, stays, stopId, driver, report, both };
}

const statusOf = async (id: string) =>
  (await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

describe("a delivery of an order that the office had moved", () => {
  it("is shown on the order and both runs, even if another order of the stop was delivered", async () => {
    const { run, next, moved, stays, driver, report, both } = await oneMovedAway();
    for (const _ of [1, 2]) expect(await fullReasonOf(report(both))).toBe("accepted");
    expect(await statusOf(stays.id)).toBe("delivered");
    expect(await statusOf(moved.id)).toBe("fulfilled");
    for (const shown of [
      await unrecordedOnRun(db, admin, run.id),
      await unrecordedOnRun(db, admin, next.id),
      await unrecordedOfOrder(db, admin, moved.id),
    ]) {
      const [said, ...more] = shown.map(unrecordedInWords);
      expect(more).toEqual([]);
      expect(said).toMatch(`order ${moved.number}: Delivered, received by Gil, on`);
      expect(said).toMatch(/reported it as handed over to Gil, but it had left this run meanwhile/);
    }
    expect(await unrecordedOfOrder(db, admin, stays.id)).toEqual([]);
    // Neither the phone nor the office reads that its boxes come back.
    for (const one of [await getDriversRun(db, driver), await getRun(db, admin, run.id)]) {
      expect(one?.moved).toMatchObject([{ id: moved.id, handedOverTo: "Gil" }]);
    }
    const [open] = await unrecordedOfOrder(db, admin, moved.id);
    const reportId = open?.reportId ?? "";
    await settleUnrecorded(db, admin, { runId: run.id, reportId, found: "Gil has it" });
    const settled = [{ requestId: both.requestId, how: "with us" }];
    expect((await getDriversRun(db, driver)).settled).toEqual(settled);
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
    expect(await unrecordedOfOrder(db, admin, moved.id)).toEqual([]);
    // Nobody is asked to settle it any more, on the page of the run or on the phone.
    for (const one of [await getDriversRun(db, driver), await getRun(db, admin, run.id)]) {
      expect(one?.moved).toMatchObject([{ id: moved.id, handedOverTo: null }]);
    }
  });

  it("names and settles only orders that the phone named, even if the stop has others now", async () => {
    const { run, stopId, order, report, driver } = await insertAtDoor(db, admin);
    await db.update(runs).set({ state: "out", departedAt: new Date() }).where(eq(runs.id, run.id));
    await putOnRun(db, await insertRun(db, { bookedStops: 1 }), order);
    await db.transaction((tx) => leaveStop(tx, { ...order, runId: run.id, stopId }));
    const { order: added } = await insertStop(db, run, order.customerId, { status: "fulfilled" });
    const at = new Date().toISOString();
    const said = { kind: "delivered", receivedBy: "Hana", stopId, requestId: randomUUID(), at };
    await fullReasonOf(report(reportSchema.parse({ ...said, orderIds: [order.id] })));
    const [open] = await unrecordedOnRun(db, admin, run.id);
    expect(open).toMatchObject({ orders: String(order.number), mayRecord: true });
    await recordUnrecorded(db, admin, { runId: run.id, reportId: open?.reportId ?? "" }, shop);
    // The driver's phone is told, so that it is not sent again.
    const requestId = open?.reportId;
    expect((await getDriversRun(db, driver)).settled).toEqual([{ requestId, how: "recorded" }]);
    expect(await statusOf(order.id)).toBe("delivered");
    expect(await statusOf(added.id)).toBe("fulfilled");
    expect(await listHistory(db, admin, { entity: "order", entityId: added.id })).toEqual([]);
  });

  it("is recorded as the driver reported it once the office confirms it", async () => {
    const { run, next, moved, stays, stopId, report, both } = await oneMovedAway();
    await report(both);
    // In addition to an order that stays on the later run, which still waits for it.
    const { order: later } = await insertStop(db, next, moved.customerId, { status: "fulfilled" });
    const [open] = await unrecordedOfOrder(db, admin, moved.id);
    expect(open).toMatchObject({ mayRecord: true });
    const which = { runId: run.id, reportId: open?.reportId ?? "" };
    for (const _ of [1, 2]) await recordUnrecorded(db, admin, which, shop);
    const [now] = await db.select().from(orders).where(eq(orders.id, moved.id));
    expect(now).toMatchObject({ status: "delivered", runId: run.id, stopId });
    expect(now?.deliveredAt).toEqual(new Date(both.at));
    expect(await statusOf(later.id)).toBe("fulfilled");
    // One visit to Gil, for both.
    const { stops = [], moved: left } = (await getRun(db, admin, run.id)) ?? {};
    expect(left).toEqual([]);
    expect(stops).toMatchObject([
      { state: "delivered", receivedBy: "Gil", earlier: [], orders: [{}, {}] },
    ]);
    expect(await db.$count(stopEvents, eq(stopEvents.stopId, stopId))).toBe(1);
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
    const [said] = await listHistory(db, admin, { entity: "order", entityId: moved.id });
    expect(said).toMatchObject({
      action: "report settled",
      after: { result: "Handed over to Gil, recorded as delivered" },
    });
    const [was] = await db.select().from(orders).where(eq(orders.id, stays.id));
    expect(was?.deliveredAt).toEqual(now?.deliveredAt);
  });

  it("is shown once, even if the office had marked the rest as delivered before", async () => {
    const { moved, stays, report, both } = await oneMovedAway();
    await deliverByStaff(db, admin, stays.id, shop);
    for (const _ of [1, 2]) expect(await fullReasonOf(report(both))).toMatch(/^already delivered/);
    expect(await unrecordedOfOrder(db, admin, moved.id)).toHaveLength(1);
    expect(await unrecordedOfOrder(db, admin, stays.id)).toEqual([]);
  });

  it("is not shown for orders that the phone did not hand over", async () => {
    const { run, moved, stays, report, both } = await oneMovedAway();
    await report(reportSchema.parse({ ...both, orderIds: [stays.id] }));
    expect(await unrecordedOfOrder(db, admin, moved.id)).toEqual([]);
    expect((await getRun(db, admin, run.id))?.moved).toMatchObject([{ handedOverTo: null }]);
  });
});

describe("a report that the shop refused", () => {
  it("is shown with its run, its order, and the order's present run", async () => {
    const { run, next, order, reportId } = await movedAway();
    const all = [
      await unrecordedOnRun(db, admin, run.id),
      await unrecordedOnRun(db, admin, next.id),
      await unrecordedOfOrder(db, admin, order.id),
    ];
    for (const shown of all) {
      expect(shown).toMatchObject([{ runId: run.id, reportId, date: run.date }]);
      const [said] = shown.map(unrecordedInWords);
      expect(said).toMatch(`order ${order.number}: Delivered, received by Kim, on`);
      expect(said).toMatch(/The order was moved/);
    }
    const [entry] = await listHistory(db, admin, { entity: "order", entityId: order.id });
    expect(entry && changesInWords(entry).map(({ field }) => field)).toEqual([
      "Why",
      "Client",
      "Orders",
      "Reported",
      "Reported at",
    ]);
  });

  it("is settled on all pages together, with the office's finding", async () => {
    const { run, next, order, reportId } = await movedAway();
    const settle = (found: string) =>
      settleUnrecorded(db, admin, { runId: run.id, reportId, found });
    expect(await fullReasonOf(settle(" "))).toMatch(/^invalid: Please say what you found out/);
    expect(await fullReasonOf(settle("x".repeat(maxFound + 1)))).toMatch(
      /^invalid: Please use at most/,
    );
    expect(await unrecordedOfOrder(db, admin, order.id)).toHaveLength(1);
    // A colleague was quicker.
    for (const found of ["He had not handed it over", "Yes"]) await settle(found);
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
    expect(await unrecordedOnRun(db, admin, next.id)).toEqual([]);
    expect(await unrecordedOfOrder(db, admin, order.id)).toEqual([]);
    for (const subject of [
      { entity: "run", entityId: run.id },
      { entity: "order", entityId: order.id },
    ] as const) {
      const settled = (await listHistory(db, admin, subject)).filter(
        ({ action }) => action === "report settled",
      );
      expect(settled.map(({ after }) => after)).toMatchObject([
        { result: "He had not handed it over", reported: "Delivered, received by Kim" },
      ]);
    }
  });

  it("is recorded under its own id, so that it counts once if the phone resends it", async () => {
    const { run, next, order, stopId, report, reportId, delivered } = await movedAway();
    await db
      .update(orders)
      .set({ bookedLb: "11.00", bookedBoxes: 2 })
      .where(eq(orders.id, order.id));
    const load = { bookedStops: 1, bookedLb: "11.00", bookedBoxes: 2 };
    await db.update(runs).set(load).where(eq(runs.id, next.id));
    const booked = async (id: string) => (await db.select().from(runs).where(eq(runs.id, id)))[0];
    await recordUnrecorded(db, admin, { runId: run.id, reportId }, shop);
    const [now] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(now).toMatchObject({ status: "delivered", runId: run.id, stopId });
    expect(now?.deliveredAt).toEqual(new Date(delivered.at));
    expect(await booked(run.id)).toMatchObject(load);
    expect(await booked(next.id)).toMatchObject({ bookedStops: 0, bookedLb: "0.00" });
    const told = await db.select().from(mailOutbox);
    expect(told.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining(`Order ${order.number} was delivered`),
    );
    expect(await fullReasonOf(report(delivered))).toBe("accepted");
    expect(await db.$count(stopEvents, eq(stopEvents.stopId, stopId))).toBe(1);
    expect(await unrecordedOfOrder(db, admin, order.id)).toEqual([]);
    // The driver's visit is taken back like any other.
    await undoDelivery(db, admin, order.id, shop);
    expect(await statusOf(order.id)).toBe("fulfilled");
  });

  it("is not recorded once its order was cancelled, or delivered elsewhere", async () => {
    const { run, order, reportId } = await movedAway();
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, order.id));
    expect(await unrecordedOnRun(db, admin, run.id)).toMatchObject([{ mayRecord: false }]);
    expect(
      await fullReasonOf(recordUnrecorded(db, admin, { runId: run.id, reportId }, shop)),
    ).toMatch(/^gone: Nothing of it is packed and waiting any more/);
    expect(await unrecordedOnRun(db, admin, run.id)).toHaveLength(1);
  });

  it("is no longer shown once it was resent and recorded", async () => {
    const { run, order, stopId, report, reportId } = await movedAway();
    await putOnRun(db, run, order);
    const at = new Date().toISOString();
    const same = { kind: "delivered", receivedBy: "Kim", requestId: reportId, at };
    const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
    expect(
      await fullReasonOf(report(reportSchema.parse({ ...same, stopId: stop?.id ?? stopId }))),
    ).toBe("accepted");
    expect(await unrecordedOnRun(db, admin, run.id)).toEqual([]);
    expect(await unrecordedOfOrder(db, admin, order.id)).toEqual([]);
  });
});
