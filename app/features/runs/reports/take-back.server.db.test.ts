import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { statusInWords } from "#app/domain/claims/credit.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { cashUpOf, confirmCashUp, takeBackCashUp } from "#app/domain/door/cash-up.server.ts";
import { seenSums } from "#app/domain/door/cash-up.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { fullReasonOf } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { endRun, resumeRun, sendOut } from "../run-changes.server.ts";
import { getDriversRun, getRun } from "../runs.server.ts";
import { recordReport } from "./record-report.server.ts";
import { handOverAtTill } from "./report-by-staff.server.ts";
import { undoDelivery, undoStop } from "./take-back.server.ts";

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

/** Creates a run that is out with one packed and invoiced order of 10 lb, and its driver. */
async function onTheRoad() {
  const run = await insertRun(db);
  const { user } = await insertClient(db);
  await db.update(customers).set({ termsKind: "on_delivery" }).where(eq(customers.id, user.id));
  const packed = async () => {
    const { stopId, order } = await insertStop(db, run, user.id);
    const item = await insertOrderItem(db, order.id);
    await issueFor(db, order);
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    return { stopId, orderId: order.id, number: order.number, itemId: item.id };
  };
  const first = await packed();
  await sendOut(db, admin, run.id, shop);
  const driver = await driverOf(db, await makeRunLink(db, admin, run.id));
  if (!driver) throw new Error("The link does not work");
  const report = (kind: string, more: object = {}) =>
    recordReport(
      db,
      driver,
      reportSchema.parse({
        kind,
        stopId: first.stopId,
        requestId: randomUUID(),
        at: new Date().toISOString(),
        ...more,
      }),
      shop,
    );
  return { run, driver, customerId: user.id, report, ...first };
}

const delivered = { receivedBy: "Kim Sample" };

const rowOf = async (runId: string) => (await db.select().from(runs).where(eq(runs.id, runId)))[0];
const stateOf = async (runId: string) => (await rowOf(runId))?.state;

it("taking back a delivery keeps the stop's reports of an earlier day", async () => {
  const { driver, report, stopId, itemId, orderId } = await onTheRoad();
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await db.insert(stopEvents).values({
    stopId,
    requestId: randomUUID(),
    kind: "refused",
    orderItemId: itemId,
    refusedLb: "2.00",
    happenedAt: yesterday,
    recordedAt: yesterday,
    recordedBy: admin.userId,
  });
  await report("delivered", delivered);
  await undoDelivery(db, admin, orderId, shop);
  const [there] = (await getDriversRun(db, driver)).stops;
  expect(there).toMatchObject({ state: "waiting", orders: [{ lines: [{ refusedLb: "2.00" }] }] });
});

it("the driver can take back and correct a refusal, even if the undo is sent twice", async () => {
  const { run, driver, report, stopId, itemId, orderId } = await onTheRoad();
  const lines = async () =>
    (await getDriversRun(db, driver)).stops.flatMap(({ orders: here }) =>
      here.flatMap((order) => order.lines.map(({ refusedLb }) => refusedLb)),
    );
  await report("refused", { orderItemId: itemId, lb: "9", reason: "quality" });
  expect(await lines()).toEqual(["9.00"]);
  const requestId = randomUUID();
  await report("undone", { requestId });
  await report("undone", { requestId });
  expect(await lines()).toEqual(["0.00"]);
  await report("refused", { orderItemId: itemId, lb: "0.9", reason: "quality" });
  await report("delivered", delivered);
  expect(await stateOf(run.id)).toBe("done");
  // The run ended with its last stop, so its driver is still out there.
  await report("undone");
  expect(await stateOf(run.id)).toBe("out");
  await report("delivered", delivered);
  const requests = await db
    .select({ status: creditRequests.status, decisionNote: creditRequests.decisionNote })
    .from(creditRequests)
    .where(eq(creditRequests.orderId, orderId));
  // Nobody declined them.
  expect(requests.map(statusInWords)).toEqual(["Taken back", "Taken back"]);
  const events = await db
    .select({ kind: stopEvents.kind })
    .from(stopEvents)
    .where(eq(stopEvents.stopId, stopId))
    .orderBy(asc(stopEvents.recordedAt));
  expect(events.map(({ kind }) => kind).join(" ")).toBe(
    "refused undone refused delivered undone delivered",
  );
});

it("a report can't be taken back once its refusal was credited", async () => {
  const { run, driver, report, itemId, orderId, number, stopId } = await onTheRoad();
  await report("refused", { orderItemId: itemId, lb: "1", reason: "quality" });
  await report("delivered", delivered);
  const [request] = await db
    .select()
    .from(creditRequests)
    .where(eq(creditRequests.orderId, orderId));
  const lines = [{ position: 0, lb: "1.00", amount: null }];
  await decideCredit(db, admin, request?.id ?? "", { intent: "approve", lines, note: "" }, shop);
  const said = new RegExp(
    `^credited: Order ${number} was credited on .*, on CN-.*\\. A credit note`,
  );
  expect(await fullReasonOf(undoDelivery(db, admin, orderId, shop))).toMatch(said);
  expect(await fullReasonOf(undoStop(db, admin, stopId, shop))).toMatch(said);
  expect(await fullReasonOf(report("undone"))).toMatch(said);
  for (const shown of [await getRun(db, admin, run.id), await getDriversRun(db, driver)]) {
    expect(shown?.stops[0]?.undoObstacle).toMatch(/^Order .* was credited on/);
  }
});

it("a report can't be taken back before the cash-up that counted its payments", async () => {
  const { run, report, stopId } = await onTheRoad();
  const cents = 10_000;
  const reason = { note: "They had no more" };
  await report("paid", { method: "cash", cents, dueCents: 24_990, takenBy: "Sam", ...reason });
  await report("delivered", delivered);
  const taken = { cash: cents, cheque: 0, terminal: 0 };
  const form = { requestId: randomUUID(), seen: seenSums(taken), reason: "", ...taken };
  await confirmCashUp(db, admin, run.id, form);
  expect(await fullReasonOf(undoStop(db, admin, stopId, shop))).toMatch(
    /^counted: \$100\.00 taken here was counted in the cash-up of .*m\. An owner has to take the cash-up back first\. Nothing was changed\.$/,
  );
  const counted = await cashUpOf(db, admin, run.id);
  await takeBackCashUp(db, admin, run.id, { id: counted?.id ?? "", why: "Wrong stop" });
  expect(await fullReasonOf(undoStop(db, admin, stopId, shop))).toBe("accepted");
});

async function countedUp({
  run,
  report,
}: Pick<Awaited<ReturnType<typeof onTheRoad>>, "run" | "report">) {
  const note = "They had no more";
  const paid = { method: "cash", cents: 10_000, dueCents: 24_990, takenBy: "Sam", note };
  await report("paid", paid);
  const taken = { cash: 10_000, cheque: 0, terminal: 0 };
  const form = { requestId: randomUUID(), seen: seenSums(taken), reason: "", ...taken };
  await confirmCashUp(db, admin, run.id, form);
}

it("a late report can't change a delivery after the cash-up", async () => {
  const stop = await onTheRoad();
  const { run, report, itemId } = stop;
  await report("delivered", delivered);
  await countedUp(stop);
  const before = await getRun(db, admin, run.id);
  const refused = { orderItemId: itemId, lb: "10", reason: "quality" };
  expect(await fullReasonOf(report("refused", refused))).toMatch(
    /^counted: \$100\.00 taken here was counted .* Call the office to change what was reported here\. Nothing was changed\.$/,
  );
  expect(await fullReasonOf(report("all_refused"))).toMatch(/^already delivered/);
  expect(await getRun(db, admin, run.id)).toEqual(before);
  expect(before?.stops[0]).toMatchObject({ state: "delivered", receivedBy: "Kim Sample" });
});

it("a first report is accepted after the cash-up, and the office can take it back", async () => {
  const stop = await onTheRoad();
  const { run, report, itemId, stopId } = stop;
  await countedUp(stop);
  await report("refused", { orderItemId: itemId, lb: "10", reason: "quality" });
  await report("all_refused");
  expect((await getRun(db, admin, run.id))?.stops[0]).toMatchObject({
    state: "delivered",
    undoObstacle: "",
  });
  await undoStop(db, admin, stopId, shop);
  expect((await getRun(db, admin, run.id))?.stops[0]?.state).toBe("waiting");
});

it("a stop's first order keeps its recipient when a later one is wholly refused", async () => {
  const { run, report, customerId } = await onTheRoad();
  await report("delivered", delivered);
  const { order } = await insertStop(db, run, customerId);
  const item = await insertOrderItem(db, order.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await report("refused", { orderItemId: item.id, lb: "10", reason: "quality" });
  await report("all_refused");
  expect((await getRun(db, admin, run.id))?.stops[0]?.earlier[0]?.receivedBy).toBe("Kim Sample");
});

it("an ended run stays ended, and only the office can take back its reports", async () => {
  const { run, driver, report, stopId, customerId } = await onTheRoad();
  await insertStop(db, run, customerId, { shipToId: null });
  await report("delivered", delivered);
  expect(await stateOf(run.id)).toBe("out");
  await endRun(db, admin, run.id);
  expect((await getDriversRun(db, driver)).endedAt).not.toBeNull();
  expect(await fullReasonOf(report("undone"))).toMatch(/^back: The driver is back/);
  await undoStop(db, admin, stopId, shop);
  expect(await stateOf(run.id)).toBe("done");
  expect((await getRun(db, admin, run.id))?.stops[0]?.state).toBe("waiting");
});

it("a run that ended with its last report can be resumed for a late order", async () => {
  const { run, report } = await onTheRoad();
  await report("delivered", delivered);
  expect(await rowOf(run.id)).toMatchObject({ state: "done", endedBy: null });
  await resumeRun(db, admin, run.id);
  expect(await stateOf(run.id)).toBe("out");
});

it("a run that was ended too early can be resumed", async () => {
  const { run, driver, report, stopId, customerId } = await onTheRoad();
  await insertStop(db, run, customerId, { shipToId: null });
  await report("delivered", delivered);
  expect(await fullReasonOf(resumeRun(db, admin, run.id))).toBe(
    "run: This run is not over, so it can’t go on again.",
  );
  const leftAt = (await rowOf(run.id))?.departedAt;
  await endRun(db, admin, run.id);
  await resumeRun(db, admin, run.id);
  expect(await rowOf(run.id)).toMatchObject({ state: "out", departedAt: leftAt, endedBy: null });
  expect((await getDriversRun(db, driver)).endedAt).toBeNull();
  expect(await fullReasonOf(report("undone"))).toBe("accepted");
  expect((await getRun(db, admin, run.id))?.stops.find(({ id }) => id === stopId)?.state).toBe(
    "waiting",
  );
});

it("a run doesn't end automatically while an order on it is still to be packed", async () => {
  const { run, report, customerId, itemId, number } = await onTheRoad();
  const late = await insertStop(db, run, customerId);
  await report("refused", { orderItemId: itemId, lb: "1", reason: "quality" });
  await report("delivered", delivered);
  expect(await stateOf(run.id)).toBe("out");
  // Its history names only the orders that were on the truck.
  const entries = await auditEntries(db, "run", run.id);
  const named = entries.flatMap(({ after }) => (after as { orders?: string } | null)?.orders ?? []);
  expect(named).toEqual([String(number), String(number)]);
  await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, late.order.id));
  await undoStop(db, admin, late.stopId, shop);
  await report("delivered", delivered);
  expect(await stateOf(run.id)).toBe("done");
});

it("a counter sale can't be taken back, since nobody reported it", async () => {
  const { report, orderId } = await onTheRoad();
  await report("delivered", delivered);
  const nowhere = { runId: null, stopId: null, deliveryKind: null, deliveryDay: null };
  await db
    .update(orders)
    .set({ ...nowhere, deliveryFrom: null, deliveryTo: null, channel: "counter" })
    .where(eq(orders.id, orderId));
  expect(await fullReasonOf(undoDelivery(db, admin, orderId, shop))).toMatch(
    /^sold: Order \d+ was sold over the counter\. If something of it comes back, refund or credit it\. Nothing was changed\.$/,
  );
});

it("each pickup handed over at a till can be taken back, whether or not others wait there", async () => {
  const zone = await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" });
  const run = await insertRun(db, { zoneId: zone.id });
  const { user } = await insertClient(db);
  const packed = async () => {
    const { order } = await insertStop(db, run, user.id);
    await insertOrderItem(db, order.id);
    await issueFor(db, order);
    const now = { status: "fulfilled", deliveryKind: "pickup" } as const;
    await db.update(orders).set(now).where(eq(orders.id, order.id));
    return order.id;
  };
  const [first, second] = [await packed(), await packed()];
  const handOver = (id: string) => db.transaction((tx) => handOverAtTill(tx, admin, id, shop));
  const statuses = async () => {
    const rows = await db.select().from(orders).where(eq(orders.runId, run.id));
    return [first, second].map((id) => rows.find((row) => row.id === id)?.status);
  };
  await handOver(first);
  await undoDelivery(db, admin, first, shop);
  expect(await statuses()).toEqual(["fulfilled", "fulfilled"]);
  await handOver(first);
  await handOver(second);
  expect(await statuses()).toEqual(["delivered", "delivered"]);
  await undoDelivery(db, admin, first, shop);
  expect(await statuses()).toEqual(["fulfilled", "fulfilled"]);
});
