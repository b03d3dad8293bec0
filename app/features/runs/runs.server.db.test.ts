import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { addToRun } from "#app/domain/ordering/delivery/add-to-run.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { dateInWords, daysAfter } from "#app/lib/dates.ts";
import { members, shipTos } from "#db/schema/customers.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { reasonOf, saidBy } from "#tests/setup/reason-of.ts";
import {
  admin,
  db,
  drive,
  eventsOf,
  finish,
  mailsTo,
  openRuns,
  orderFor,
  report,
  shop,
  stateOf,
  statusOf,
  stopOn,
  today,
} from "#tests/setup/rooms/run-tests.ts";
import { latePickups, remindOfPickup } from "./late-pickups.server.ts";
import { recordReport } from "./reports/record-report.server.ts";
import { deliverByStaff, leaveByStaff } from "./reports/report-by-staff.server.ts";
import { undoStop } from "./reports/take-back.server.ts";
import { collected, notesAt } from "./run.ts";
import { callBack, endRun, moveStop, sendOut, setDriver } from "./run-changes.server.ts";
import { comingRuns, pastRuns } from "./run-lists.server.ts";
import { getRun } from "./runs.server.ts";

openRuns();

describe("a run", () => {
  it("is listed among the coming or past runs with its load", async () => {
    const run = await insertRun(db, { date: daysAfter(today, 2) });
    const { client } = await stopOn(run);
    await stopOn(run, { isPending: true });
    await stopOn(run, { status: "cancelled", isPending: true });
    const coming = await comingRuns(db, admin);
    expect(coming.find(({ id }) => id === run.id)).toMatchObject({
      stops: 2,
      visited: 0,
      unpacked: 1,
      orderedLb: "20.00",
      packedLb: "10.00",
    });
    const old = await insertRun(db, { date: daysAfter(today, -3) });
    expect((await pastRuns(db, admin, null)).runs.map(({ id }) => id)).toContain(old.id);
    expect((await pastRuns(db, admin, daysAfter(today, -3))).runs).toEqual([]);
    const read = await getRun(db, admin, run.id);
    expect(read?.stops).toHaveLength(2);
    expect(read?.stops.find(({ customerId }) => customerId === client.id)).toMatchObject({
      name: "Sample Bistro",
      address: "100 Sample Street, Abbotsford, BC",
      notes: "Ring at the back door.",
      from: "08:00:00",
      to: "12:00:00",
      toCollect: null,
      orders: [{ status: "fulfilled", lines: [{ packedLb: "10.00", refusedLb: "0.00" }] }],
    });
    expect(await getRun(db, admin, randomUUID())).toBeNull();
    expect(await getRun(db, admin, "%")).toBeNull();
  });

  it("collects the open amount from customers who pay at the door", async () => {
    const run = await insertRun(db);
    const { client, stopId } = await stopOn(run, { terms: { termsKind: "on_delivery" } });
    const toCollect = async () =>
      (await getRun(db, admin, run.id))?.stops.find(({ id }) => id === stopId)?.toCollect;
    expect(await toCollect()).toEqual({ cents: 249_90, refusedCents: 0, isFinal: true });
    await orderFor(run, client.id, { isPending: true });
    expect(await toCollect()).toEqual({ cents: 499_80, refusedCents: 0, isFinal: false });
  });

  it("collects nothing for an unpacked order once it is out", async () => {
    const run = await insertRun(db);
    const terms = { termsKind: "on_delivery" } as const;
    const { client, stopId } = await stopOn(run, { terms });
    const unpacked = await stopOn(run, { isPending: true, terms });
    const { orderId: late } = await orderFor(run, client.id, { isPending: true });
    const seen = async () => {
      const stops = (await getRun(db, admin, run.id))?.stops ?? [];
      const at = (wanted: string) => stops.find(({ id }) => id === wanted)?.toCollect;
      return { both: at(stopId), unpacked: at(unpacked.stopId), sum: collected(stops) };
    };
    const about = (cents: number) => ({ cents, refusedCents: 0, isFinal: false });
    const exact = (cents: number) => ({ cents, refusedCents: 0, isFinal: true });
    expect(await seen()).toEqual({
      both: about(499_80),
      unpacked: about(249_90),
      sum: about(749_70),
    });
    await sendOut(db, admin, run.id, shop);
    const isOut = { both: exact(249_90), unpacked: null, sum: exact(249_90) };
    expect(await seen()).toEqual(isOut);
    const [order] = await db.select().from(orders).where(eq(orders.id, late));
    if (!order) throw new Error("No order");
    // If it is packed after all, it is handed over and paid for.
    await finish(order);
    expect((await seen()).both).toEqual(exact(499_80));
    await db.update(orders).set({ status: "pending" }).where(eq(orders.id, late));
    await endRun(db, admin, run.id);
    expect(await seen()).toEqual(isOut);
  });

  it("stores the order of its stops for the zone's next run", async () => {
    const run = await insertRun(db);
    const [a, b, c] = [await stopOn(run), await stopOn(run), await stopOn(run)];
    await moveStop(db, admin, run.id, { stopId: c.stopId, before: a.stopId });
    const idsOf = async () => (await getRun(db, admin, run.id))?.stops.map(({ id }) => id);
    expect(await idsOf()).toEqual([c.stopId, a.stopId, b.stopId]);
    // Both of two simultaneous moves take effect.
    await Promise.all([
      moveStop(db, admin, run.id, { stopId: b.stopId, before: a.stopId }),
      moveStop(db, admin, run.id, { stopId: c.stopId, before: null }),
    ]);
    expect(await idsOf()).toEqual([b.stopId, a.stopId, c.stopId]);
    const ranks = await db
      .select({ rank: shipTos.routeRank })
      .from(runStops)
      .innerJoin(shipTos, eq(shipTos.id, runStops.shipToId))
      .where(eq(runStops.runId, run.id))
      .orderBy(asc(runStops.rank));
    expect(ranks.map(({ rank }) => rank)).toEqual([100, 200, 300]);
    expect(
      await reasonOf(moveStop(db, admin, run.id, { stopId: randomUUID(), before: null })),
    ).toBe("gone");
  });

  it("collects the open amount from customers who were to prepay", async () => {
    const run = await insertRun(db);
    const { client, stopId } = await stopOn(run, { terms: { termsKind: "prepay" } });
    const toCollect = async () =>
      (await getRun(db, admin, run.id))?.stops.find(({ id }) => id === stopId)?.toCollect;
    expect(await toCollect()).toEqual({ cents: 249_90, refusedCents: 0, isFinal: true });
    await bookPayment(db, admin, {
      customerId: client.id,
      requestId: randomUUID(),
      cents: 249_90,
      method: "cash",
      receivedOn: today,
      reference: "",
      note: "",
      settles: "oldest first",
    });
    expect(await toCollect()).toBeNull();
  });

  it("goes out once, and emails each client once", async () => {
    const run = await insertRun(db);
    const { client, orderId } = await stopOn(run);
    const second = await orderFor(run, client.id);
    const { client: late } = await stopOn(run, { isPending: true });
    const answers = await Promise.all([1, 2].map(() => saidBy(sendOut(db, admin, run.id, shop))));
    expect(answers.sort()).toEqual(["This run is out already.", "accepted"]);
    const [mail, ...more] = await mailsTo(client.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(String(await numberOfOrder(db, orderId)));
    expect(mail?.subject).toContain(String(await numberOfOrder(db, second.orderId)));
    expect(mail?.text.replace(/\s+/g, " ")).toContain("from 8 a.m. to noon");
    expect(await mailsTo(late.email)).toEqual([]);
    await endRun(db, admin, run.id);
    expect(await stateOf(run.id)).toBe("done");
    expect(await saidBy(endRun(db, admin, run.id))).toMatch(/not out/);
  });

  it("can be called back only before its first visit, and goes out again", async () => {
    const run = await insertRun(db);
    const { stopId } = await stopOn(run);
    expect(await saidBy(callBack(db, admin, run.id))).toMatch(/not out/);
    await sendOut(db, admin, run.id, shop);
    await callBack(db, admin, run.id);
    expect(await stateOf(run.id)).toBe("planned");
    await sendOut(db, admin, run.id, shop);
    await db
      .update(runStops)
      .set({ state: "delivered", visitedAt: new Date() })
      .where(eq(runStops.id, stopId));
    expect(await saidBy(callBack(db, admin, run.id))).toMatch(/at a stop already/);
    expect(await stateOf(run.id)).toBe("out");
  });

  it("of another day needs confirmation to go out, and can be reported early only once it is out", async () => {
    const run = await insertRun(db, { date: daysAfter(today, 1) });
    const { stopId, orderId, itemId, client } = await stopOn(run);
    const refused = await saidBy(sendOut(db, admin, run.id, shop));
    expect(refused).toContain("This run is for tomorrow, ");
    expect(refused).toContain(", not for today.");
    expect(await mailsTo(client.email)).toEqual([]);
    const driver = await drive(run.id);
    const line = { orderItemId: itemId, lb: "1", reason: "quality" };
    for (const kind of ["delivered", "not_home", "refused"] as const) {
      const early = report(kind, stopId, kind === "refused" ? line : {});
      expect(await reasonOf(recordReport(db, driver, early, shop))).toBe("too early");
    }
    expect(await statusOf(orderId)).toBe("fulfilled");
    await sendOut(db, admin, run.id, shop, { anyDay: true });
    expect(await stateOf(run.id)).toBe("out");
    const [onItsWay] = await mailsTo(client.email);
    // It comes today, whatever its run's day is.
    expect(onItsWay?.subject).toMatch(/is on the way: today, /);
    expect(onItsWay?.text.replace(/\s+/g, " ")).toContain(
      `at your door today, ${dateInWords(today)}, not on ${dateInWords(run.date)} as planned`,
    );
    const meant = report("delivered", stopId, { isEarly: true });
    expect(await reasonOf(recordReport(db, driver, meant, shop))).toBe("accepted");
    expect(await statusOf(orderId)).toBe("delivered");
    const old = await insertRun(db, { date: daysAfter(today, -1) });
    await stopOn(old);
    expect(await saidBy(sendOut(db, admin, old.id, shop))).toContain("for yesterday, ");
  });

  it("that was sent out before its day ends with its last stop", async () => {
    const run = await insertRun(db, { date: daysAfter(today, 2) });
    const stops = [await stopOn(run), await stopOn(run)];
    await sendOut(db, admin, run.id, shop, { anyDay: true });
    const driver = await drive(run.id);
    for (const { stopId } of stops) {
      expect(await stateOf(run.id)).toBe("out");
      await recordReport(db, driver, report("delivered", stopId, { isEarly: true }), shop);
    }
    expect(await stateOf(run.id)).toBe("done");
  });

  it("counts orders packed after it left only once they are marked as loaded", async () => {
    const run = await insertRun(db);
    const first = await stopOn(run);
    const late = await stopOn(run, { isPending: true });
    const { orderId: beside } = await orderFor(run, first.client.id, { isPending: true });
    await sendOut(db, admin, run.id, shop);
    for (const id of [late.orderId, beside]) await fulfilOrder(db, admin, id, shop);
    const seen = async () => {
      const { stops = [], leftBehind = [] } = (await getRun(db, admin, run.id)) ?? {};
      const onBoard = stops.flatMap((stop) => stop.orders.map(({ id }) => id));
      return { onBoard, left: leftBehind.map(({ id }) => id) };
    };
    expect(await seen()).toEqual({ onBoard: [first.orderId], left: [late.orderId, beside] });
    const [listed] = (await comingRuns(db, admin)).filter(({ id }) => id === run.id);
    expect(listed).toMatchObject({ stops: 1, packedLb: "10.00" });
    const driver = await drive(run.id);
    const reported = (stopId: string) =>
      recordReport(db, driver, report("delivered", stopId), shop);
    expect(await reasonOf(reported(late.stopId))).toBe("not packed");
    await reported(first.stopId);
    expect(await statusOf(first.orderId)).toBe("delivered");
    expect(await statusOf(beside)).toBe("fulfilled");
    // Somebody has to decide about it.
    expect(await stateOf(run.id)).toBe("out");

    const number = String(await numberOfOrder(db, late.orderId));
    const loaded = {
      number,
      reason: "Loaded at the gate",
      requestId: randomUUID(),
      seen: "",
    };
    const rules = { shop, minOrderCents: 0 };
    const added = { number: Number(number), wasHere: false };
    expect(await addToRun(db, admin, run.id, loaded, rules)).toEqual({ added });
    expect(await seen()).toEqual({ onBoard: [first.orderId, late.orderId], left: [beside] });
    await addToRun(db, admin, run.id, loaded, rules);
    const told = (await mailsTo(late.client.email)).map(({ subject }) => subject);
    expect(told.filter((subject) => /on the way/.test(subject))).toHaveLength(1);
    const said = (await auditEntries(db, "run", run.id)).filter(
      ({ action }) => action === "late order added",
    );
    expect(said).toHaveLength(1);
    await reported(late.stopId);
    expect(await statusOf(late.orderId)).toBe("delivered");
    // Staff may have handed it over themselves.
    await deliverByStaff(db, admin, beside, shop);
    expect(await statusOf(beside)).toBe("delivered");
  });

  it("shows how much of a moved order was on the truck", async () => {
    const [run, next] = [await insertRun(db), await insertRun(db)];
    const first = await stopOn(run);
    const late = await stopOn(run, { isPending: true });
    await sendOut(db, admin, run.id, shop);
    await fulfilOrder(db, admin, late.orderId, shop);
    for (const { orderId, client } of [first, late]) {
      const { stopId } = await orderFor(next, client.id);
      const [was] = await db.select().from(orders).where(eq(orders.id, orderId));
      await db.update(orders).set({ runId: next.id, stopId }).where(eq(orders.id, orderId));
      if (was) await db.transaction((tx) => leaveStop(tx, was));
    }
    const { moved = [] } = (await getRun(db, admin, run.id)) ?? {};
    const factsOf = (id: string) => moved.find((order) => order.id === id);
    expect([first, late].map(({ orderId }) => factsOf(orderId))).toMatchObject([
      { packedLb: "10.00", wasOnBoard: true },
      { packedLb: "0.00", wasOnBoard: false },
    ]);
  });

  it("that is called back and sent out again includes orders packed in the meantime", async () => {
    const run = await insertRun(db);
    await stopOn(run);
    const late = await stopOn(run, { isPending: true });
    await sendOut(db, admin, run.id, shop);
    await fulfilOrder(db, admin, late.orderId, shop);
    expect((await getRun(db, admin, run.id))?.leftBehind).toHaveLength(1);
    await callBack(db, admin, run.id);
    await sendOut(db, admin, run.id, shop);
    expect(await getRun(db, admin, run.id)).toMatchObject({ leftBehind: [], stops: { length: 2 } });
  });

  it("shows clients' notes for one order and for all orders", async () => {
    const run = await insertRun(db);
    const { stopId, client } = await stopOn(run, {
      notes: "Leave at side door",
      standingNotes: "Two to a bag.",
    });
    await orderFor(run, client.id, { notes: " Ring at the back door. " });
    const stop = (await getRun(db, admin, run.id))?.stops.find(({ id }) => id === stopId);
    expect(stop && notesAt(stop)).toEqual([
      "Ring at the back door.",
      "Leave at side door\nTwo to a bag.",
    ]);
  });

  it("keeps an uncollected pickup on a list, with one reminder, until it is closed or handed over", async () => {
    const zone = { kind: "pickup", place: "100 Sample Road" } as const;
    const run = await insertRun(db, { zone, date: daysAfter(today, -2) });
    const { orderId, client, stopId } = await stopOn(run);
    const { orderId: other } = await stopOn(run);
    await db.update(orders).set({ deliveryKind: "pickup" }).where(eq(orders.runId, run.id));
    const coming = await insertRun(db, { zoneId: run.zoneId });
    await stopOn(coming);
    const late = async () =>
      (await latePickups(db, admin)).map(({ id, remindedAt }) => [id, remindedAt !== null]);
    expect((await late()).toSorted()).toEqual([orderId, other].sort().map((id) => [id, false]));
    const twice = [1, 2].map(() => reasonOf(remindOfPickup(db, admin, orderId, shop)));
    expect((await Promise.all(twice)).sort()).toEqual(["accepted", "too early"]);
    expect((await mailsTo(client.email)).map(({ subject }) => subject)).toEqual([
      `Order ${await numberOfOrder(db, orderId)} is waiting for you`,
    ]);
    expect(await late()).toContainEqual([orderId, true]);
    await leaveByStaff(db, admin, orderId, shop);
    await leaveByStaff(db, admin, orderId, shop);
    expect(await eventsOf(stopId)).toHaveLength(1);
    expect((await auditEntries(db, "order", orderId)).map(({ action }) => action)).toContain(
      "nobody came",
    );
    expect(await statusOf(orderId)).toBe("fulfilled");
    expect(await late()).toEqual([[other, false]]);
    expect(await reasonOf(remindOfPickup(db, admin, orderId, shop))).toBe("gone");
    await undoStop(db, admin, stopId, shop);
    expect(await late()).toContainEqual([orderId, true]);
    await deliverByStaff(db, admin, other, shop);
    expect(await late()).toEqual([[orderId, true]]);
    // A client without members can't be mailed.
    await db.delete(members).where(eq(members.customerId, client.id));
    const unmailed = await insertRun(db, { zoneId: run.zoneId, date: daysAfter(today, -3) });
    const { orderId: unknown } = await orderFor(unmailed, client.id);
    await db.update(orders).set({ deliveryKind: "pickup" }).where(eq(orders.id, unknown));
    expect(await reasonOf(remindOfPickup(db, admin, unknown, shop))).toBe("gone");
  });

  it("can't go out without packed orders, or if it is a pickup", async () => {
    const run = await insertRun(db);
    await stopOn(run, { isPending: true });
    expect(await saidBy(sendOut(db, admin, run.id, shop))).toMatch(/Nothing on this run/);
    const pickup = await insertRun(db, { zone: { kind: "pickup", place: "100 Sample Road" } });
    expect(await saidBy(sendOut(db, admin, pickup.id, shop))).toMatch(/picked up/);
  });

  it("has a driver, whose changes are audited", async () => {
    const run = await insertRun(db);
    await setDriver(db, admin, run.id, "Sam");
    await setDriver(db, admin, run.id, "Sam");
    expect(await auditEntries(db, "run", run.id)).toMatchObject([
      { action: "driver changed", before: { driver: "" }, after: { driver: "Sam" } },
    ]);
  });
});
