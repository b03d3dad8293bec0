import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { lateOrderAdded } from "#app/domain/delivery/runs/joined-since.server.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { deliverByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { getDriversRun, getRun } from "#app/features/runs/runs.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documents } from "#db/schema/money/documents.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import type { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop, whyNotMoved } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { fulfilPackedOrder } from "../transition/finish-order.server.ts";
import { reopenOrder } from "../transition/reopen-order.server.ts";
import { movePacked } from "./move-packed.server.ts";

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
  valley = (await insertServedZone(db, { prefixes: ["V3G"], day: { fee: "12.00", capStops: 1 } }))
    .id;
  pickup = (await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" })).id;
});
afterAll(() => database.close());

async function orderOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("There is no such order");
  return order;
}

/** Inserts a packed and invoiced order of 10 lb at $10.00, in a box, for which nobody was home. */
async function undelivered(day = runKey(valley, dayIn(9)), client?: Client) {
  const by = client ?? (await clientAt());
  const asked = { ...askedOrder(askFor(ribeye, "10")), day };
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
  const { id } = await placeOrder(db, by, asked, rules);
  await db.update(orders).set({ isNewClient: false }).where(eq(orders.id, id));
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
  const [box] = await db.insert(boxes).values({ orderId: id, number: 1 }).returning();
  await insertPackage(db, item?.id ?? "", { value: "10.00", unit: "lb" }, { boxId: box?.id });
  await closeLine(db, item?.id ?? "");
  const { version } = await orderOf(id);
  await fulfilPackedOrder(db, admin, { id, version }, shop);
  const order = await orderOf(id);
  await notHome(order);
  await db.delete(mailOutbox);
  const { number } = order;
  return {
    id,
    number,
    client: by,
    from: day,
    runId: order.runId ?? "",
    stopId: order.stopId ?? "",
  };
}

async function clientAt(): Promise<Client> {
  const client = await signedInClient(db, { companyName: "Sample Bistro" });
  await db
    .update(shipTos)
    .set({ postalCode: "V3G1A2", address: "100 Sample Street" })
    .where(eq(shipTos.customerId, client.customerId));
  return client;
}

async function notHome({ runId, stopId }: { runId: string | null; stopId: string | null }) {
  const driver = await driverOf(db, await makeRunLink(db, admin, runId ?? ""));
  const shared = { stopId, requestId: randomUUID(), at: new Date().toISOString(), isEarly: true };
  const report = reportSchema.parse({ ...shared, kind: "not_home" });
  if (driver) await recordReport(db, driver, report, shop);
}

interface Moved {
  id: string;
  from: string;
}

function move(
  { id, from }: Moved,
  to: string,
  { secondFee = "never" as SecondFee, chargesFee = false, requestId = randomUUID() } = {},
) {
  const day = readDayKey(to);
  if (!day) throw new Error("Not a day");
  return movePacked(db, admin, id, { day, from, chargesFee, requestId }, { shop, secondFee });
}

const differencesOf = (customerId: string) =>
  db.$count(documents, and(eq(documents.customerId, customerId), isNotNull(documents.correctsId)));

describe("an undelivered order", () => {
  it("moves to another day's run with its boxes, past its cut-off, and its client gets an email", async () => {
    const order = await undelivered();
    const before = await orderOf(order.id);
    // Today's cut-off was yesterday.
    const today = runKey(valley, dayIn(0));
    const whose = { customerId: order.client.customerId, sites: null };
    const offer = await deliveryOffer(db, whose, order.id, { isPacked: true });
    expect(offer?.zones.flatMap(({ days }) => days.map(({ key }) => key))).toContain(today);
    // A run that has left is not offered, while a full one would be.
    const [gone] = await db
      .insert(runs)
      .values({
        zoneId: valley,
        date: dayIn(3),
        cutOffAt: new Date(),
        state: "out",
        departedAt: new Date(),
      })
      .returning();
    const later = await deliveryOffer(db, whose, order.id, { isPacked: true });
    const keys = later?.zones.flatMap(({ days }) => days.map(({ key }) => key));
    expect(keys).not.toContain(runKey(valley, dayIn(3)));
    await db.delete(runs).where(eq(runs.id, gone?.id ?? ""));
    await move(order, today);
    const after = await orderOf(order.id);
    expect(after).toMatchObject({
      status: "fulfilled",
      deliveryDay: dayIn(0),
      totalPrice: before.totalPrice,
      deliveryAddress: "100 Sample Street",
      bookedLb: before.bookedLb,
    });
    const run = await getRun(db, admin, after.runId ?? "");
    expect(run?.stops).toMatchObject([
      { state: "waiting", orders: [{ id: order.id, boxes: 1, packedLb: "10.00" }] },
    ]);
    expect((await getRun(db, admin, order.runId))?.stops).toEqual([]);
    const [left] = await db.select().from(runs).where(eq(runs.id, order.runId));
    expect(left).toMatchObject({ bookedStops: 0, bookedLb: "0.00" });
    expect(await db.$count(runStops, eq(runStops.id, order.stopId))).toBe(1);
    expect((await auditEntries(db, "order", order.id)).at(-1)).toMatchObject({
      action: "moved as packed",
      before: { deliveryDay: dayIn(9) },
      after: { deliveryDay: dayIn(0) },
    });
    const mails = await db.select().from(mailOutbox);
    expect(mails.map(({ recipient }) => recipient)).toEqual([order.client.email]);
    expect(mails[0]?.text).toContain("is packed, and was not handed over");
    expect(mails[0]?.text).not.toContain("Second delivery");
    // At the second attempt, somebody is there.
    await deliverByStaff(db, admin, order.id, shop);
    expect(await orderOf(order.id)).toMatchObject({ status: "delivered" });
    expect(await whyNotMoved(move({ ...order, from: today }, order.from))).toMatch(
      /delivered, so it stays/,
    );
  });

  it("is charged its new stop's fee once it is reopened: none for a pickup", async () => {
    const order = await undelivered();
    const { id: counter } = await insertServedZone(db, { kind: "pickup", place: "3 Sample Way" });
    await move(order, runKey(counter, dayIn(3)));
    const feesOf = () => db.$count(orderCharges, eq(orderCharges.orderId, order.id));
    expect(await feesOf()).toBe(1);
    await reopenOrder(db, admin, order.id, "A label was misread", shop);
    expect(await feesOf()).toBe(0);
    expect(await orderOf(order.id)).toMatchObject({ status: "pending", totalPrice: "100.00" });
  });

  it("is listed as left behind on the departed run, until it is moved back", async () => {
    const order = await undelivered();
    const movedOf = async () => (await getRun(db, admin, order.runId))?.moved;
    await db
      .update(runs)
      .set({ state: "out", departedAt: new Date() })
      .where(eq(runs.id, order.runId));
    expect(await movedOf()).toEqual([]);
    const counter = await insertServedZone(db, { kind: "pickup", place: "2 Sample Way" });
    const there = runKey(counter.id, dayIn(2));
    await move(order, there);
    const name = (await orderOf(order.id)).deliveryName || "Sample Bistro";
    expect(await movedOf()).toEqual([
      {
        isByDriver: false,
        wasOnBoard: true,
        handedOverTo: null,
        isOut: false,
        id: order.id,
        number: order.number,
        name,
        boxes: 1,
        packedLb: "10.00",
        to: { day: dayIn(2), kind: "pickup" },
      },
    ]);
    const driver = await driverOf(db, await makeRunLink(db, admin, order.runId));
    expect(driver && (await getDriversRun(db, driver)).moved).toHaveLength(1);
    await db
      .update(runs)
      .set({ state: "planned", departedAt: null })
      .where(eq(runs.id, order.runId));
    await move({ id: order.id, from: there }, order.from);
    expect(await movedOf()).toEqual([]);
  });

  it("can be picked up instead, and is moved once for concurrent requests, but not to a run that has left", async () => {
    const order = await undelivered(runKey(valley, dayIn(2)));
    const to = runKey(pickup, dayIn(3));
    const answers = await Promise.all([1, 2].map(() => whyNotMoved(move(order, to))));
    expect(answers.sort()).toEqual([expect.stringContaining("moved meanwhile"), "moved"]);
    expect(await orderOf(order.id)).toMatchObject({
      deliveryKind: "pickup",
      deliveryAddress: "1 Sample Way",
      deliveryDay: dayIn(3),
    });
    const run = await db.select().from(runs).where(eq(runs.zoneId, pickup));
    expect(run).toMatchObject([{ bookedStops: 1 }]);
    // From the pickup to another day that is full by its rules.
    const full = await undelivered(runKey(valley, dayIn(4)));
    const back = await whyNotMoved(move({ id: order.id, from: to }, runKey(valley, dayIn(4))));
    expect(back).toBe("moved");
    expect(full.id).not.toBe(order.id);
    await db
      .update(runs)
      .set({ state: "out" })
      .where(eq(runs.date, dayIn(3)));
    expect(await whyNotMoved(move(full, to))).toBe("left");
  });

  it("pays a second delivery fee as the owner has set", async () => {
    const client = await clientAt();
    const to = (day: number) => runKey(valley, dayIn(day));
    const order = await undelivered(to(5), client);
    const fees = () => differencesOf(client.customerId);
    expect(await move(order, to(6), { secondFee: "never", chargesFee: true })).toBeNull();
    expect(await move({ ...order, from: to(6) }, to(7), { secondFee: "ask" })).toBeNull();
    expect(await fees()).toBe(0);
    await db.delete(mailOutbox);
    const asked = { secondFee: "ask", chargesFee: true } as const;
    const fee = await move({ ...order, from: to(7) }, to(8), asked);
    expect(fee).toMatchObject({ total: "12.00" });
    const texts = (await db.select().from(mailOutbox)).map(({ text }) => text);
    expect(texts.join()).toContain(`$12.00, on invoice ${fee?.invoiceNumber}`);
    expect(texts.join()).not.toContain("We billed too little");
    expect(texts.join().replace(/\s+/g, " ")).toContain(
      `the second delivery is on invoice ${fee?.invoiceNumber}.`,
    );
    expect(await move({ ...order, from: to(8) }, to(9), { secondFee: "always" })).not.toBeNull();
    expect(await fees()).toBe(2);
    await undelivered(to(10), client);
    expect(await move({ ...order, from: to(9) }, to(10), { secondFee: "always" })).toBeNull();
  });

  it("is paid in one amount at the door, as its email and its run both show", async () => {
    const client = await clientAt();
    // Before it is invoiced, as an invoice keeps its terms.
    await db
      .update(customers)
      .set({ termsKind: "on_delivery" })
      .where(eq(customers.id, client.customerId));
    const order = await undelivered(runKey(valley, dayIn(13)), client);
    const asked = { secondFee: "ask", chargesFee: true } as const;
    const fee = await move(order, runKey(valley, dayIn(14)), asked);
    const { runId } = await orderOf(order.id);
    const run = await getRun(db, admin, runId ?? "");
    expect(run?.stops[0]?.toCollect).toEqual({ cents: 124_00, refusedCents: 0, isFinal: true });
    const texts = (await db.select().from(mailOutbox)).map(({ text }) => text.replace(/\s+/g, " "));
    const told = texts.find((text) => text.includes("was not handed over")) ?? "";
    expect(told).toContain("Pay our driver $124.00 at the door.");
    expect(told).toContain(
      `That is $112.00 of invoice ${fee?.corrects} and $12.00 of invoice ${fee?.invoiceNumber}.`,
    );
    expect(told).toContain(shop.siteUrl + fee?.url);
  });

  it("is not called missed before the driver was there", async () => {
    const order = await undelivered(runKey(valley, dayIn(15)));
    const before = { state: "waiting", visitedAt: null } as const;
    await db.update(runStops).set(before).where(eq(runStops.id, order.stopId));
    await move(order, runKey(valley, dayIn(16)));
    const [mail] = await db.select().from(mailOutbox);
    const text = mail?.text.replace(/\s+/g, " ");
    expect(text).toContain("is packed, and was moved to the day below.");
    expect(text).not.toContain("handed over");
  });

  it("is not moved before it is packed, nor outside its zone", async () => {
    const order = await undelivered(runKey(valley, dayIn(11)));
    const elsewhere = (await insertServedZone(db, { prefixes: ["V6A"] })).id;
    expect(await whyNotMoved(move(order, runKey(elsewhere, dayIn(12))))).toMatch(
      /deliver to V3G 1A2 on that day/,
    );
    expect(await whyNotMoved(move(order, order.from))).not.toBe("moved");
    const { client: by, from } = order;
    const asked = { ...askedOrder(askFor(ribeye, "10")), day: from };
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const { id } = await placeOrder(db, by, asked, rules);
    expect(await whyNotMoved(move({ id, from }, runKey(pickup, dayIn(12))))).toMatch(/so it stays/);
  });
});

it("emails that nobody was met only for an order that was on the stop at the time", async () => {
  const missed = await undelivered(runKey(valley, dayIn(12)));
  const added = await undelivered(runKey(valley, dayIn(13)));
  const entry = { entity: "order", entityId: added.id, action: lateOrderAdded } as const;
  await db.transaction((tx) => recordAudit(tx, admin, entry));
  for (const [order, isMet] of [
    [missed, true],
    [added, false],
  ] as const) {
    await db.delete(mailOutbox);
    await move(order, runKey(pickup, dayIn(11)));
    const text = (await db.select().from(mailOutbox)).map((mail) => mail.text).join(" ");
    expect(text.replace(/\s+/g, " ").includes("because we met nobody")).toBe(isMet);
    expect(text).not.toBe("");
  }
});
