import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { withClientInWords } from "#app/domain/lots/holds/lot-holds.ts";
import { recordContact } from "#app/features/recall/contact-clients.server.ts";
import type { RecallLinks } from "#app/features/recall/recall-links.server.ts";
import { openRecall } from "#app/features/recall/recalls.server.ts";
import { mailRecall } from "#app/features/recall/tell-clients.server.ts";
import { readToday } from "#app/features/today/today.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { creditRequestLines } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { closeLine, insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { fullReasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { sendOut, whoIsTold } from "../run-changes.server.ts";
import { getDriversRun, getRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";
import { deliverByStaff, handOverAtTill, refuseHeldMeat } from "./report-by-staff.server.ts";
import { undoStop } from "./take-back.server.ts";

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

/** Creates a stop with a packed line, 4 lb of it from a lot on hold. */
async function heldStop({ inBox = false, ...where }: { zoneId?: string; inBox?: boolean } = {}) {
  const run = await insertRun(db, { driver: "Sam", ...where });
  const { user } = await insertClient(db);
  const { stopId, order } = await insertStop(db, run, user.id);
  const item = await insertOrderItem(db, order.id);
  const lot = await insertLot(db);
  const [box] = inBox
    ? await db.insert(boxes).values({ orderId: order.id, number: 1 }).returning()
    : [];
  const boxed = { boxId: box?.id ?? null };
  await insertPackage(db, item.id, { value: "4.00", unit: "lb" }, { lotId: lot.id, ...boxed });
  await insertPackage(db, item.id, { value: "6.00", unit: "lb" }, boxed);
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
        kind: "delivered",
        stopId,
        requestId: randomUUID(),
        at: new Date().toISOString(),
        receivedBy: "Kim Sample",
        ...more,
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
  const customerId = user.id;
  const { email } = user;
  return {
    run,
    driver,
    customerId,
    number: order.number,
    email,
    stopId,
    orderId,
    itemId: item.id,
    lot,
    before,
    report,
    status,
    told,
  };
}

it("held meat is listed by line on the driver's page", async () => {
  const { driver, itemId } = await heldStop();
  expect((await getDriversRun(db, driver)).held).toEqual([
    expect.objectContaining({ lines: [itemId] }),
  ]);
});

it("a report that doesn't mention held meat is refused", async () => {
  const { report, status, told, lot } = await heldStop();
  expect(await fullReasonOf(report({}))).toMatch(
    `on hold: On hold: Ribeye Steak of lot ${lot.code}`,
  );
  const knownAt = new Date().toISOString();
  expect(await fullReasonOf(report({ knownAt }))).toMatch("on hold");
  expect(await status()).toBe("fulfilled");
  expect(await told()).toEqual([]);
});

it("held meat that the driver keeps back stays on the truck, and a credit is requested", async () => {
  const { report, status, stopId, itemId, orderId, driver } = await heldStop();
  const sent = { held: "kept", requestId: randomUUID() };
  await report(sent);
  await report(sent);
  expect(await status()).toBe("delivered");
  const events = await db.select().from(stopEvents).where(eq(stopEvents.stopId, stopId));
  expect(events.map(({ kind }) => kind).sort()).toEqual(["delivered", "kept"]);
  expect(events.find(({ kind }) => kind === "kept")).toMatchObject({
    orderItemId: itemId,
    refusedLb: "4.00",
    note: "Kept back by us: on hold",
  });
  const lines = creditRequestLines;
  const asked = await db.select().from(lines).where(eq(lines.orderItemId, itemId));
  expect(asked).toEqual([expect.objectContaining({ lb: "4.00", reason: "held" })]);
  const told = await auditEntries(db, "order", orderId);
  expect(told.map(({ action }) => action)).toContain("kept back: on hold");
  expect(told.map(({ action }) => action)).not.toContain("refused at the door");
  const { stops } = await getDriversRun(db, driver);
  expect(stops[0]?.orders[0]?.lines[0]).toMatchObject({ keptLb: "4.00", refusedLb: "0.00" });
});

it("a wholly held order is kept back with its box, and the email says why it was not delivered", async () => {
  const { report, status, stopId, email, run, driver } = await heldStop({ inBox: true });
  expect((await getDriversRun(db, driver)).held).toEqual([
    expect.objectContaining({ boxes: [1], isWhole: true, stays: [expect.anything()] }),
  ]);
  await report({ held: "kept" });
  expect(await status()).toBe("fulfilled");
  const [stop] = await db.select().from(runStops).where(eq(runStops.id, stopId));
  expect(stop?.state).toBe("kept");
  const [event] = await db.select().from(stopEvents).where(eq(stopEvents.stopId, stopId));
  expect(event).toMatchObject({ kind: "kept", orderItemId: null, refusedLb: null });
  const told = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
  expect(told.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Order \d+ was not delivered$/),
  ]);
  expect(told[0]?.text).toMatch(/on hold while we check it/);
  expect((await auditEntries(db, "run", run.id)).map(({ action }) => action)).toContain(
    "kept back: on hold",
  );
  await undoStop(db, admin, stopId, shop);
  const after = await db.select().from(runStops).where(eq(runStops.id, stopId));
  expect(after[0]?.state).toBe("waiting");
});

it("held meat is kept back if the client refused everything else", async () => {
  const { report, status, stopId, itemId } = await heldStop();
  await report({ kind: "refused", orderItemId: itemId, lb: "6", reason: "late" });
  await report({ kind: "all_refused" });
  expect(await status()).toBe("delivered");
  const events = await db.select().from(stopEvents).where(eq(stopEvents.stopId, stopId));
  expect(events.find(({ kind }) => kind === "kept")).toMatchObject({ refusedLb: "4.00" });
});

it("wholly refused orders are completed as refused, and wholly held ones stay packed", async () => {
  const whole = await heldStop({ inBox: true });
  expect(await fullReasonOf(whole.report({ kind: "all_refused" }))).toMatch(/^not all refused/);
  const { order: other } = await insertStop(db, whole.run, whole.customerId);
  const item = await insertOrderItem(db, other.id);
  await insertPackage(db, item.id, { value: "3.00", unit: "lb" });
  await closeLine(db, item.id);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, other.id));
  await whole.report({ kind: "refused", orderItemId: item.id, lb: "3", reason: "late" });
  await whole.report({ kind: "all_refused" });
  expect(await whole.status()).toBe("fulfilled");
  const [back] = await db.select().from(orders).where(eq(orders.id, other.id));
  expect(back?.status).toBe("delivered");
  // A hold that began after the refusal changes nothing of it.
  const late = await heldStop({ inBox: true });
  await late.report({ kind: "refused", orderItemId: late.itemId, lb: "10", reason: "late" });
  await late.report({ kind: "all_refused" });
  expect(await late.status()).toBe("delivered");
});

it("a stop's other order is delivered while a wholly held one stays packed", async () => {
  const { report, status, run, driver, customerId } = await heldStop({ inBox: true });
  const { order: other } = await insertStop(db, run, customerId);
  await insertPackage(db, (await insertOrderItem(db, other.id)).id, {
    value: "3.00",
    unit: "lb",
  });
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, other.id));
  await report({ held: "kept" });
  expect(await status()).toBe("fulfilled");
  const [brought] = await db.select().from(orders).where(eq(orders.id, other.id));
  expect(brought?.status).toBe("delivered");
  // Nothing is left to do there.
  const [shown] = (await getDriversRun(db, driver)).stops;
  expect(shown?.state).toBe("delivered");
});

it("a wholly held order isn't announced as on its way", async () => {
  const whole = await heldStop({ inBox: true });
  const { user } = await insertClient(db);
  const { order } = await insertStop(db, whole.run, user.id);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  expect(await whoIsTold(db, admin, whole.run.id)).toMatchObject({
    told: 1,
    onHold: [whole.number],
  });
  await sendOut(db, admin, whole.run.id, shop);
  const mailed = await db
    .select({ to: mailOutbox.recipient })
    .from(mailOutbox)
    .where(inArray(mailOutbox.recipient, [whole.email, user.email]));
  expect(mailed).toEqual([{ to: user.email }]);
});

it("held meat can be handed over if the driver confirms it, which is audited", async () => {
  const { report, status, told } = await heldStop();
  await report({ held: "handed over" });
  expect(await status()).toBe("delivered");
  expect(await told()).toEqual(["held and handed over"]);
});

it("a handover of held meat is accepted from a driver who could not know, and is audited", async () => {
  const { report, before, status, told } = await heldStop();
  await report({ knownAt: before });
  expect(await status()).toBe("delivered");
  expect(await told()).toEqual(["held before the driver knew"]);
});

it("held meat can't be handed over by staff or at a till until its lot is released", async () => {
  const counter = await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" });
  const { orderId, run, lot, status } = await heldStop({ zoneId: counter.id });
  const byStaff = () => deliverByStaff(db, admin, orderId, shop, run.date);
  const atTill = () => db.transaction((tx) => handOverAtTill(tx, admin, orderId, shop));
  for (const handOver of [byStaff, atTill]) {
    expect(await fullReasonOf(handOver())).toMatch(
      `lot held: On hold: Ribeye Steak, 4.00 lb of lot ${lot.code}. Release the lot on its page, or open the order again`,
    );
  }
  expect(await status()).toBe("fulfilled");
  await releaseLot(db, admin, lot.id, "It was the box");
  await atTill();
  expect(await status()).toBe("delivered");
  // An order that has left stays recorded as left, even if its lot is on hold again.
  await holdLot(db, admin, lot.id, "It smells");
  expect(await fullReasonOf(atTill())).not.toMatch("lot held");
});

it("staff can't hand over a stop with held meat, and see its order and who can release the lot", async () => {
  const { run, stopId, number, customerId, lot } = await heldStop();
  const along = await insertStop(db, run, customerId, { status: "fulfilled" });
  expect(along.stopId).toBe(stopId);
  const as = (staff: Staff<"deliver">) =>
    fullReasonOf(deliverByStaff(db, staff, along.order.id, shop, run.date));
  const held = `lot held: Order ${number} of this stop goes along and has meat on hold: Ribeye Steak, 4.00 lb of lot ${lot.code}.`;
  const open = `or open order ${number} again and void what is on hold. Nothing was changed.`;
  expect(await as(admin)).toBe(`${held} Release the lot on its page, ${open}`);
  const driver = { ...admin, staffRole: "driver" } as const;
  expect(await as(driver)).toBe(`${held} Ask an owner to release the lot, ${open}`);
});

it("staff can mark held meat as delivered once its run has left, since the client has it by then", async () => {
  const { orderId, run, status } = await heldStop();
  // Before anybody is asked, and after.
  expect(await fullReasonOf(refuseHeldMeat(db, admin, orderId))).toMatch("lot held");
  expect(await fullReasonOf(deliverByStaff(db, admin, orderId, shop, run.date))).toMatch(
    "lot held",
  );
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, run.id));
  await deliverByStaff(db, admin, orderId, shop, run.date);
  expect(await status()).toBe("delivered");
});

/** Returns the office's notice of a held stop's run, without ids, as the driver has it too. */
async function alarms({
  run,
  driver,
}: Pick<Awaited<ReturnType<typeof heldStop>>, "run" | "driver">) {
  const { handedOver } = await getDriversRun(db, driver);
  expect((await getRun(db, admin, run.id))?.handedOver).toEqual(handedOver);
  const everywhere = (await readToday(db, admin)).handedOver;
  expect(handedOver.every((one) => everywhere.some(({ orderId }) => orderId === one.orderId))).toBe(
    true,
  );
  return handedOver.map(withClientInWords);
}

it("held meat handed over unknowingly stays on the office's list until its lot is released", async () => {
  const stop = await heldStop();
  const { number, lot, before } = stop;
  expect(await alarms(stop)).toEqual([]);
  // By the phone's clock it was handed over before the hold, but it reports after it.
  await stop.report({ knownAt: before, at: before });
  expect(await alarms(stop)).toEqual([
    `Sample Bistro, order ${number}: 4 lb of Ribeye Steak of lot ${lot.code}`,
  ]);
  await releaseLot(db, admin, lot.id, "It was the box");
  expect(await alarms(stop)).toEqual([]);
  await holdLot(db, admin, lot.id, "Smells after all");
  expect(await alarms(stop)).toEqual([]);
});

it("held meat is on no list if it stayed on the truck or was refused", async () => {
  const kept = await heldStop();
  await kept.report({ held: "kept" });
  expect(await alarms(kept)).toEqual([]);
  const refused = await heldStop();
  const { itemId, before } = refused;
  await refused.report({ kind: "refused", orderItemId: itemId, lb: "7", reason: "quality" });
  await refused.report({ knownAt: before });
  expect(await alarms(refused)).toEqual([expect.stringContaining(": 3 lb of Ribeye Steak")]);
  await refused.report({ kind: "refused", orderItemId: itemId, lb: "3", reason: "quality" });
  expect(await alarms(refused)).toEqual([]);
});

it("meat of a recall opened in the meantime stays on the list until the client was told", async () => {
  const stop = await heldStop();
  await releaseLot(db, admin, stop.lot.id, "It was the box");
  const opening = { requestId: randomUUID(), lotId: stop.lot.id, scope: "forward" as const };
  const words = { intent: "recall" as const, reason: "E. coli", instructions: "Keep it apart" };
  const recallId = await openRecall(db, admin, { ...opening, ...words });
  await stop.report({ knownAt: stop.before });
  const [alarm] = (await getDriversRun(db, stop.driver)).handedOver;
  expect(alarm?.recall?.id).toBe(recallId);
  const called = { requestId: randomUUID(), customer: stop.customerId, note: "" };
  await recordContact(db, admin, recallId, { ...called, outcome: "no answer" });
  expect(await alarms(stop)).toHaveLength(1);
  const links = { pathFor: () => "/recall/x" } as unknown as RecallLinks;
  const told = await mailRecall(db, admin, recallId, { shop, links });
  expect(told.mailed).toBe(1);
  expect(await alarms(stop)).toEqual([]);
  await db.update(mailOutbox).set({ failedAt: new Date() });
  expect(await alarms(stop)).toHaveLength(1);
  await recordContact(db, admin, recallId, {
    ...called,
    requestId: randomUUID(),
    outcome: "told",
  });
  expect(await alarms(stop)).toEqual([]);
});
