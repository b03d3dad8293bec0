import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { countTogether } from "#app/domain/claims/credits.server.ts";
import { creditTogether, decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { listInvoicesForAdmin } from "#app/domain/documents/invoices.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { ordersToStop } from "#app/domain/lots/lot-trace.ts";
import { refuseUsedLots } from "#app/domain/lots/void-lots.server.ts";
import { marginsOfOrder } from "#app/domain/margins/margins.server.ts";
import { movePacked } from "#app/domain/ordering/delivery/move-packed.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { comesBack, isAllWeighed } from "#app/features/runs/comes-back.ts";
import { deliverByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { undoDelivery, undoStop } from "#app/features/runs/reports/take-back.server.ts";
import { undoObstacleOf } from "#app/features/runs/reports/undo-obstacles.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { salesMargins } from "#app/features/sales/sales.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documents } from "#db/schema/money/documents.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots } from "#db/schema/packages.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { issueFor } from "#tests/setup/factories/orders.ts";
import { insertRefused } from "#tests/setup/factories/returns.ts";
import { insertRun, insertStop, putOnRun } from "#tests/setup/factories/runs.ts";
import { saidBy } from "#tests/setup/reason-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { TypedReturn } from "./returned.ts";
import {
  awaitedReturns,
  awaitsWeighing,
  lastReturns,
  returnableOrder,
  weighReturns,
} from "./returns.server.ts";

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

const refusedAtDoor = (...of: [(string | null)?, Parameters<typeof insertRefused>[2]?]) =>
  insertRefused({ db, admin }, ...of);

const onHand = async (productId: string) => {
  const [sum] = await db
    .select({ lb: sql<string>`sum(lb)::text` })
    .from(stockEntries)
    .where(eq(stockEntries.productId, productId));
  return sum?.lb;
};

const creditsOf = (orderId: string) =>
  db
    .select({ status: creditRequests.status, total: documents.total })
    .from(creditRequests)
    .leftJoin(documents, eq(documents.id, creditRequests.creditNoteId))
    .where(eq(creditRequests.orderId, orderId));

async function weighReturn(db: Database, staff: Admin, orderId: string, typed: TypedReturn) {
  const [weighed] = await weighReturns(db, staff, orderId, [typed], shop);
  if (!weighed) throw new Error("Nothing was weighed");
  return weighed;
}

it("doesn't list an order that was packed after its run left, and refuses to weigh it", async () => {
  const { run, order, typed } = await refusedAtDoor(null);
  const departedAt = sql`now() - interval '1 hour'`;
  await db.update(orders).set({ leftBehindAt: sql`now()` }).where(eq(orders.id, order.id));
  await db.update(runs).set({ state: "done", departedAt }).where(eq(runs.id, run.id));
  expect((await awaitedReturns(db, admin)).map(({ orderId }) => orderId)).not.toContain(order.id);
  expect(await saidBy(weighReturn(db, admin, order.id, typed()))).toMatch(/did not leave/);
});

it("lists and weighs an undelivered order of any age once its run is over", async () => {
  const { run, stopId, product, lot, order, report, typed } = await refusedAtDoor(null);
  const listed = async () =>
    (await awaitedReturns(db, admin)).filter(({ orderId }) => orderId === order.id);
  const back = typed({ lb: "9.80", reason: "not_delivered" });
  expect(await listed()).toEqual([]);
  await report({ kind: "not_home" });
  await db.update(runs).set({ state: "done" }).where(eq(runs.id, run.id));
  await db
    .update(runStops)
    .set({ visitedAt: sql`now() - interval '90 days'` })
    .where(eq(runStops.id, stopId));
  expect(await listed()).toMatchObject([
    { productName: null, lb: "10.00", note: "No one there", orderNumber: order.number },
  ]);
  const onRun = async () => {
    const seen = await getRun(db, admin, run.id);
    return seen && { back: comesBack(seen).map(({ what }) => what), isAll: isAllWeighed(seen) };
  };
  expect(await onRun()).toMatchObject({ back: [["10 lb, the whole order"]], isAll: false });
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ place: "client" })))).toBe(
    "Nobody took this order, so it was with us all the time",
  );
  const { lotCode, outcome } = await weighReturn(db, admin, order.id, back);
  expect({ lotCode, outcome }).toEqual({ lotCode: lot.code, outcome: "stock" });
  expect(await onHand(product.id)).toBe("-0.20");
  // All of it was billed, and the client has none of it.
  expect(await creditsOf(order.id)).toEqual([{ status: "approved", total: "100.00" }]);
  const [note] = await db
    .select({ reason: documents.reason })
    .from(documents)
    .innerJoin(creditRequests, eq(creditRequests.creditNoteId, documents.id))
    .where(eq(creditRequests.orderId, order.id));
  expect(note).toEqual({ reason: "Not delivered" });
  expect(await listed()).toEqual([]);
  expect(await onRun()).toEqual({ back: [], isAll: true });
  const [row] = await lastReturns(db, admin);
  expect(row).toMatchObject({ lb: "9.80", isUndelivered: true });
  // A recall no longer looks for it among what is packed.
  const traced = await traceLots(db, admin, [lot.id]);
  expect(ordersToStop(traced)).toEqual([]);
  // Its boxes are unpacked, so it isn't delivered another day.
  const zone = await insertServedZone(db);
  const move = movePacked(
    db,
    admin,
    order.id,
    {
      day: { zoneId: zone.id, date: dayIn(7) },
      chargesFee: false,
      from: runKey(run.zoneId, run.date),
      requestId: randomUUID(),
    },
    { shop, secondFee: "never" },
  );
  await expect(move).rejects.toThrow(/came back undelivered/);
});

it("never marks a weighed-back order as delivered, but delivers the others of its stop", async () => {
  const { run, stopId, order, report, typed } = await refusedAtDoor(null);
  await report({ kind: "not_home" });
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, run.id));
  await weighReturn(db, admin, order.id, typed({ lb: "9.80" }));
  const sentence = `Order ${order.number} came back undelivered and was weighed, so it can’t be marked as delivered. Take a new order instead. Nothing was changed.`;
  const byStaff = () => saidBy(deliverByStaff(db, admin, order.id, shop, run.date));
  expect(await byStaff()).toBe(sentence);
  const byDriver = () => saidBy(report({ kind: "delivered", receivedBy: "Kim Sample" }));
  expect(await byDriver()).toBe(sentence);

  const other = await insertStop(db, run, order.customerId, { status: "fulfilled" });
  expect(other.stopId).toBe(stopId);
  expect(await byStaff()).toBe(sentence);
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  const statusOf = (id: string) =>
    db.select({ status: orders.status }).from(orders).where(eq(orders.id, id));
  expect(await statusOf(order.id)).toEqual([{ status: "fulfilled" }]);
  expect(await statusOf(other.order.id)).toEqual([{ status: "delivered" }]);
});

it("keeps a report whose goods were weighed back since, even if staff or the driver undo it", async () => {
  const { run, stopId, order, report, typed } = await refusedAtDoor("4.00");
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  expect(await undoObstacleOf(db, admin, order.id)).toBe("");
  await weighReturn(db, admin, order.id, typed());
  const said = new RegExp(
    `^4 lb of order ${order.number} were weighed back on .*m\\. What was weighed back stays, so this report stays too\\.`,
  );
  for (const undo of [
    () => undoDelivery(db, admin, order.id, shop),
    () => undoStop(db, admin, stopId, shop),
    () => report({ kind: "undone" }),
  ]) {
    expect(await saidBy(undo())).toMatch(said);
  }
  expect(await undoObstacleOf(db, admin, order.id)).toMatch(said);
  expect((await getRun(db, admin, run.id))?.stops[0]?.undoObstacle).toMatch(said);
  const [stored] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored?.status).toBe("delivered");
});

it("lists an order without any report once its run is over, until it is moved", async () => {
  const { run, order } = await refusedAtDoor(null);
  const listed = async () =>
    (await awaitedReturns(db, admin)).filter(({ orderId }) => orderId === order.id);
  const set = (values: Partial<typeof runs.$inferInsert>) =>
    db.update(runs).set(values).where(eq(runs.id, run.id));
  await set({ state: "out", departedAt: new Date() });
  expect(await listed()).toEqual([]);
  await set({ state: "done", doneAt: new Date() });
  expect(await listed()).toMatchObject([{ lb: "10.00", note: "Nothing was reported of its stop" }]);
  // A run that nobody ended is over with its day.
  await set({ state: "out", date: daysAfter(pacificDay(new Date()), -1) });
  expect(await listed()).toHaveLength(1);
  const next = await insertRun(db);
  await putOnRun(db, next, order);
  expect(await listed()).toEqual([]);
});

it("lists only the refused pounds, even if nothing else was reported of the stop", async () => {
  const { run, order, typed } = await refusedAtDoor("4.00");
  await db.update(runs).set({ state: "done" }).where(eq(runs.id, run.id));
  const listed = (await awaitedReturns(db, admin)).filter(({ orderId }) => orderId === order.id);
  expect(listed).toMatchObject([{ productName: "Ribeye Steak", lb: "4.00" }]);
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ lb: "9" })))).toMatch(
    /^Only 4 lb were refused at the truck/,
  );
});

it("lists refused goods of any age until they are weighed", async () => {
  const { stopId, order, item, typed } = await refusedAtDoor(null);
  const longAgo = sql`now() - interval '60 days'`;
  await db.insert(stopEvents).values({
    stopId,
    requestId: randomUUID(),
    kind: "refused",
    recordedBy: admin.userId,
    orderItemId: item.id,
    refusedLb: "4.00",
    recordedAt: longAgo,
    happenedAt: longAgo,
  });
  const listed = async () =>
    (await awaitedReturns(db, admin)).filter(({ orderId }) => orderId === order.id);
  expect(await listed()).toMatchObject([{ productName: "Ribeye Steak", lb: "4.00" }]);
  await weighReturn(db, admin, order.id, typed());
  expect(await listed()).toEqual([]);
});

it("throws away goods refused for quality unless staff choose otherwise", async () => {
  const { product, order, typed } = await refusedAtDoor();
  const { becomes: _, ...unasked } = typed();
  const weighed = await weighReturn(db, admin, order.id, { ...unasked, becomes: null });
  expect(weighed).toMatchObject({ outcome: "waste" });
  const written = await db
    .select({ reason: stockEntries.reason })
    .from(stockEntries)
    .where(eq(stockEntries.productId, product.id));
  expect(written.map(({ reason }) => reason)).toContain("Refused at the truck");
});

it("returns goods refused at the truck to their lot, and credits them, in one step", async () => {
  const { product, lot, order, typed } = await refusedAtDoor();
  expect(
    (await awaitedReturns(db, admin)).find(({ orderId }) => orderId === order.id),
  ).toMatchObject({ lb: "4.00" });
  const sent = typed({ lb: "3.96" });
  const weighed = await weighReturn(db, admin, order.id, sent);
  expect(weighed).toMatchObject({ outcome: "stock", lotCode: lot.code, isCredited: true });
  expect(await onHand(product.id)).toBe("-6.04");
  expect((await sumsOfLots(db, [lot.id])).get(lot.id)).toMatchObject({ leftLb: "43.96" });
  // It dripped, but the client kept none of the 4 lb billed.
  expect(await creditsOf(order.id)).toEqual([{ status: "approved", total: "40.00" }]);
  expect((await lastReturns(db, admin))[0]).toMatchObject({ lb: "3.96", outcome: "stock" });

  expect(await weighReturn(db, admin, order.id, sent)).toMatchObject({ outcome: "stock" });
  expect(await db.$count(returnedGoods, eq(returnedGoods.orderId, order.id))).toBe(1);
});

it("takes back the cost of goods that went to their lot, but not of those thrown away", async () => {
  const earnedOf = async (more: Record<string, string>) => {
    const { lot, item, order, typed } = await refusedAtDoor();
    await db.update(lots).set({ costCents: 250_00 }).where(eq(lots.id, lot.id));
    await weighReturn(db, admin, order.id, typed({ lb: "3.96", ...more }));
    const margin = (await marginsOfOrder(db, admin, order.id))[item.id];
    const today = pacificDay(new Date());
    const all = await salesMargins(db, admin, "order", { from: today, to: today });
    const sold = all.get(`Order ${order.number}`);
    return [margin, sold].map((one) => [one?.amountCents, one?.costCents]);
  };
  // 10 lb of a lot at $5.00/lb, of which 4 lb are credited and 3.96 lb are back in the lot.
  expect(await earnedOf({})).toEqual([
    [60_00, 30_20],
    [60_00, 30_20],
  ]);
  expect(await earnedOf({ temperatureC: "9" })).toEqual([
    [60_00, 50_00],
    [60_00, 50_00],
  ]);
});

it.each([
  ["warm", { temperatureC: "4.1" }],
  ["without a temperature", { temperatureC: "" }],
  ["without the minutes", { minutesOut: "" }],
])("throws away goods that came back %s", async (_, more) => {
  const { product, lot, order, typed } = await refusedAtDoor();
  const weighed = await weighReturn(db, admin, order.id, typed(more));
  expect(weighed).toMatchObject({ outcome: "waste", isCredited: true });
  expect(await onHand(product.id)).toBe("-10.00");
  const entries = await db
    .select({ kind: stockEntries.kind, lb: stockEntries.lb, lotId: stockEntries.lotId })
    .from(stockEntries)
    .where(and(eq(stockEntries.productId, product.id), sql`request_id is not null`));
  expect(entries).toEqual(
    expect.arrayContaining([
      { kind: "returned", lb: "4.00", lotId: lot.id },
      { kind: "waste", lb: "-4.00", lotId: lot.id },
    ]),
  );
  expect((await sumsOfLots(db, [lot.id])).get(lot.id)).toMatchObject({ leftLb: "40.00" });
  expect(await saidBy(db.transaction((tx) => refuseUsedLots(tx, [lot.id])))).toBe(
    `Lot ${lot.code} had some of it come back. Take that weighing back first.`,
  );
});

const tooWarm =
  "The driver recorded it as too warm, so it is not sold again, however cold it is now";

it("never resells goods refused as too warm, even if they are cold now", async () => {
  const { product, order, typed } = await refusedAtDoor("4.00", { reason: "warm" });
  const [line] = (await returnableOrder(db, admin, order.id))?.lines ?? [];
  expect(line).toMatchObject({ wasWarm: true, reports: [{ reason: "warm" }] });
  const cold = { temperatureC: "3", minutesOut: "10", reason: "wrong_item" };
  expect(await saidBy(weighReturn(db, admin, order.id, typed(cold)))).toBe(tooWarm);
  expect(await db.$count(returnedGoods, eq(returnedGoods.orderId, order.id))).toBe(0);
  const unasked = { ...typed(cold), becomes: null };
  const thrown = await weighReturn(db, admin, order.id, unasked);
  expect(thrown).toMatchObject({ outcome: "waste", isCredited: true });
  expect(await onHand(product.id)).toBe("-10.00");
});

it("never resells goods refused at a stop with too warm a product", async () => {
  const { order, report, typed } = await refusedAtDoor();
  const wasWarm = async () => (await returnableOrder(db, admin, order.id))?.lines[0]?.wasWarm;
  expect(await wasWarm()).toBe(false);
  const delivered = { kind: "delivered", receivedBy: "Kim Sample", note: "The unit failed" };
  await report({ ...delivered, temperatureC: "4.1" });
  expect(await wasWarm()).toBe(true);
  expect(await saidBy(weighReturn(db, admin, order.id, typed()))).toBe(tooWarm);
  // Another client's goods are judged by their own stop.
  const other = await refusedAtDoor();
  await other.report({ ...delivered, temperatureC: "4.0" });
  const sold = await weighReturn(db, admin, other.order.id, other.typed());
  expect(sold).toMatchObject({ outcome: "stock" });
});

it("never resells goods kept back at a stop with too warm a product", async () => {
  const { run, stopId, order, typed } = await refusedAtDoor(null);
  await db.insert(stopEvents).values({
    stopId,
    requestId: randomUUID(),
    kind: "delivered",
    recordedBy: admin.userId,
    temperatureC: "9.0",
    happenedAt: new Date(),
  });
  await db.update(runs).set({ state: "done" }).where(eq(runs.id, run.id));
  expect(await saidBy(weighReturn(db, admin, order.id, typed()))).toBe(tooWarm);
});

it("never resells goods that a client had, even if they are cold, but credits them", async () => {
  const { order, report, typed } = await refusedAtDoor(null);
  const back = typed({ place: "client", temperatureC: "1", minutesOut: "5" });
  expect(await saidBy(weighReturn(db, admin, order.id, back))).toMatch(/did not leave/);
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  expect(await weighReturn(db, admin, order.id, back)).toMatchObject({ outcome: "waste" });
  expect(await creditsOf(order.id)).toEqual([{ status: "approved", total: "40.00" }]);
  // Nor can it be recorded as refused at the truck.
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ lb: "1" })))).toBe(
    "The driver reported nothing of it as refused, so it had left our hands",
  );
  const pretended = db.insert(returnedGoods).values({
    requestId: randomUUID(),
    orderId: order.id,
    orderItemId: typed().item,
    lb: "1.00",
    place: "client",
    temperatureC: "1.0",
    minutesOut: 5,
    outcome: "stock",
    creditRequestId: (await db.select().from(creditRequests))[0]?.id ?? "",
    weighedBy: admin.userId,
  });
  await expect(pretended).rejects.toThrow();
});

it("refuses more pounds than were sent or refused at the truck, and a lot that wasn't sent", async () => {
  const { order, typed } = await refusedAtDoor();
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ lb: "10.01" })))).toBe(
    "Only 10 lb were sent",
  );
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ lb: "5" })))).toBe(
    "Only 4 lb were refused at the truck. The rest had left our hands",
  );
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ lot: "" })))).toMatch(
    /was not packed of this lot/,
  );
  expect(await db.$count(returnedGoods, eq(returnedGoods.orderId, order.id))).toBe(0);
  expect(await creditsOf(order.id)).toEqual([{ status: "open", total: null }]);
});

it("throws away goods of a lot on hold unless staff return them to it", async () => {
  const { lot, order, typed } = await refusedAtDoor();
  await holdLot(db, admin, lot.id, "Smells");
  const { becomes: _, ...unasked } = typed({ lb: "1", reason: "wrong_item" });
  const thrown = await weighReturn(db, admin, order.id, { ...unasked, becomes: null });
  expect(thrown).toMatchObject({ outcome: "waste" });
  expect(await returnableOrder(db, admin, order.id)).toMatchObject({
    lines: [{ lots: [{ code: lot.code, isHeld: true }] }],
  });
  const kept = await weighReturn(db, admin, order.id, typed({ lb: "1" }));
  expect(kept).toMatchObject({ outcome: "stock", lotCode: lot.code });
});

it("credits each weighing's own pounds", async () => {
  const { order, typed } = await refusedAtDoor();
  await weighReturn(db, admin, order.id, typed({ lb: "1.5" }));
  await weighReturn(db, admin, order.id, typed({ lb: "2.5" }));
  const credited = await db
    .select({ lb: creditRequestLines.lb, total: documents.total })
    .from(creditRequestLines)
    .innerJoin(creditRequests, eq(creditRequests.id, creditRequestLines.creditRequestId))
    .innerJoin(documents, eq(documents.id, creditRequests.creditNoteId))
    .where(eq(creditRequests.orderId, order.id))
    .orderBy(creditRequestLines.lb);
  expect(credited).toEqual([
    { lb: "1.50", total: "15.00" },
    { lb: "2.50", total: "25.00" },
  ]);
});

it("names the lot of which too much came back if the line had several", async () => {
  const { lot, order, typed } = await refusedAtDoor("10.00", { otherLb: "4.00" });
  expect(await saidBy(weighReturn(db, admin, order.id, typed({ lb: "9" })))).toBe(
    `Only 6 lb of lot ${lot.code} were sent`,
  );
});

it("stores a weighing once if it is sent concurrently, and no more pounds than were sent", async () => {
  const { order, typed } = await refusedAtDoor();
  const sent = typed();
  await Promise.all([1, 2, 3].map(() => weighReturn(db, admin, order.id, sent)));
  expect(await db.$count(returnedGoods, eq(returnedGoods.orderId, order.id))).toBe(1);
  const both = await Promise.all(
    [1, 2].map(() => saidBy(weighReturn(db, admin, order.id, typed({ lb: "6", place: "client" })))),
  );
  expect(both.sort()).toEqual(["Only 10 lb were sent, and 10 lb are back", "accepted"]);
});

it("leaves the credit of an order without an invoice open", async () => {
  const { order, typed } = await refusedAtDoor("4.00", { isInvoiced: false });
  const weighed = await weighReturn(db, admin, order.id, typed({ lb: "3.5" }));
  expect(weighed.isCredited).toBe(false);
  expect(await creditsOf(order.id)).toEqual([{ status: "open", total: null }]);
  expect(await returnableOrder(db, admin, order.id)).toMatchObject({
    lines: [{ refusedLb: "4.00", truckLb: "3.50", lots: [{ sentLb: "10.00", backLb: "3.50" }] }],
  });
});

it("adds up several weighings before the invoice in one claim", async () => {
  const { order, item, typed } = await refusedAtDoor("4.00", { isInvoiced: false });
  await weighReturn(db, admin, order.id, typed({ lb: "2.5" }));
  await weighReturn(db, admin, order.id, typed({ lb: "1" }));
  const claimed = () =>
    db
      .select({ lb: creditRequestLines.lb })
      .from(creditRequestLines)
      .where(eq(creditRequestLines.orderItemId, item.id));
  expect(await claimed()).toEqual([{ lb: "3.50" }]);
  await issueFor(db, order);
  const last = await weighReturn(db, admin, order.id, typed({ lb: "0.5" }));
  expect(last.isCredited).toBe(true);
  expect(await creditsOf(order.id)).toEqual([{ status: "approved", total: "40.00" }]);
});

it("shows what the driver recorded at the door, with the temperature of the stop", async () => {
  const { order, item, report } = await refusedAtDoor(null);
  const at = "2026-03-09T17:30:00.000Z";
  const refusal = { orderItemId: item.id, lb: "4.00", reason: "quality", note: "Torn bag" };
  await report({ kind: "refused", at, ...refusal });
  const reports = async () =>
    (await returnableOrder(db, admin, order.id))?.lines.flatMap((line) => line.reports);
  expect(await reports()).toMatchObject([{ lb: "4.00", temperatureC: null }]);
  await report({ kind: "delivered", receivedBy: "Kim Sample", temperatureC: "2.5" });
  const [recorded, ...more] = (await reports()) ?? [];
  expect(more).toEqual([]);
  expect(recorded).toMatchObject({ lb: "4.00", temperatureC: "2.5" });
  expect(recorded?.note).toContain("Not good");
  expect(recorded?.note).toContain("Torn bag");
  expect(recorded?.happenedAt).toBeInstanceOf(Date);
});

it("credits all refused lines of an order in one note, and nothing more when they are weighed", async () => {
  const { order, item, report, typed } = await refusedAtDoor("4.00");
  await report({ kind: "refused", orderItemId: item.id, lb: "6.00", reason: "late" });
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  const requests = () =>
    db
      .select()
      .from(creditRequests)
      .where(eq(creditRequests.orderId, order.id))
      .orderBy(creditRequests.createdAt);
  const [first] = await requests();
  const asked = { id: first?.id ?? "", orderId: order.id };
  expect(await countTogether(db, admin, asked)).toBe(2);
  await creditTogether(db, admin, asked.id, shop);
  expect(await saidBy(creditTogether(db, admin, asked.id, shop))).toMatch(/meanwhile/);
  const notes = async () => {
    const ids = (await requests()).flatMap(({ creditNoteId }) => creditNoteId ?? []);
    return db.select().from(documents).where(inArray(documents.id, ids));
  };
  expect((await notes()).map(({ total }) => total)).toEqual(["100.00"]);
  expect(await countTogether(db, admin, asked)).toBe(0);
  expect(await returnableOrder(db, admin, order.id)).toMatchObject({
    lines: [{ creditedLb: "10.00" }],
  });
  for (const lb of ["4", "6"]) {
    expect(await awaitsWeighing(db, admin, order.id)).toBe(true);
    const back = await weighReturn(db, admin, order.id, typed({ lb }));
    expect(back).toMatchObject({ isCredited: true, wasCredited: true });
  }
  expect(await awaitsWeighing(db, admin, order.id)).toBe(false);
  expect(await notes()).toHaveLength(1);
  expect((await requests()).map(({ status }) => status)).toEqual(["approved", "approved"]);
  // Nobody paid it, so no screen says so.
  const { rows } = await listInvoicesForAdmin(db, admin, { search: String(order.number) });
  expect(rows).toMatchObject([{ openCents: 0, isCredited: true }]);
  expect(await getOrderForAdmin(db, admin, order.id)).toMatchObject({
    isRefused: true,
    isInvoiceCredited: true,
  });
});

it("credits of what the office credited ahead only the rest, however it is weighed", async () => {
  const credited = async (reported: string[], ...weighings: Record<string, string>[]) => {
    const { order, item, report, typed } = await refusedAtDoor(null);
    for (const lb of reported) {
      await report({ kind: "refused", orderItemId: item.id, lb, reason: "quality" });
    }
    const [asked] = await db
      .select({ id: creditRequests.id })
      .from(creditRequests)
      .where(eq(creditRequests.orderId, order.id));
    const id = asked?.id ?? "";
    const lines = [{ position: 0, lb: reported[0] ?? "", amount: null }];
    if (reported.length > 1) await creditTogether(db, admin, id, shop);
    else await decideCredit(db, admin, id, { intent: "approve", note: "", lines }, shop);
    const more: string[] = [];
    for (const weighing of weighings) {
      const back = await weighReturn(db, admin, order.id, typed(weighing));
      more.push(back.wasCredited ? "none" : (back.creditedLb ?? ""));
    }
    return more;
  };
  expect(await credited(["6.00"], { lb: "6.04" })).toEqual(["none"]);
  expect(await credited(["4.00", "6.00"], { lb: "10" })).toEqual(["none"]);
  expect(await credited(["6.00"], { lb: "3.02" }, { lb: "3.02" })).toEqual(["none", "none"]);
  // What was credited ahead counts once.
  const client = { place: "client" };
  const two = [
    { ...client, lb: "8" },
    { ...client, lb: "2" },
  ];
  expect(await credited(["6.00"], ...two)).toEqual(["2.00", "2.00"]);
});

it("weighs in a line packed over its promise that was refused as a whole", async () => {
  const { order, item, report, typed } = await refusedAtDoor(null, { isInvoiced: false });
  const overDecision = "bill_promise";
  await db
    .update(orderItems)
    .set({ quantity: "9.00", overDecision })
    .where(eq(orderItems.id, item.id));
  const [line] = await db.select().from(orderItems).where(eq(orderItems.id, item.id));
  await issueFor(db, order);
  await report({ kind: "refused", orderItemId: item.id, lb: "10.00", reason: "quality" });
  const back = await weighReturn(db, admin, order.id, typed({ lb: "9.8" }));
  expect(back).toMatchObject({ isCredited: true, creditedLb: "10.00" });
  expect(Number(line?.promisedAmount)).toBeLessThan(100);
  expect(await creditsOf(order.id)).toEqual([{ status: "approved", total: line?.promisedAmount }]);
});

it("credits several lines and lots weighed together in one note, once", async () => {
  const { product, order, item, second, report, typed } = await refusedAtDoor("10.00", {
    otherLb: "4.00",
    secondLb: "5.00",
  });
  await report({ kind: "refused", orderItemId: second?.id, lb: "3.00", reason: "late" });
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  const lines = (await returnableOrder(db, admin, order.id))?.lines;
  const mine = typed({ lb: "5.9" });
  const other = lines
    ?.find(({ itemId }) => itemId === item.id)
    ?.lots.find(({ lotId }) => lotId !== mine.lot);
  const all = [
    mine,
    typed({ lb: "3.9", lot: other?.lotId ?? "" }),
    typed({ lb: "2.95", item: second?.id ?? "", reason: "late", becomes: "waste" }),
  ];
  const heavy = [mine, { ...typed({ lb: "9" }), item: second?.id ?? "" }];
  const tooMuch = weighReturns(db, admin, order.id, heavy, shop);
  expect(await saidBy(tooMuch)).toBe("Only 5 lb were sent");
  expect(await db.$count(returnedGoods, eq(returnedGoods.orderId, order.id))).toBe(0);

  const weighed = await Promise.all([1, 2].map(() => weighReturns(db, admin, order.id, all, shop)));
  const first = weighed.find(([one]) => one?.creditedLb !== null);
  // The loss on the way counts for the last lot of a line, as if weighed by itself.
  expect(first).toMatchObject([
    { creditedLb: "5.90", outcome: "stock", isCredited: true, wasCredited: false },
    { creditedLb: "4.10", outcome: "stock", isCredited: true },
    { creditedLb: "3.00", outcome: "waste", isCredited: true },
  ]);
  expect(await db.$count(returnedGoods, eq(returnedGoods.orderId, order.id))).toBe(3);
  expect(await onHand(product.id)).toBe("-0.20");
  // One request for each line, and one note for both.
  expect(await creditsOf(order.id)).toEqual([
    { status: "approved", total: "130.00" },
    { status: "approved", total: "130.00" },
  ]);
  const notes = db
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(creditRequests, eq(creditRequests.creditNoteId, documents.id))
    .where(eq(creditRequests.orderId, order.id));
  expect(new Set((await notes).map(({ id }) => id)).size).toBe(1);
  expect(await awaitsWeighing(db, admin, order.id)).toBe(false);
});

it("credits an undelivered order in one note, or waits for its invoice", async () => {
  for (const isInvoiced of [true, false]) {
    const { run, order, second, typed } = await refusedAtDoor(null, {
      isInvoiced,
      secondLb: "5.00",
    });
    await db.update(runs).set({ state: "done" }).where(eq(runs.id, run.id));
    const both = [typed({ lb: "9.8" }), typed({ lb: "5", item: second?.id ?? "" })];
    const weighed = await weighReturns(db, admin, order.id, both, shop);
    expect(weighed.map(({ isCredited }) => isCredited)).toEqual([isInvoiced, isInvoiced]);
    const credit = isInvoiced
      ? { status: "approved", total: "150.00" }
      : { status: "open", total: null };
    expect(await creditsOf(order.id)).toEqual([credit, credit]);
  }
});
