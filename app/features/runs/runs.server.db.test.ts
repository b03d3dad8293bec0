import { randomUUID } from "node:crypto";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { refusedWhole } from "#app/domain/delivery/runs/all-refused.ts";
import { type Report, reportSchema } from "#app/domain/delivery/runs/report.ts";
import {
  driverOf,
  handedOverWith,
  handOverRun,
  makeRunLink,
  revokeRunLink,
  workingLink,
} from "#app/domain/delivery/runs/run-links.server.ts";
import { addToRun } from "#app/domain/ordering/delivery/add-to-run.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { orderColumns } from "#app/domain/orders/lists/order-queries.server.ts";
import { lastOrdersOf } from "#app/domain/orders/lists/orders-admin.server.ts";
import { ofWork } from "#app/domain/orders/lists/orders-found.server.ts";
import { dateInWords, daysAfter, pacificDay } from "#app/lib/dates.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { type customers, members, shipTos } from "#db/schema/customers.ts";
import { runLinks, runStops, runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, numberOfOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { latePickups, remindOfPickup } from "./late-pickups.server.ts";
import { recordReport } from "./reports/record-report.server.ts";
import { deliverByStaff, leaveByStaff } from "./reports/report-by-staff.server.ts";
import { undoDelivery, undoStop } from "./reports/take-back.server.ts";
import { collected, isRefusedStop, notesAt } from "./run.ts";
import { callBack, endRun, moveStop, sendOut, setDriver, whoIsTold } from "./run-changes.server.ts";
import { comingRuns, pastRuns } from "./run-lists.server.ts";
import { getDriversRun, getRun } from "./runs.server.ts";

const shop = sampleShop();
const today = pacificDay(new Date());

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

type StopOptions = Parameters<typeof insertStop>[3];

/** Creates a stop for a new client, with an order that is packed and invoiced unless pending. */
async function stopOn(
  run: { id: string; date: string },
  {
    isPending = false,
    terms = {},
    ...options
  }: StopOptions & {
    isPending?: boolean;
    terms?: Partial<Pick<typeof customers.$inferSelect, "termsKind">>;
  } = {},
) {
  const { user } = await insertClient(db, { profile: terms });
  return { ...(await orderFor(run, user.id, { isPending, ...options })), client: user };
}

async function orderFor(
  run: { id: string; date: string },
  customerId: string,
  { isPending = false, ...options }: StopOptions & { isPending?: boolean } = {},
) {
  const { stopId, order } = await insertStop(db, run, customerId, options);
  const item = await insertOrderItem(db, order.id);
  if (!isPending) await finish(order);
  return { stopId, orderId: order.id, itemId: item.id };
}

async function finish(order: { id: string; totalPrice: string }) {
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
}

async function drive(runId: string) {
  const driver = await driverOf(db, await makeRunLink(db, admin, runId));
  if (!driver) throw new Error("The link does not work");
  return driver;
}

function report(kind: Report["kind"], stopId: string, more: object = {}): Report {
  const shared = { kind, stopId, requestId: randomUUID(), at: new Date().toISOString() };
  const taken = kind === "delivered" ? { receivedBy: "Kim Sample" } : {};
  return reportSchema.parse({ ...shared, ...taken, ...more });
}

async function reasonOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (isRefusal(error)) return error.code === "run" ? error.message : error.code;
  if (error) throw error;
  return "accepted";
}

async function statusOf(orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return order?.status;
}

async function stateOf(runId: string) {
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  return run?.state;
}

async function mailsTo(email: string) {
  const sent = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, email))
    .orderBy(asc(mailOutbox.createdAt));
  return sent.map(({ subject, text }) => ({ subject, text }));
}

const eventsOf = (stopId: string) =>
  db
    .select()
    .from(stopEvents)
    .where(eq(stopEvents.stopId, stopId))
    .orderBy(asc(stopEvents.recordedAt));

describe("a run that is handed over", () => {
  it("goes on with what was reported, and ends the former link alone", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    const [first, second] = [await stopOn(run), await stopOn(run)];
    const old = await makeRunLink(db, admin, run.id);
    const sam = await driverOf(db, old);
    if (!sam) throw new Error("No driver");
    await recordReport(db, sam, report("delivered", first.stopId), shop);
    const seenLink = (await workingLink(db, admin, run.id))?.id ?? "";
    const token = await handOverRun(db, admin, run.id, { to: "Robin", seenLink });
    expect(await driverOf(db, old)).toBeNull();
    expect(await handedOverWith(db, old)).toMatchObject({
      from: "Sam",
      to: "Robin",
      runId: run.id,
    });
    expect(await handedOverWith(db, token)).toBeNull();
    const robin = await driverOf(db, token);
    if (!robin) throw new Error("No driver");
    const taken = await getDriversRun(db, robin);
    expect(taken).toMatchObject({ driver: "Robin", takenOver: { from: "Sam", to: "Robin" } });
    expect(taken.stops.map(({ state }) => state)).toEqual(["delivered", "waiting"]);
    await recordReport(db, robin, report("delivered", second.stopId), shop);
    const entries = await auditEntries(db, "run", run.id);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: "given to another driver",
        before: { driver: "Sam" },
        after: { driver: "Robin" },
      }),
    );
    // A revoked link without a handover has nothing to say.
    await revokeRunLink(db, admin, run.id);
    expect(await handedOverWith(db, token)).toBeNull();
  });

  it("goes to one of two who hand it over at once, and the other is told", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    await stopOn(run);
    await makeRunLink(db, admin, run.id);
    const seenLink = (await workingLink(db, admin, run.id))?.id ?? "";
    const answers = await Promise.all(
      ["Robin", "Lee"].map((to) => reasonOf(handOverRun(db, admin, run.id, { to, seenLink }))),
    );
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    expect(answers.join()).toMatch(/Look at who drives now/);
    expect(await reasonOf(handOverRun(db, admin, run.id, { to: "", seenLink: "" }))).toBe(
      "invalid",
    );
    const over = await insertRun(db, { state: "done", departedAt: new Date(), doneAt: new Date() });
    expect(await reasonOf(handOverRun(db, admin, over.id, { to: "Lee", seenLink: "" }))).toMatch(
      /This run is over/,
    );
  });
});

describe("a run", () => {
  it("is listed among the coming, or the past, with what it carries", async () => {
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

  it("collects what is open from those who pay at the door", async () => {
    const run = await insertRun(db);
    const { client, stopId } = await stopOn(run, { terms: { termsKind: "on_delivery" } });
    const toCollect = async () =>
      (await getRun(db, admin, run.id))?.stops.find(({ id }) => id === stopId)?.toCollect;
    expect(await toCollect()).toEqual({ cents: 249_90, refusedCents: 0, isFinal: true });
    await orderFor(run, client.id, { isPending: true });
    expect(await toCollect()).toEqual({ cents: 499_80, refusedCents: 0, isFinal: false });
  });

  it("collects nothing once it is out for an order that was never packed", async () => {
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
    // Packed after all, it is handed over and paid for.
    await finish(order);
    expect((await seen()).both).toEqual(exact(499_80));
    await db.update(orders).set({ status: "pending" }).where(eq(orders.id, late));
    await endRun(db, admin, run.id);
    expect(await seen()).toEqual(isOut);
  });

  it("remembers the order of its stops at the sites, for the next one", async () => {
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

  it("collects from who was to pay before the delivery what is still open", async () => {
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

  it("goes out once, and tells each client once", async () => {
    const run = await insertRun(db);
    const { client, orderId } = await stopOn(run);
    const second = await orderFor(run, client.id);
    const { client: late } = await stopOn(run, { isPending: true });
    const answers = await Promise.all([1, 2].map(() => reasonOf(sendOut(db, admin, run.id, shop))));
    expect(answers.sort()).toEqual(["This run is out already.", "accepted"]);
    const [mail, ...more] = await mailsTo(client.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(String(await numberOfOrder(db, orderId)));
    expect(mail?.subject).toContain(String(await numberOfOrder(db, second.orderId)));
    expect(mail?.text.replace(/\s+/g, " ")).toContain("from 8 a.m. to noon");
    expect(await mailsTo(late.email)).toEqual([]);
    await endRun(db, admin, run.id);
    expect(await stateOf(run.id)).toBe("done");
    expect(await reasonOf(endRun(db, admin, run.id))).toMatch(/not out/);
  });

  it("is called back while nobody was at a stop, and goes out again", async () => {
    const run = await insertRun(db);
    const { stopId } = await stopOn(run);
    expect(await reasonOf(callBack(db, admin, run.id))).toMatch(/not out/);
    await sendOut(db, admin, run.id, shop);
    await callBack(db, admin, run.id);
    expect(await stateOf(run.id)).toBe("planned");
    await sendOut(db, admin, run.id, shop);
    await db
      .update(runStops)
      .set({ state: "delivered", visitedAt: new Date() })
      .where(eq(runStops.id, stopId));
    expect(await reasonOf(callBack(db, admin, run.id))).toMatch(/at a stop already/);
    expect(await stateOf(run.id)).toBe("out");
  });

  it("of another day goes out when that was meant, and only then is early to report of", async () => {
    const run = await insertRun(db, { date: daysAfter(today, 1) });
    const { stopId, orderId, itemId, client } = await stopOn(run);
    const refused = await reasonOf(sendOut(db, admin, run.id, shop));
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
    expect(await reasonOf(sendOut(db, admin, old.id, shop))).toContain("for yesterday, ");
  });

  it("that was sent out before its day ends with its last stop, like any other", async () => {
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

  it("has nothing on the truck that was packed after it left, until that is said to be loaded", async () => {
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
    // Somebody has to say what becomes of it.
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

  it("says of an order that left it how much of it was on the truck", async () => {
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

  it("called back and sent out again takes along what was packed meanwhile", async () => {
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

  it("has what clients wrote for an order, and for every order", async () => {
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

  it("of a pickup that nobody came for is listed, reminded of, left and handed over", async () => {
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

  it("does not go out empty, or from a pickup", async () => {
    const run = await insertRun(db);
    await stopOn(run, { isPending: true });
    expect(await reasonOf(sendOut(db, admin, run.id, shop))).toMatch(/Nothing on this run/);
    const pickup = await insertRun(db, { zone: { kind: "pickup", place: "100 Sample Road" } });
    expect(await reasonOf(sendOut(db, admin, pickup.id, shop))).toMatch(/picked up/);
  });

  it("has a driver, in the history", async () => {
    const run = await insertRun(db);
    await setDriver(db, admin, run.id, "Sam");
    await setDriver(db, admin, run.id, "Sam");
    expect(await auditEntries(db, "run", run.id)).toMatchObject([
      { action: "driver changed", before: { driver: "" }, after: { driver: "Sam" } },
    ]);
  });
});

describe("a driver's link", () => {
  it("is good until the end of the day after the run, and stored as a digest", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    const token = await makeRunLink(db, admin, run.id);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await driverOf(db, token)).toMatchObject({ runId: run.id, name: "Sam" });
    const [stored] = await db.select().from(runLinks).where(eq(runLinks.runId, run.id));
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(pacificDay(new Date(Number(stored?.expiresAt) - 1))).toBe(daysAfter(today, 1));
    await db.update(runLinks).set({ expiresAt: new Date() }).where(eq(runLinks.runId, run.id));
    expect(await driverOf(db, token)).toBeNull();
    expect(await workingLink(db, admin, run.id)).toBeNull();
  });

  it("stops working when it is revoked, or another is made", async () => {
    const run = await insertRun(db);
    const [first, second] = [
      await makeRunLink(db, admin, run.id),
      await makeRunLink(db, admin, run.id),
    ];
    expect(await driverOf(db, first)).toBeNull();
    expect(await driverOf(db, second)).not.toBeNull();
    await revokeRunLink(db, admin, run.id);
    expect(await driverOf(db, second)).toBeNull();
  });

  it("is nothing that was made up", async () => {
    for (const token of ["", "x", "a".repeat(32), "a".repeat(10_000), "\0", "%"]) {
      expect(await driverOf(db, token)).toBeNull();
    }
  });

  it("is not made for a run that is over", async () => {
    const run = await insertRun(db, { date: daysAfter(today, -2) });
    expect(await reasonOf(makeRunLink(db, admin, run.id))).toMatch(/over/);
  });
});

describe("a driver's report", () => {
  it("delivers what is packed, once however often it is sent, and tells the client", async () => {
    const run = await insertRun(db, { driver: "Sam" });
    const { stopId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const sent = report("delivered", stopId, { temperatureC: "2.5" });
    await Promise.all([1, 2, 3].map(() => recordReport(db, driver, sent, shop)));
    await recordReport(db, driver, sent, shop);
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({ status: "delivered", deliveredAt: new Date(sent.at) });
    expect(await eventsOf(stopId)).toMatchObject([
      { kind: "delivered", receivedBy: "Kim Sample", temperatureC: "2.5", linkId: driver.linkId },
    ]);
    const actor = { actorId: null, actorEmail: "Driver Sam, by the run's link" };
    expect(await auditEntries(db, "order", orderId)).toMatchObject([
      {
        ...actor,
        action: "delivered",
        before: { status: "fulfilled" },
        after: { status: "delivered" },
      },
      { ...actor, action: "temperature taken" },
    ]);
    const mails = await mailsTo(client.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Order ${await numberOfOrder(db, orderId)} was delivered`,
    ]);
    expect(mails[0]?.text).toContain("Received by: Kim Sample");
    expect(mails[0]?.text).toContain("2.5 °C");
    expect(await stateOf(run.id)).toBe("done");
    expect(await reasonOf(recordReport(db, driver, report("delivered", stopId), shop))).toBe(
      "already delivered",
    );
  });

  it("refuses what is not packed yet, and delivers the rest", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, client } = await stopOn(run, { isPending: true });
    const driver = await drive(run.id);
    expect(await reasonOf(recordReport(db, driver, report("delivered", stopId), shop))).toBe(
      "not packed",
    );
    expect(await eventsOf(stopId)).toEqual([]);
    const packed = await orderFor(run, client.id);
    expect(await reasonOf(recordReport(db, driver, report("delivered", stopId), shop))).toBe(
      "accepted",
    );
    expect(await statusOf(packed.orderId)).toBe("delivered");
    expect(await statusOf(orderId)).toBe("pending");
    // Packed in the meantime, and handed over as well.
    await finish({ id: orderId, totalPrice: "249.90" });
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("is of the link's own run alone", async () => {
    const [run, other] = [await insertRun(db), await insertRun(db)];
    const { stopId, orderId } = await stopOn(other);
    const driver = await drive(run.id);
    for (const id of [stopId, randomUUID()]) {
      expect(await reasonOf(recordReport(db, driver, report("delivered", id), shop))).toBe("gone");
    }
    expect(await statusOf(orderId)).toBe("fulfilled");
  });

  it("keeps the time of the telephone unless its clock cannot be right", async () => {
    const run = await insertRun(db);
    const { stopId } = await stopOn(run);
    const driver = await drive(run.id);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await recordReport(db, driver, report("delivered", stopId, { at }), shop);
    const [event] = await eventsOf(stopId);
    expect(event?.happenedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("says that nobody was home, and later that somebody was", async () => {
    const run = await insertRun(db);
    const { stopId, orderId } = await stopOn(run);
    const driver = await drive(run.id);
    await recordReport(db, driver, report("not_home", stopId, { note: "Dark" }), shop);
    expect((await getDriversRun(db, driver)).stops[0]).toMatchObject({
      state: "not_home",
      note: "Dark",
    });
    expect(await statusOf(orderId)).toBe("fulfilled");
    expect(await auditEntries(db, "order", orderId)).toMatchObject([
      { action: "nobody there", after: { note: "Dark" } },
    ]);
    await undoStop(db, admin, stopId, shop);
    expect((await auditEntries(db, "order", orderId)).map(({ action }) => action)).toEqual([
      "nobody there",
      "report taken back",
    ]);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await reasonOf(recordReport(db, driver, report("not_home", stopId), shop))).toBe(
      "already delivered",
    );
  });

  it("tells the client once that nobody was there, unless it is taken back first", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const missed = report("not_home", stopId);
    await recordReport(db, driver, missed, shop);
    await recordReport(db, driver, missed, shop);
    await recordReport(db, driver, report("not_home", stopId), shop);
    const mails = await mailsTo(client.email);
    const subject = `Order ${await numberOfOrder(db, orderId)} was not delivered`;
    expect(mails.map((mail) => mail.subject)).toEqual([subject]);
    const text = mails[0]?.text.replace(/\s+/g, " ");
    expect(text).toContain(
      "there was no one there to take it in. It is packed, and we keep it cold.",
    );
    expect(text).toContain(`call us at ${shop.company.phone.display}`);
    const waiting = and(eq(mailOutbox.recipient, client.email), isNotNull(mailOutbox.sendAfter));
    expect(await db.$count(mailOutbox, waiting)).toBe(1);
    await undoStop(db, admin, stopId, shop);
    expect(await mailsTo(client.email)).toEqual([]);
    await recordReport(db, driver, report("not_home", stopId), shop);
    expect(await mailsTo(client.email)).toHaveLength(1);
    // Delivered after all.
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect((await mailsTo(client.email)).map((mail) => mail.subject)).not.toContain(subject);
  });

  it("asks for credit for a refused line, for no more than was packed", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string, more: object = {}) =>
      reasonOf(
        recordReport(
          db,
          driver,
          report("refused", stopId, { orderItemId: itemId, lb, reason: "quality", ...more }),
          shop,
        ),
      );
    expect(await refuse("10.01")).toBe("too much");
    expect(await refuse("4.5", { note: "Smells" })).toBe("accepted");
    expect(await refuse("5.51")).toBe("too much");
    expect(await refuse("1", { orderItemId: randomUUID() })).toBe("gone");
    const asked = await db
      .select()
      .from(creditRequests)
      .innerJoin(creditRequestLines, eq(creditRequestLines.creditRequestId, creditRequests.id))
      .where(eq(creditRequests.orderId, orderId));
    expect(asked).toMatchObject([
      {
        credit_requests: {
          source: "door",
          customerId: client.id,
          status: "open",
          note: "Not good: Smells",
          invoiceId: expect.any(String),
        },
        credit_request_lines: { orderItemId: itemId, lb: "4.50", reason: "quality" },
      },
    ]);
    const line = (await getDriversRun(db, driver)).stops[0]?.orders[0]?.lines[0];
    expect(line).toMatchObject({ refusedLb: "4.50" });
  });

  it("sends a run out that nobody sent out, and tells those who wait for it", async () => {
    const run = await insertRun(db);
    const { stopId, client } = await stopOn(run);
    const { client: waits } = await stopOn(run);
    const driver = await drive(run.id);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await stateOf(run.id)).toBe("out");
    const subjectsOf = async ({ email }: { email: string }) =>
      (await mailsTo(email)).map(({ subject }) => subject.replace(/\d+/, "N"));
    expect(await subjectsOf(client)).toEqual(["Order N was delivered"]);
    expect(await subjectsOf(waits)).toEqual([expect.stringMatching(/^Order N is on the way/)]);
    expect(await reasonOf(sendOut(db, admin, run.id, shop))).toBe("This run is out already.");
  });

  it("names what was refused to the client, with the delivery or after it", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string) =>
      recordReport(
        db,
        driver,
        report("refused", stopId, { orderItemId: itemId, lb, reason: "quality" }),
        shop,
      );
    await refuse("4.5");
    await refuse("0.25");
    expect(await mailsTo(client.email)).toEqual([]);
    await recordReport(db, driver, report("delivered", stopId), shop);
    const [delivered] = await mailsTo(client.email);
    expect(delivered?.text).toContain("Refused: 4.75 lb Ribeye Steak");
    expect(delivered?.text).toContain("You don’t have to ask for a credit");
    await refuse("1");
    const after = (await mailsTo(client.email)).find(({ subject }) => /^Refused/.test(subject));
    expect(after?.text).toContain("Refused: 1 lb Ribeye Steak");
    // A report that was taken back no longer counts as refused.
    await undoStop(db, admin, stopId, shop);
    await recordReport(db, driver, report("delivered", stopId), shop);
    const last = (await mailsTo(client.email)).at(-1);
    expect(last?.subject).toMatch(/was delivered$/);
    expect(last?.text).not.toContain("Refused");
  });
});

describe("a stop where everything was refused", () => {
  it("is not called delivered: on the run, in the lists of orders, in the history, by mail", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string) =>
      report("refused", stopId, { orderItemId: itemId, lb, reason: "quality" });
    const isRefused = async () => {
      const [listed] = await db
        .select({ isRefused: orderColumns.isRefused })
        .from(orders)
        .where(eq(orders.id, orderId));
      const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
      const onRun = stop !== undefined && isRefusedStop(stop);
      // The rule of the queries and the one of the pages agree, also on the client's page.
      expect(listed?.isRefused).toBe(onRun);
      expect(await lastOrdersOf(db, admin, client.id)).toMatchObject([
        { id: orderId, isRefused: onRun },
      ]);
      return onRun;
    };
    await recordReport(db, driver, refuse("9.99"), shop);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await isRefused()).toBe(false);
    await undoStop(db, admin, stopId, shop);
    await recordReport(db, driver, refuse("4"), shop);
    await recordReport(db, driver, refuse("6"), shop);
    expect(await isRefused()).toBe(false);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await isRefused()).toBe(true);
    const actions = (await auditEntries(db, "run", run.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "stop refused")).toHaveLength(1);
    const ofOrder = await auditEntries(db, "order", orderId);
    expect(ofOrder.filter(({ action }) => action === refusedWhole)).toHaveLength(1);
    const told = (await mailsTo(client.email)).at(-1);
    expect(told?.subject).toMatch(/was refused at the door$/);
    // The text is wrapped, and the time in it is longer or shorter.
    expect(told?.text).toMatch(/nothing\s+was\s+handed\s+over/);
    expect(told?.text).toContain("Refused: 10 lb Ribeye Steak");
    // The lists of orders agree: it is among the refused, not the delivered.
    const works = async () => {
      const all = await Promise.all(
        (["delivered", "refused"] as const).map((work) =>
          db.$count(orders, and(eq(orders.id, orderId), ofWork(work))),
        ),
      );
      return all;
    };
    expect(await works()).toEqual([0, 1]);
    await undoStop(db, admin, stopId, shop);
    expect(await isRefused()).toBe(false);
    // The client was never told that it was delivered.
    const corrected = (await mailsTo(client.email)).at(-1);
    expect(corrected?.subject).toMatch(/^Correction: Order \d+ is not delivered yet$/);
    expect(corrected?.text).toMatch(/everything\s+was\s+refused\s+is\s+withdrawn/);
    expect(corrected?.text).toMatch(/was\s+reported\s+as\s+refused\s+at\s+the\s+door/);
    expect(corrected?.text).not.toMatch(/reported\s+as\s+delivered/);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await works()).toEqual([1, 0]);
  });

  it("is done without a name once the driver says that nothing was handed over", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refuse = (lb: string) =>
      report("refused", stopId, { orderItemId: itemId, lb, reason: "late" });
    const nothing = report("all_refused", stopId, { temperatureC: "3.0" });
    await recordReport(db, driver, refuse("9.99"), shop);
    // What a phone says is checked, and nothing of it stays when it is refused.
    expect(await reasonOf(recordReport(db, driver, nothing, shop))).toBe("not all refused");
    expect(await statusOf(orderId)).toBe("fulfilled");
    await recordReport(db, driver, refuse("0.01"), shop);
    await recordReport(db, driver, nothing, shop);
    await recordReport(db, driver, nothing, shop);
    const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
    expect(stop).toMatchObject({ state: "delivered", receivedBy: "", temperatureC: "3.0" });
    expect(stop && isRefusedStop(stop)).toBe(true);
    expect(await stateOf(run.id)).toBe("done");
    const actions = (await auditEntries(db, "run", run.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "stop refused")).toHaveLength(1);
    expect((await mailsTo(client.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/was refused at the door$/),
    ]);
    expect(await reasonOf(recordReport(db, driver, report("all_refused", stopId), shop))).toBe(
      "already delivered",
    );
    await undoStop(db, admin, stopId, shop);
    expect(await statusOf(orderId)).toBe("fulfilled");
  });

  it("is not one where nothing was refused, or something of it was too warm without a word", async () => {
    const run = await insertRun(db);
    const { stopId, itemId } = await stopOn(run);
    const driver = await drive(run.id);
    const nothing = (more = {}) =>
      reasonOf(recordReport(db, driver, report("all_refused", stopId, more), shop));
    expect(await nothing()).toBe("not all refused");
    const all = report("refused", stopId, { orderItemId: itemId, lb: "10", reason: "warm" });
    await recordReport(db, driver, all, shop);
    expect(await nothing({ temperatureC: "9.0" })).toBe("too warm");
    expect(await nothing({ temperatureC: "9.0", note: "The fridge failed" })).toBe("accepted");
  });

  it("is one only once all of its lines were refused", async () => {
    const run = await insertRun(db);
    const { stopId, itemId, orderId } = await stopOn(run, { isPending: true });
    const { id: otherId } = await insertOrderItem(db, orderId, { position: 1 });
    await finish({ id: orderId, totalPrice: "499.80" });
    const driver = await drive(run.id);
    const refuse = (orderItemId: string) =>
      recordReport(
        db,
        driver,
        report("refused", stopId, { orderItemId, lb: "10", reason: "quality" }),
        shop,
      );
    const answers = async () => {
      const [listed] = await db
        .select({ isRefused: orderColumns.isRefused })
        .from(orders)
        .where(eq(orders.id, orderId));
      const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
      return [listed?.isRefused, stop && isRefusedStop(stop)];
    };
    await refuse(itemId);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await answers()).toEqual([false, false]);
    await undoStop(db, admin, stopId, shop);
    for (const id of [itemId, otherId]) await refuse(id);
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await answers()).toEqual([true, true]);
  });
});

describe("staff", () => {
  it("mark an order of a stop as delivered, and take it back on the same day", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, itemId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const refused = report("refused", stopId, { orderItemId: itemId, lb: "1", reason: "late" });
    await recordReport(db, driver, refused, shop);
    await deliverByStaff(db, admin, orderId, shop);
    expect(await statusOf(orderId)).toBe("delivered");
    expect(await stateOf(run.id)).toBe("done");
    await undoDelivery(db, admin, orderId, shop);
    expect(await statusOf(orderId)).toBe("fulfilled");
    // The driver's report shows that it has left.
    expect(await stateOf(run.id)).toBe("out");
    const [stop] = (await getRun(db, admin, run.id))?.stops ?? [];
    expect(stop).toMatchObject({ state: "waiting", visitedAt: null });
    expect(stop?.orders[0]?.lines[0]?.refusedLb).toBe("0.00");
    const [request] = await db
      .select()
      .from(creditRequests)
      .where(eq(creditRequests.orderId, orderId));
    expect(request?.status).toBe("declined");
    expect((await eventsOf(stopId)).map(({ kind }) => kind)).toEqual([
      "refused",
      "delivered",
      "undone",
    ]);
    expect((await auditEntries(db, "order", orderId)).map(({ action }) => action)).toEqual([
      "refused at the door",
      "delivered",
      "delivery taken back",
    ]);
    const number = await numberOfOrder(db, orderId);
    expect((await mailsTo(client.email)).map(({ subject }) => subject)).toEqual([
      `Order ${number} was delivered`,
      `Correction: Order ${number} is not delivered yet`,
    ]);
    // Taken back a second time, and then delivered after all.
    expect(await reasonOf(undoStop(db, admin, stopId, shop))).toBe("gone");
    await recordReport(db, driver, report("delivered", stopId), shop);
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("deliver ahead of the day only when that day was named to them", async () => {
    const run = await insertRun(db, { date: daysAfter(today, 8) });
    const { orderId } = await stopOn(run);
    for (const seenDay of ["", today, daysAfter(today, 9)]) {
      expect(await reasonOf(deliverByStaff(db, admin, orderId, shop, seenDay))).toBe("too early");
    }
    expect(await reasonOf(leaveByStaff(db, admin, orderId, shop))).toBe("too early");
    expect(await statusOf(orderId)).toBe("fulfilled");
    await deliverByStaff(db, admin, orderId, shop, run.date);
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("see whose a site is, and which other runs go to it", async () => {
    const run = await insertRun(db);
    const { client } = await stopOn(run, { deliveryName: "Main kitchen" });
    await stopOn(run, { deliveryName: "Sample Bistro, Harrison" });
    await stopOn(run, { deliveryName: "" });
    const later = await insertRun(db, { zoneId: run.zoneId, date: daysAfter(run.date, 7) });
    await orderFor(later, client.id, { isPending: true });
    const read = await getRun(db, admin, run.id);
    const names = read?.stops.map(({ name }) => name).sort();
    expect(names).toEqual([
      "Sample Bistro",
      "Sample Bistro, Harrison",
      "Sample Bistro, Main kitchen",
    ]);
    const kitchen = read?.stops.find(({ customerId }) => customerId === client.id);
    expect(kitchen).toMatchObject({
      isBilledByOrder: true,
      otherRuns: [`${run.zoneId} ${later.date}`],
      orders: [{ goodsCents: 249_90 }],
    });
  });

  it("see how many are told when a run goes out, and whom to call", async () => {
    const run = await insertRun(db);
    await stopOn(run);
    await stopOn(run, { isPending: true });
    const { client } = await stopOn(run, { deliveryName: "Sample Grill" });
    const unproved = { emailVerified: false, isVouched: false };
    await db.update(user).set(unproved).where(eq(user.id, client.id));
    expect(await whoIsTold(db, admin, run.id)).toEqual({
      told: 1,
      untold: ["Sample Bistro, Sample Grill"],
      onHold: [],
    });
  });

  it("do not take back what was reported before midnight", async () => {
    const run = await insertRun(db, { date: daysAfter(today, -1) });
    const { stopId, orderId } = await stopOn(run);
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    await db.insert(stopEvents).values({
      stopId,
      requestId: randomUUID(),
      kind: "delivered",
      happenedAt: yesterday,
      recordedAt: yesterday,
      recordedBy: admin.userId,
    });
    await db
      .update(orders)
      .set({ status: "delivered", deliveredAt: yesterday })
      .where(eq(orders.id, orderId));
    expect(await reasonOf(undoDelivery(db, admin, orderId, shop))).toBe("too late");
    expect(await statusOf(orderId)).toBe("delivered");
  });

  it("mark an order without a day, and take it back", async () => {
    const { user } = await insertClient(db);
    const [order] = await db
      .insert(orders)
      .values({ customerId: user.id, totalPrice: "249.90" })
      .returning();
    const id = order?.id ?? "";
    expect(await reasonOf(deliverByStaff(db, admin, id, shop))).toBe("not packed");
    await insertOrderItem(db, id);
    await finish({ id, totalPrice: "249.90" });
    await deliverByStaff(db, admin, id, shop);
    expect(await statusOf(id)).toBe("delivered");
    expect(await reasonOf(deliverByStaff(db, admin, id, shop))).toBe("already delivered");
    await undoDelivery(db, admin, id, shop);
    expect(await statusOf(id)).toBe("fulfilled");
    expect(await reasonOf(undoDelivery(db, admin, id, shop))).toBe("gone");
    expect(await reasonOf(deliverByStaff(db, admin, randomUUID(), shop))).toBe("gone");
    expect(await reasonOf(deliverByStaff(db, admin, "%", shop))).toBe("gone");
  });

  it("and a driver who report at once deliver once", async () => {
    const run = await insertRun(db);
    const { stopId, orderId, client } = await stopOn(run);
    const driver = await drive(run.id);
    const answers = await Promise.all([
      reasonOf(recordReport(db, driver, report("delivered", stopId), shop)),
      reasonOf(deliverByStaff(db, admin, orderId, shop)),
    ]);
    expect(answers.sort()).toEqual(["accepted", "already delivered"]);
    expect(await mailsTo(client.email)).toHaveLength(1);
  });
});
