import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { lateOrderAdded } from "#app/domain/delivery/runs/joined-since.server.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { shipTos } from "#db/schema/customers.ts";
import { dayExceptions, runs, zoneDays } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import type { products } from "#db/schema/products.ts";
import { boxMoves, stopEvents } from "#db/schema/stop-events.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { usualAtDoor } from "../at-door.ts";
import { secondFeeAt } from "../coming-again.ts";
import type { Run } from "../run.ts";
import { endRun } from "../run-changes.server.ts";
import { getDriversRun, getRun } from "../runs.server.ts";
import { moveBox } from "./box-moves.server.ts";
import { comeAgainByStaff } from "./come-again.server.ts";
import { recordReport } from "./record-report.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let ribeye: typeof products.$inferSelect;
let valley: string;
let pickup: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  ribeye = await insertProduct(db, { pricePerLb: "10.00" });
  valley = (
    await insertServedZone(db, { prefixes: ["V3G"], day: { fee: "12.00", feeTaxCode: "G" } })
  ).id;
  pickup = (await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" })).id;
});
afterAll(() => database.close());

interface Rules {
  secondFee?: SecondFee;
  driversMove?: boolean;
  neighbours?: boolean;
}

/** Creates `count` packed and invoiced orders of a client, in a box each, at a stop of a run. */
async function atDoor(count = 1) {
  const client = await signedInClient(db, { companyName: "Sample Bistro" });
  await db
    .update(shipTos)
    .set({ postalCode: "V3G1A2", address: "100 Sample Street" })
    .where(eq(shipTos.customerId, client.customerId));
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const asked = { ...askedOrder(askFor(ribeye, "10")), day: runKey(valley, dayIn(9)) };
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const { id } = await placeOrder(db, client, asked, rules);
    await db.update(orders).set({ isNewClient: false }).where(eq(orders.id, id));
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const [box] = await db.insert(boxes).values({ orderId: id, number: 1 }).returning();
    const reading = { value: "10.00", unit: "lb" } as const;
    await insertPackage(db, item?.id ?? "", reading, { boxId: box?.id });
    await closeLine(db, item?.id ?? "");
    const { version } = await orderOf(id);
    await fulfilPackedOrder(db, admin, { id, version }, shop);
    ids.push(id);
  }
  const [first = ""] = ids;
  const { runId, stopId } = await orderOf(first);
  const driver = await driverOf(db, await makeRunLink(db, admin, runId ?? ""));
  if (!driver || !runId || !stopId) throw new Error("The link does not work");
  const { email } = client;
  await db.delete(mailOutbox).where(eq(mailOutbox.recipient, email));
  const report = (more: object, rules: Rules = {}) =>
    recordReport(
      db,
      driver,
      reportSchema.parse({
        stopId,
        requestId: randomUUID(),
        at: new Date().toISOString(),
        isEarly: true,
        ...more,
      }),
      shop,
      { ...usualAtDoor, undelivered: { ...usualAtDoor.undelivered, ...rules } },
    );
  const again = (to: string, more: object = {}) => {
    const [zoneId, date] = to.split(" ");
    return { kind: "again", zoneId, date, requestId: randomUUID(), ...more };
  };
  return { client, ids, id: first, runId, stopId, driver, report, again };
}

async function orderOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("There is no such order");
  return order;
}

const second = runKey.bind(null);
const feesOf = (customerId: string) =>
  db
    .select({ total: documents.total })
    .from(documents)
    .where(and(eq(documents.customerId, customerId), isNotNull(documents.correctsId)));

async function mailsTo(email: string) {
  const sent = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
  return sent.map(({ subject, text }) => `${subject}\n${text}`);
}

it("a move leaves orders at the stop that were added after the phone made the report", async () => {
  const { ids, report, again } = await atDoor(2);
  const [known = "", added = ""] = ids;
  const soon = new Date(Date.now() + 2_000);
  const by = { actorEmail: admin.email };
  const joined = {
    ...by,
    entity: "order",
    entityId: added,
    action: lateOrderAdded,
    at: soon,
  } as const;
  await db.insert(auditLog).values(joined);
  const { stopId } = await orderOf(added);
  await report(again(`${pickup} ${dayIn(10)}`));
  expect((await orderOf(known)).stopId).not.toBe(stopId);
  expect((await orderOf(added)).stopId).toBe(stopId);
});

it("the second fee depends on all orders that travel together, and is billed once", async () => {
  // Each order is $100.00, so that one alone is not free.
  const [two, one] = [await atDoor(2), await atDoor(1)];
  const freeFrom = (cents: string | null) =>
    db.update(zoneDays).set({ freeFrom: cents }).where(eq(zoneDays.zoneId, valley));
  await freeFrom("150.00");
  for (const stop of [two, one]) {
    await stop.report({ kind: "not_home" });
    await stop.report(stop.again(second(valley, dayIn(10))), { secondFee: "always" });
  }
  await freeFrom(null);
  expect(await feesOf(two.client.customerId)).toEqual([]);
  expect(await feesOf(one.client.customerId)).toEqual([{ total: "12.60" }]);
});

it("the driver moves undelivered orders to another day once, with the fee and one email", async () => {
  const { client, ids, runId, stopId, driver, report, again } = await atDoor(2);
  await report({ kind: "not_home" });
  const seen = await getDriversRun(db, driver);
  expect(seen.choices.days.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["delivery", "pickup"]),
  );
  const to = second(valley, dayIn(10));
  const [stop] = seen.stops;
  const day = seen.choices.days.find(({ kind }) => kind === "delivery");
  const sent = again(to, { chargesFee: true });
  await Promise.all([1, 2, 3].map(() => report(sent)));
  for (const id of ids) expect(await orderOf(id)).toMatchObject({ deliveryDay: dayIn(10) });
  // Charged once for orders that travel together, with tax, as the driver saw it.
  expect(await feesOf(client.customerId)).toEqual([{ total: "12.60" }]);
  expect(stop && day && secondFeeAt(stop, day)).toBe(12_60);
  const mails = await mailsTo(client.email);
  expect(mails.filter((mail) => /no one there/.test(mail.split("\n")[0] ?? ""))).toEqual([]);
  expect(mails.some((mail) => mail.includes("was not delivered"))).toBe(false);
  const events = await db.select().from(stopEvents).where(eq(stopEvents.stopId, stopId));
  expect(events.map(({ kind }) => kind).sort()).toEqual(["moved", "not_home"]);
  const left = await getRun(db, admin, runId);
  expect(left?.stops.map(({ id }) => id)).not.toContain(stopId);
  // Orders that left the stop aren't moved again.
  expect(await reasonOf(report(again(second(valley, dayIn(11)))))).toBe("gone");
});

it("the driver's run distinguishes the driver's moves from those of the office", async () => {
  const { driver, runId, id, report, again } = await atDoor();
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, runId));
  await report(again(second(valley, dayIn(10))));
  const movedNow = async () =>
    (await getDriversRun(db, driver)).moved.filter((order) => order.id === id);
  expect(await movedNow()).toEqual([expect.objectContaining({ isByDriver: true, isOut: false })]);
  const { runId: next } = await orderOf(id);
  await db
    .update(runs)
    .set({ state: "out" })
    .where(eq(runs.id, next ?? ""));
  expect(await movedNow()).toMatchObject([{ isOut: true }]);
  await db
    .update(runs)
    .set({ state: "planned" })
    .where(eq(runs.id, next ?? ""));
  await db.update(runs).set({ state: "planned" }).where(eq(runs.id, runId));
  const other = await atDoor();
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, other.runId));
  const [zoneId = "", date = ""] = second(valley, dayIn(10)).split(" ");
  const moved = { stopId: other.stopId, zoneId, date, chargesFee: false, requestId: randomUUID() };
  const settings = { shop, undelivered: usualAtDoor.undelivered };
  await comeAgainByStaff(db, admin, other.runId, moved, settings);
  await db.update(runs).set({ state: "planned" }).where(eq(runs.id, other.runId));
  const byOffice = (await getRun(db, admin, other.runId))?.moved;
  expect(byOffice?.find(({ id }) => id === other.id)).toMatchObject({ isByDriver: false });
});

it("the owner's settings decide on the driver's moves and their fee", async () => {
  const always = await atDoor();
  await always.report(always.again(second(valley, dayIn(10))), { secondFee: "always" });
  expect(await feesOf(always.client.customerId)).toHaveLength(1);
  const never = await atDoor();
  await never.report(never.again(second(valley, dayIn(10)), { chargesFee: true }), {
    secondFee: "never",
  });
  expect(await feesOf(never.client.customerId)).toHaveLength(0);
  const { id, report, again, driver } = await atDoor();
  const to = again(second(pickup, dayIn(1)));
  expect(await reasonOf(report(to, { driversMove: false }))).toBe("not offered");
  const rules = { ...usualAtDoor.undelivered, driversMove: false };
  const closed = await getDriversRun(db, driver, { ...usualAtDoor, undelivered: rules });
  expect(closed.choices.days).toEqual([]);
  expect(await reasonOf(report(again(second(valley, "2030-01-01"))))).toBe("not offered");
  await report(to);
  expect(await orderOf(id)).toMatchObject({ deliveryKind: "pickup", deliveryDay: dayIn(1) });
});

it("an order is either moved or delivered if both are reported concurrently", async () => {
  const { id, report, again } = await atDoor();
  const outcomes = await Promise.all([
    reasonOf(report({ kind: "delivered", receivedBy: "Kim Sample" })),
    reasonOf(report(again(second(valley, dayIn(10))))),
  ]);
  expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
  const { status, deliveryDay } = await orderOf(id);
  expect([status, deliveryDay]).toEqual(
    outcomes[0] === "accepted" ? ["delivered", dayIn(9)] : ["fulfilled", dayIn(10)],
  );
});

it("the office moves a stop's orders once, even if the request is sent twice", async () => {
  const { id, runId, stopId, client } = await atDoor();
  const wanted = {
    stopId,
    zoneId: valley,
    date: dayIn(10),
    chargesFee: true,
    requestId: randomUUID(),
  };
  const settings = { shop, undelivered: usualAtDoor.undelivered };
  await comeAgainByStaff(db, admin, runId, wanted, settings);
  await comeAgainByStaff(db, admin, runId, wanted, settings);
  expect(await orderOf(id)).toMatchObject({ deliveryDay: dayIn(10) });
  expect(await feesOf(client.customerId)).toHaveLength(1);
  const other = { ...wanted, requestId: randomUUID(), stopId: randomUUID() };
  expect(await reasonOf(comeAgainByStaff(db, admin, runId, other, settings))).toBe("gone");
});

it("an order is left with a neighbour only if the owner allows it, and the email names them", async () => {
  const { client, stopId, report, driver } = await atDoor();
  const left = { kind: "delivered", receivedBy: "Pat at 102", leftWith: "neighbour" };
  expect(await reasonOf(report(left))).toBe("not offered");
  await report(left, { neighbours: true });
  const [mail] = await mailsTo(client.email);
  expect(mail).toContain("Left with your neighbour");
  expect(mail).toContain("Pat at 102");
  expect(mail).not.toContain("Received by");
  const { stops } = await getDriversRun(db, driver);
  expect(stops.find(({ id }) => id === stopId)).toMatchObject({ leftWith: "neighbour" });
});

it("a box can travel with another stop of its client, but not with another client's", async () => {
  const { client, id, runId, stopId, driver, report } = await atDoor();
  const run = { id: runId, date: dayIn(9) };
  const [home] = await db
    .insert(shipTos)
    .values({ customerId: client.customerId, name: "Second site", address: "9 Other Street" })
    .returning();
  const other = await insertStop(db, run, client.customerId, { shipToId: home?.id });
  const stranger = await signedInClient(db, { companyName: "Sample Grill" });
  const strange = await insertStop(db, run, stranger.customerId);
  const box = (toStopId: string, more: object = {}) => ({
    kind: "box",
    orderId: id,
    box: 1,
    toStopId,
    note: "Wrong pile",
    ...more,
  });
  expect(await reasonOf(report(box(strange.stopId)))).toBe("not offered");
  expect(await reasonOf(report(box(other.stopId, { box: 7 })))).toBe("gone");
  const sent = box(other.stopId, { requestId: randomUUID() });
  await report(sent);
  await report(sent);
  expect(await db.$count(boxMoves)).toBe(1);
  expect((await getDriversRun(db, driver)).boxMoves).toMatchObject([
    { orderId: id, box: 1, fromStopId: stopId, toStopId: other.stopId, note: "Wrong pile" },
  ]);
  await report({ kind: "delivered", receivedBy: "Kim Sample" });
  const [mail] = await mailsTo(client.email);
  expect(mail).toContain("is handed over at 100 Sample Street, Abbotsford, BC");
  // Orders that were handed over don't move.
  const late = {
    requestId: randomUUID(),
    stopId,
    orderId: id,
    box: 1,
    toStopId: other.stopId,
    note: "",
  };
  expect(await reasonOf(moveBox(db, admin, runId, late))).toBe("already delivered");
});

it("every offered day is accepted, even a full one, and no closed day is offered", async () => {
  const closed = { zoneId: valley, date: dayIn(1), kind: "closed" as const };
  await db.insert(dayExceptions).values(closed);
  await insertRun(db, { zoneId: valley, date: dayIn(2), capStops: 1, bookedStops: 1 });
  const { days } = (await getDriversRun(db, (await atDoor()).driver)).choices;
  const deliveries = days.flatMap(({ kind, date }) => (kind === "delivery" ? date : []));
  expect(deliveries).toHaveLength(3);
  expect(deliveries).not.toContain(dayIn(1));
  expect(deliveries).toContain(dayIn(2));
  expect(days.map(({ kind }) => kind)).toContain("pickup");
  for (const { zoneId, date, kind } of days) {
    const { id, report, again } = await atDoor();
    await report({ kind: "not_home" });
    expect(await reasonOf(report(again(runKey(zoneId, date))))).toBe("accepted");
    expect(await orderOf(id)).toMatchObject({ deliveryDay: date, deliveryKind: kind });
  }
  await db.delete(dayExceptions);
});

it("a run shows a failed attempt with its orders' new day, even once it has ended", async () => {
  const { ids, id, runId, stopId, report, again } = await atDoor(2);
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, runId));
  await report({ kind: "not_home", note: "Locked" });
  const missedHere = (run: Run | null) => run?.missed.filter((stop) => stop.id === stopId);
  expect(missedHere(await getRun(db, admin, runId))).toEqual([]);
  await endRun(db, admin, runId);
  await report(again(second(valley, dayIn(10))));
  const run = await getRun(db, admin, runId);
  expect(run?.stops.map((stop) => stop.id)).not.toContain(stopId);
  const to = { day: dayIn(10), kind: "delivery" };
  const numbers = (await Promise.all(ids.map(orderOf))).map(({ number }) => number);
  expect(missedHere(run)).toEqual([
    expect.objectContaining({
      id: stopId,
      state: "not_home",
      note: "Locked",
      name: "Sample Bistro",
      visitedAt: expect.any(Date),
      address: "100 Sample Street",
      left: expect.arrayContaining(
        numbers.map((number) => expect.objectContaining({ number, to, packedLb: "10.00" })),
      ),
    }),
  ]);
  const moved = run?.moved.filter((order) => ids.includes(order.id));
  expect(moved).toMatchObject([{ isByDriver: true }, { isByDriver: true }]);
  expect((await orderOf(id)).stopId).not.toBe(stopId);
});
