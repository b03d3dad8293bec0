import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { heldFamily, holdWhatWasMade } from "#app/domain/lots/holds/held-family.server.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { closureOf } from "#app/domain/lots/lot-closure.server.ts";
import { balanceLots, traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { balanceOf, ordersToStop, sumsOf, whereOfLine } from "#app/domain/lots/lot-trace.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { heldMeat } from "#app/domain/packages/held-packages.server.ts";
import { addPackage, movePackages, voidPackage } from "#app/domain/packages/packages.server.ts";
import { type OpOf, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { createPrinter, type Printer } from "#app/domain/papers/printer.ts";
import { cutsToPack, ordersToPack } from "#app/features/packing/packing-day.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import { sendOut } from "#app/features/runs/run-changes.server.ts";
import { getRun } from "#app/features/runs/runs.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import {
  lotHolds,
  recallAnswers,
  recallCalls,
  recallClosings,
  recallContacts,
  recallNotices,
} from "#db/schema/meat/recalls.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import type { orders } from "#db/schema/orders.ts";
import { lotParents, packages } from "#db/schema/packages.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { closeLine, insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { ownAccount, signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { answerByLink, answerByPhone, clientOfRecall, questionOf } from "./answer-recall.server.ts";
import { openBalanceInWords } from "./balance-words.ts";
import { recallsOfClient } from "./client-recalls.server.ts";
import { closeRecall, fileOfRecall } from "./close-recall.server.ts";
import { recordContact } from "./contact-clients.server.ts";
import { closeSchema } from "./recall.ts";
import type { RecallFile } from "./recall-file.ts";
import { createRecallLinks } from "./recall-links.server.ts";
import { recallCsv, recallJob } from "./recall-papers.ts";
import {
  answerInWords,
  givenInWords,
  isSettled,
  unnamedInWords,
  whereInWords,
} from "./recall-words.ts";
import {
  addNewLots,
  clearLot,
  getRecall,
  holdsOfRecall,
  listRecalls,
  openRecall,
  reasonsToHold,
  recordCall,
} from "./recalls.server.ts";
import { mailRecall } from "./tell-clients.server.ts";
import { toldClients, wasTold } from "./told-words.ts";

const shop = sampleShop();
const links = createRecallLinks("a secret of the tests");

let database: OpenDatabase;
let db: Database;
let admin: Admin;
// It takes long to load its fonts on a busy machine: no part of the test that prints first.
let print: Printer;
beforeAll(async () => {
  print = await createPrinter();
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

const reasonOf = (write: Promise<unknown>) =>
  write.then(
    () => "accepted",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

interface Packed {
  lotId: string;
  customerId?: string;
  values?: string[];
  order?: Partial<typeof orders.$inferInsert>;
}

/** Creates an order with packages of a lot. */
async function packed({ lotId, customerId, values = ["5"], order: over = {} }: Packed) {
  const whose = customerId ?? (await insertClient(db)).user.id;
  const order = await insertOrder(db, whose, { status: "fulfilled", ...over });
  const item = await insertOrderItem(db, order.id);
  const found = [];
  for (const value of values) {
    found.push(await insertPackage(db, item.id, { value, unit: "lb" }, { lotId }));
  }
  return { order, item, customerId: whose, packages: found };
}

async function lotOf(parents: { id: string; lb?: string }[] = [], over: object = {}) {
  const lot = await insertLot(db, over);
  for (const { id, lb } of parents) {
    await db.insert(lotParents).values({ childId: lot.id, parentId: id, lb: lb ?? null });
  }
  return lot;
}

async function guest(email = `${randomUUID()}@example.com`) {
  const [row] = await db
    .insert(customers)
    .values({ kind: "person", companyName: "", contactName: "Sam Guest", guestEmail: email })
    .returning();
  if (!row) throw new Error("Nothing was inserted");
  return row;
}

const opening = (lotId: string, over: object = {}) => ({
  requestId: randomUUID(),
  lotId,
  scope: "both" as const,
  intent: "recall" as const,
  reason: "Listeria was found.",
  instructions: "Do not use it.",
  ...over,
});

const traced = async (lotId: string, scope: "both" | "forward" = "both") =>
  traceLots(db, admin, await closureOf(db, admin, lotId, scope));

describe("the reach of a lot", () => {
  it("goes through grinds of several levels, forwards alone or back to their sources too", async () => {
    const [one, two] = [await lotOf(), await lotOf()];
    const trim = await lotOf([{ id: one.id }, { id: two.id }]);
    const ground = await lotOf([{ id: trim.id }]);
    const steak = await lotOf([{ id: two.id }]);
    const other = await lotOf();
    const reach = async (id: string, scope: "both" | "forward") =>
      new Set(await closureOf(db, admin, id, scope));
    expect(await reach(one.id, "forward")).toEqual(new Set([one.id, trim.id, ground.id]));
    expect(await reach(ground.id, "forward")).toEqual(new Set([ground.id]));
    const all = new Set([one.id, two.id, trim.id, ground.id, steak.id]);
    expect(await reach(ground.id, "both")).toEqual(all);
    expect(all.has(other.id)).toBe(false);
    expect(await reach("no id", "both")).toEqual(new Set());
  });
});

describe("who has of it", () => {
  it("has kitchens and guests, without voided packages, each pound once", async () => {
    const raw = await lotOf();
    const ground = await lotOf([{ id: raw.id, lb: "60" }]);
    const kitchen = await packed({ lotId: raw.id, values: ["5", "6", "7"] });
    const { id: customerId } = await guest();
    const retail = {
      channel: "retail",
      paymentWay: "door",
      placedBy: null,
      shipToId: null,
    } as const;
    const bought = await packed({ lotId: ground.id, customerId, values: ["2"], order: retail });
    const [voided] = kitchen.packages;
    await db
      .update(packages)
      .set({ voidedAt: new Date(), voidedBy: admin.userId })
      .where(eq(packages.id, voided?.id ?? ""));
    // One line with packages of both lots, of which three pounds were credited by two requests.
    await insertPackage(db, kitchen.item.id, { value: "5", unit: "lb" }, { lotId: ground.id });
    for (const lb of ["2.00", "1.00"]) {
      const [request] = await db
        .insert(creditRequests)
        .values({
          orderId: kitchen.order.id,
          customerId: kitchen.customerId,
          source: "client",
          status: "approved",
          decidedAt: new Date(),
        })
        .returning();
      await db.insert(creditRequestLines).values({
        creditRequestId: request?.id ?? "",
        position: 0,
        orderItemId: kitchen.item.id,
        lb,
        reason: "quality",
      });
    }
    const found = await traced(raw.id);
    expect(sumsOf(found)).toMatchObject({
      customers: 2,
      orders: 2,
      packages: 4,
      lb: "20.00",
      backLb: "3.00",
    });
    const [own] = found.filter(({ id }) => id === kitchen.customerId);
    expect(own?.lines.map(({ lotCode, lb }) => [lotCode, lb]).sort()).toEqual(
      [
        [raw.code, "13.00"],
        [ground.code, "5.00"],
      ].sort(),
    );
    const [private_] = found.filter(({ id }) => id === customerId);
    expect(private_).toMatchObject({ contactName: "Sam Guest", isGuest: true });
    expect(private_?.lines[0]).toMatchObject({ orderNumber: bought.order.number, isRetail: true });
    expect(private_?.lines[0]?.packedAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  });

  it("counts the orders of a merged record to the one that stands for it", async () => {
    const lot = await lotOf();
    const old = await packed({ lotId: lot.id });
    const kept = await packed({ lotId: lot.id });
    await db
      .update(customers)
      .set({ mergedInto: kept.customerId, inactiveAt: new Date() })
      .where(eq(customers.id, old.customerId));
    const found = await traced(lot.id);
    expect(found.map(({ id, lines }) => [id, lines.length])).toEqual([[kept.customerId, 2]]);
  });

  it("keeps the contact of the document for somebody who was erased", async () => {
    const lot = await lotOf();
    const client = await insertClient(db, { profile: { companyName: "Chez Sam" } });
    const order = await insertOrder(db, client.user.id, { status: "fulfilled" });
    const item = await insertOrderItem(db, order.id);
    await insertPackage(db, item.id, { value: "10", unit: "lb" }, { lotId: lot.id });
    await closeLine(db, item.id);
    await issueFor(db, order);
    await db
      .update(customers)
      .set({ companyName: "Erased", contactName: "", phone: "" })
      .where(eq(customers.id, client.user.id));
    await db.execute(sql`delete from members where user_id = ${client.user.id}`);
    const [found] = await traced(lot.id);
    expect(found).toMatchObject({
      companyName: "Chez Sam",
      contactName: "Sample Contact",
      email: client.user.email,
    });
    const id = await openRecall(db, admin, opening(lot.id));
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 1, toCall: 0 });
    const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    expect(notice?.emails).toEqual([client.user.email]);
  });
});

describe("what was sold at a counter", () => {
  it("has nobody to tell, who is not silent either, and its place is the shop's alone", async () => {
    const lot = await lotOf();
    const till = await guest();
    const rests = { kind: "counter" as const, guestEmail: "", inactiveAt: new Date() };
    await db.update(customers).set(rests).where(eq(customers.id, till.id));
    await packed({
      lotId: lot.id,
      customerId: till.id,
      order: { placedBy: null, shipToId: null },
    });
    const client = await insertClient(db);
    await db
      .update(shipTos)
      .set({ postalCode: "V6B1A1" })
      .where(eq(shipTos.customerId, client.user.id));
    const place = { deliveryAddress: "1 Shop Street, Vancouver", deliveryPostalCode: "" };
    await packed({ lotId: lot.id, customerId: client.user.id, order: place });
    const id = await openRecall(db, admin, opening(lot.id));
    const { customers: found = [] } = (await fileOfRecall(db, admin, id)) ?? {};
    expect(found.find((one) => one.id === till.id)).toMatchObject({ isCounter: true });
    // Nor is it counted among those who can be called.
    const counts = { customers: 1, isAtCounter: true, orders: 2 };
    expect(sumsOf(found)).toMatchObject({ ...counts, sites: 1 });
    expect((await getRecall(db, admin, id))?.found).toMatchObject(counts);
    const pickup = found.find((one) => one.id === client.user.id);
    expect(pickup).toMatchObject({ isCounter: false });
    expect(pickup?.lines[0]?.address).toBe("1 Shop Street, Vancouver");
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 1, toCall: 0 });
    const told = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    expect(told.map(({ customerId }) => customerId)).toEqual([client.user.id]);
  });
});

describe("what has not reached the client", () => {
  it("is to be stopped, and its client neither told nor asked to look for it", async () => {
    const lot = await lotOf();
    const onRun = async (state: "planned" | "out", inDays: number) => {
      const order = await packed({ lotId: lot.id });
      const run = await insertRun(db, { date: daysAfter(pacificDay(new Date()), inDays) });
      await putOnRun(db, run, order.order);
      await db.update(runs).set({ state }).where(eq(runs.id, run.id));
      return order;
    };
    const tomorrow = await onRun("planned", 1);
    const onTruck = await onRun("out", 0);
    const forgotten = await onRun("planned", -3);
    const id = await openRecall(db, admin, opening(lot.id));
    const file = await fileOfRecall(db, admin, id);
    const whereOf = (customerId: string) =>
      whereInWords(file?.customers.find((one) => one.id === customerId) ?? { lines: [] });
    expect(whereOf(tomorrow.customerId)).toBe("5 lb packed, not left");
    expect(whereOf(onTruck.customerId)).toBe("5 lb on the truck");
    expect(whereOf(forgotten.customerId)).toBe("5 lb with them");
    expect(ordersToStop(file?.customers ?? [])).toMatchObject([
      { orderId: onTruck.order.id, isOnTruck: true, lb: "5.00", lots: [lot.code] },
      { orderId: tomorrow.order.id, isOnTruck: false },
    ]);
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 1, toCall: 0 });
    const told = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    expect(told.map(({ customerId }) => customerId)).toEqual([forgotten.customerId]);
  });

  it("is what was refused at the door until it is weighed, and its client isn’t silent", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id, values: ["14.11"], order: { status: "delivered" } });
    const stop = await putOnRun(db, await insertRun(db), sent.order);
    await db.insert(stopEvents).values({
      stopId: stop.id,
      kind: "refused",
      orderItemId: sent.item.id,
      refusedLb: "14.11",
      requestId: randomUUID(),
      happenedAt: new Date(),
      recordedBy: admin.userId,
    });
    const id = await openRecall(db, admin, opening(lot.id));
    expect((await heldMeat(db, admin, sent.order.id)).map(whereOfLine)).toEqual([
      "14.11 lb refused, on the truck until it is weighed",
    ]);
    const { customers = [] } = (await fileOfRecall(db, admin, id)) ?? {};
    expect(customers.map((one) => whereInWords(one))).toEqual(["14.11 lb on the truck"]);
    expect(ordersToStop(customers)).toMatchObject([{ isRefused: true, lb: "14.11" }]);
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 0, toCall: 0 });
    const close = closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    await expect(close).rejects.not.toThrow("not answered");
    await expect(close).rejects.toThrow("1 order with meat of it waits");
  });

  it("is what was weighed of what came back, of its own lot", async () => {
    const [own, other] = [await lotOf(), await lotOf()];
    const sent = await packed({ lotId: own.id, values: ["10"], order: { status: "delivered" } });
    await insertPackage(db, sent.item.id, { value: "10", unit: "lb" }, { lotId: other.id });
    const run = await insertRun(db);
    const stop = await putOnRun(db, run, sent.order);
    await db.insert(stopEvents).values({
      stopId: stop.id,
      kind: "refused",
      orderItemId: sent.item.id,
      refusedLb: "10.00",
      requestId: randomUUID(),
      happenedAt: new Date(),
      recordedBy: admin.userId,
    });
    const [credit] = await db
      .insert(creditRequests)
      .values({ orderId: sent.order.id, customerId: sent.customerId, source: "door" })
      .returning();
    await db.insert(returnedGoods).values({
      creditRequestId: credit?.id ?? "",
      requestId: randomUUID(),
      orderId: sent.order.id,
      orderItemId: sent.item.id,
      lotId: own.id,
      lb: "9.80",
      place: "truck" as const,
      outcome: "waste" as const,
      weighedBy: admin.userId,
    });
    const of = async (id: string) => (await traced(id))[0]?.lines[0]?.backLb;
    expect(await of(own.id)).toBe("9.80");
    expect(await of(other.id)).toBe("0.00");
  });

  it("is told apart on the phone’s page: what its client kept, and what they refused", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id, values: ["14.11"], order: { status: "delivered" } });
    const stop = await putOnRun(db, await insertRun(db), sent.order);
    await db.insert(stopEvents).values({
      stopId: stop.id,
      kind: "refused",
      orderItemId: sent.item.id,
      refusedLb: "4.00",
      requestId: randomUUID(),
      happenedAt: new Date(),
      recordedBy: admin.userId,
    });
    const id = await openRecall(db, admin, opening(lot.id));
    const answer = { usedLb: "1.00", heldLb: "9.11", discardedLb: "0.00", answeredBy: "Sam" };
    const whose = { recallId: id, customerId: sent.customerId };
    await answerByPhone(db, admin, whose, { ...answer, requestId: randomUUID(), note: "" });
    const client = await clientOfRecall(db, admin, id, sent.customerId);
    expect(client).toMatchObject({ lb: "10.11", answer });
    expect(client?.lines.map(givenInWords)).toEqual(["10.11 lb kept, 4 lb refused"]);
  });

  it("shows a client what they still have, and in page, file and paper what is on the truck", async () => {
    const lot = await lotOf();
    const order = { status: "delivered" } as const;
    const sent = await packed({ lotId: lot.id, values: ["10"], order });
    const refused = await packed({
      lotId: lot.id,
      values: ["5"],
      order,
      customerId: sent.customerId,
    });
    const stop = await putOnRun(db, await insertRun(db), refused.order);
    await db.insert(stopEvents).values({
      stopId: stop.id,
      kind: "refused",
      orderItemId: refused.item.id,
      refusedLb: "5.00",
      requestId: randomUUID(),
      happenedAt: new Date(),
      recordedBy: admin.userId,
    });
    const [credit] = await db
      .insert(creditRequests)
      .values({ orderId: sent.order.id, customerId: sent.customerId, source: "door" })
      .returning();
    await db.insert(returnedGoods).values({
      creditRequestId: credit?.id ?? "",
      requestId: randomUUID(),
      orderId: sent.order.id,
      orderItemId: sent.item.id,
      lotId: lot.id,
      lb: "4.00",
      place: "client" as const,
      outcome: "waste" as const,
      weighedBy: admin.userId,
    });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const question = await questionOf(db, notice?.id ?? "");
    expect(question?.lb).toBe("6.00");
    expect(question?.lines).toEqual([
      expect.objectContaining({ itemId: sent.item.id, leftLb: "6.00" }),
    ]);
    const file = (await fileOfRecall(db, admin, id)) as RecallFile;
    expect(file.customers.map((one) => whereInWords(one))).toEqual([
      "6 lb with them, 5 lb on the truck, 4 lb came back",
    ]);
    // Packed, came back, with the client, on the truck.
    const csv = await recallCsv(file);
    expect(csv).toContain(
      '"Packed (lb)","Came back (lb)","With the client (lb)","On the truck (lb)"',
    );
    expect(csv).toContain(",10.00,4.00,6.00,0.00,");
    expect(csv).toContain(",5.00,0.00,0.00,5.00,");
    const { sheet } = recallJob(file, sampleShop().company, new Date());
    expect(JSON.stringify(sheet)).toContain("1 package, 5 lb, 5 lb on the truck");
  });
});

describe("the balance", () => {
  it("has what was packed, thrown away and is on hand, and what came back once", async () => {
    const product = await insertProduct(db);
    const lot = await lotOf([], { receivedLb: "100.00" });
    const child = await lotOf([{ id: lot.id, lb: "40.00" }], { receivedLb: "40.00" });
    await packed({ lotId: lot.id, values: ["20"] });
    await packed({ lotId: child.id, values: ["39"] });
    const entry = (
      kind: "received" | "packed" | "returned" | "waste" | "cut from",
      lb: string,
    ) => ({
      productId: product.id,
      lotId: lot.id,
      kind,
      lb,
    });
    await db
      .insert(stockEntries)
      .values([
        entry("received", "100"),
        entry("cut from", "-40"),
        entry("returned", "5"),
        entry("waste", "-8"),
        entry("waste", "-3"),
      ]);
    const lots = await balanceLots(db, admin, [lot.id, child.id]);
    const [own] = lots.filter(({ id }) => id === lot.id);
    expect(own).toMatchObject({ packedLb: "20.00", backLb: "5.00", wastedLb: "11.00" });
    // Not counted; only the entries say so.
    expect(own).toMatchObject({ onHandLb: null, uncountedLb: "34.00" });
    // 100 in; 20 less 5 and 39 packed, 11 wasted: 34 are left, and 1 of the ground meat.
    expect(balanceOf(lots)).toMatchObject({
      receivedLb: "100.00",
      uncountedLb: "35.00",
      missingLb: "0.00",
      surplusLb: "0.00",
    });
  });
});

describe("a recall", () => {
  it("is opened once however often it is sent, and by one of two people", async () => {
    const lot = await lotOf();
    const child = await lotOf([{ id: lot.id }]);
    await packed({ lotId: child.id });
    const form = opening(lot.id);
    const [first, again] = await Promise.all([
      openRecall(db, admin, form),
      openRecall(db, admin, form),
    ]);
    expect(again).toBe(first);
    expect(await reasonOf(openRecall(db, await signedInAdmin(db), opening(lot.id)))).toBe("exists");
    const two = await lotOf();
    const both = await Promise.all([
      reasonOf(openRecall(db, admin, opening(two.id))),
      reasonOf(openRecall(db, admin, opening(two.id))),
    ]);
    expect(both.sort()).toEqual(["accepted", "exists"]);
    const recall = await getRecall(db, admin, first);
    expect(recall?.found).toMatchObject({ lots: 2, customers: 1, packages: 1, lb: "5.00" });
    const held = await db.select().from(lotHolds).where(eq(lotHolds.lotId, child.id));
    expect(held).toEqual([expect.objectContaining({ releasedAt: null })]);
    expect((await listRecalls(db, admin)).some(({ id }) => id === first)).toBe(true);
    expect(await reasonOf(openRecall(db, admin, opening(randomUUID())))).toBe("gone");
  });

  it("mails each client once with a link of their own, and notes whom to call", async () => {
    const lot = await lotOf();
    const told = await packed({ lotId: lot.id });
    await packed({ lotId: lot.id, customerId: told.customerId });
    const [silent] = await db
      .insert(customers)
      .values({ companyName: "Nobody Signs In", phone: "604-555-0199" })
      .returning();
    await packed({
      lotId: lot.id,
      customerId: silent?.id ?? "",
      order: { placedBy: null, shipToId: null },
    });
    // Still in the shop, so its client isn't mailed.
    await packed({ lotId: lot.id, order: { status: "pending" } });
    const id = await openRecall(db, admin, opening(lot.id));
    const both = await Promise.all([
      mailRecall(db, admin, id, { shop, links }),
      mailRecall(db, admin, id, { shop, links }),
    ]);
    expect(both).toContainEqual({ mailed: 1, toCall: 1 });
    expect(both).toContainEqual({ mailed: 0, toCall: 0 });
    const [account] = await db.select().from(user).where(eq(user.id, told.customerId));
    const mails = await db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, account?.email ?? ""));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Listeria was found.");
    expect(mails[0]?.text).toContain(`Lot ${lot.code}`);
    const [, token = ""] = /recall\?token=([\w.%-]+)/.exec(mails[0]?.text ?? "") ?? [];
    const noticeId = links.noticeOf(decodeURIComponent(token));
    const question = await questionOf(db, noticeId);
    expect(question).toMatchObject({ lb: "10.00", answer: null, isClosed: false });
    expect(question?.lines).toHaveLength(2);
  });

  it("tells those who got more since the mail again, once, and either link answers the last mail", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id });
    const untouched = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    const again = { shop, links, round: "again" as const };
    await mailRecall(db, admin, id, { shop, links });
    const first = await noticeOf(customerId);
    const answer = (over: object = {}) => ({
      requestId: randomUUID(),
      usedLb: "5.00",
      heldLb: "0.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
      ...over,
    });
    await answerByLink(db, first.id, answer());
    expect(await mailRecall(db, admin, id, again)).toEqual({ mailed: 0, toCall: 0 });

    await packed({ lotId: lot.id, customerId, values: ["7"] });
    const both = await Promise.all([
      mailRecall(db, admin, id, again),
      mailRecall(db, admin, id, again),
    ]);
    expect(both.map(({ mailed }) => mailed).sort()).toEqual([0, 1]);
    const mails = await mailsOf(customerId);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.subject).toContain("you got more of");
    expect(mails[1]?.text).toContain("you got 7 lb more of it");
    expect(await mailsOf(untouched.customerId)).toHaveLength(1);
    // They have to answer again; their answer to the first email is kept.
    const seen = async () =>
      (await getRecall(db, admin, id))?.notices.find((one) => one.customerId === customerId);
    expect(await seen()).toMatchObject({ round: 2, answer: null, toldLb: "12.00" });
    expect(await db.$count(recallAnswers, eq(recallAnswers.noticeId, first.id))).toBe(1);
    const closing = closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    await expect(closing).rejects.toThrow(/2 clients \(.+\) have not answered/);
    const actions = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "clients told again")));
    expect(actions).toHaveLength(1);

    // The first email's link shows everything, but what was delivered while they typed isn't told.
    expect(await questionOf(db, first.id)).toMatchObject({ lb: "12.00", answer: null });
    await packed({ lotId: lot.id, customerId, values: ["2"] });
    await answerByLink(db, first.id, answer({ usedLb: "12.00", seenLb: "12.00" }));
    expect(await seen()).toMatchObject({ answer: { usedLb: "12.00" }, toldLb: "12.00" });
    expect((await questionOf(db, first.id))?.answer?.usedLb).toBe("12.00");
    expect(await mailRecall(db, admin, id, again)).toEqual({ mailed: 1, toCall: 0 });
    // Someone told by phone needs no email.
    await packed({ lotId: lot.id, customerId, values: ["1"] });
    await answerByPhone(db, admin, { recallId: id, customerId }, answer({ usedLb: "15.00" }));
    expect(await seen()).toMatchObject({ round: 3, answer: { isByPhone: true } });
    expect(await mailRecall(db, admin, id, again)).toEqual({ mailed: 0, toCall: 0 });

    async function noticeOf(whose: string) {
      const [found] = await db
        .select()
        .from(recallNotices)
        .where(and(eq(recallNotices.recallId, id), eq(recallNotices.customerId, whose)));
      if (!found) throw new Error("Nobody was told");
      return found;
    }
    async function mailsOf(whose: string) {
      const [account] = await db.select().from(user).where(eq(user.id, whose));
      return db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.recipient, account?.email ?? ""))
        .orderBy(mailOutbox.createdAt);
    }
  });

  it("takes answers once, lets them be corrected, and none after it is closed", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const noticeId = notice?.id ?? "";
    const answer = (over: object = {}) => ({
      requestId: randomUUID(),
      usedLb: "1.00",
      heldLb: "4.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
      ...over,
    });
    const first = answer();
    await Promise.all([answerByLink(db, noticeId, first), answerByLink(db, noticeId, first)]);
    await answerByLink(db, noticeId, answer({ usedLb: "5.00", heldLb: "0.00" }));
    const seen = await getRecall(db, admin, id);
    expect(seen?.notices[0]).toMatchObject({ answers: 2, answer: { usedLb: "5.00" } });
    await answerByPhone(db, admin, { recallId: id, customerId }, answer({ discardedLb: "1.00" }));
    expect(await db.$count(recallAnswers, eq(recallAnswers.noticeId, noticeId))).toBe(3);
    // Who corrects it begins with what was noted.
    expect(await clientOfRecall(db, admin, id, customerId)).toMatchObject({
      answer: { usedLb: "1.00", heldLb: "4.00", discardedLb: "1.00", answeredBy: "Sam" },
    });
    const stranger = { recallId: id, customerId: randomUUID() };
    expect(await reasonOf(answerByPhone(db, admin, stranger, answer()))).toBe("gone");
    // Whoever filters the file by a lot or an order finds the client's answer in each line.
    const found = (await fileOfRecall(db, admin, id)) as RecallFile;
    const twice = found.customers.map((one) => ({ ...one, lines: [...one.lines, ...one.lines] }));
    const answered = await recallCsv({ ...found, customers: twice });
    const rows = answered.split("\r\n").filter((row) => row.includes(lot.code));
    expect(rows.map((row) => row.split(",").at(-1))).toEqual(["1.00", "1.00"]);
    const closing = { closeNote: "Everything is accounted for.", isMeant: true };
    await closeRecall(db, admin, id, closing);
    expect(await reasonOf(closeRecall(db, admin, id, closing))).toBe("closed");
    expect(await reasonOf(answerByLink(db, noticeId, answer()))).toBe("closed");
    expect(await reasonOf(answerByLink(db, null, answer()))).toBe("gone");
    expect(await reasonOf(answerByLink(db, randomUUID(), answer()))).toBe("gone");
    expect((await questionOf(db, noticeId))?.isClosed).toBe(true);
    const forged = links.pathFor(noticeId).split("token=")[1] ?? "";
    expect(links.noticeOf(`${decodeURIComponent(forged).slice(0, -2)}AA`)).toBeNull();
    expect(createRecallLinks("another").noticeOf(decodeURIComponent(forged))).toBeNull();
    const file = await fileOfRecall(db, admin, id);
    const csv = file ? await recallCsv(file) : "";
    expect(csv.split("\n").filter((line) => line.includes(lot.code))).toHaveLength(1);
    // Holds remain, and the lot can be recalled again.
    expect(await reasonOf(openRecall(db, admin, opening(lot.id)))).toBe("accepted");
  });

  it("is said to its client when signed in, of what they got, and to nobody else", async () => {
    const lot = await lotOf();
    const client = await signedInClient(db);
    const got = await packed({ lotId: lot.id, customerId: client.customerId });
    await packed({ lotId: lot.id, customerId: client.customerId, order: { status: "pending" } });
    const other = await signedInClient(db);
    const id = await openRecall(db, admin, opening(lot.id));
    expect(await recallsOfClient(db, client, links)).toEqual([]);
    await mailRecall(db, admin, id, { shop, links });
    const [seen, ...more] = await recallsOfClient(db, client, links);
    expect(more).toEqual([]);
    expect(seen).toMatchObject({
      reason: "Listeria was found.",
      products: ["Ribeye Steak"],
      isAnswered: false,
      orderIds: [got.order.id],
    });
    expect(await recallsOfClient(db, other, links)).toEqual([]);
    const elsewhere = { ...client, sites: [randomUUID()] };
    expect(await recallsOfClient(db, elsewhere, links)).toEqual([]);
    const token = new URLSearchParams(seen?.path.split("?")[1]).get("token") ?? "";
    await answerByLink(db, links.noticeOf(token), {
      requestId: randomUUID(),
      usedLb: "5.00",
      heldLb: "0.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
    });
    expect(await recallsOfClient(db, client, links)).toMatchObject([{ isAnswered: true }]);
    await closeRecall(db, admin, id, { closeNote: "", isMeant: true });
    expect(await recallsOfClient(db, client, links)).toEqual([]);
  });

  it("asks before it is closed with silent clients, no call, or meat that still waits", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id, order: { status: "delivered" } });
    const waiting = await packed({ lotId: lot.id, order: { status: "pending" } });
    const id = await openRecall(db, admin, opening(lot.id));
    const close = () =>
      closeRecall(db, admin, id, { closeNote: "", isMeant: false }).then(
        () => "closed",
        (error) => (error as Error).message,
      );
    expect(await close()).toMatch(
      /no call to the CFIA and none to your health authority is noted, 1 client \(.+\) has not answered, 1 order with meat of it waits/,
    );
    await recordCall(db, admin, id, {
      requestId: randomUUID(),
      authority: "CFIA",
      phone: "604-555-0100",
      note: "",
      calledAt: new Date(),
      answeredBy: "An officer",
    });
    expect(await close()).toContain("no call to your health authority is noted");
    await recordCall(db, admin, id, {
      requestId: randomUUID(),
      authority: "Fraser Health",
      phone: "604-555-0101",
      note: "",
      calledAt: new Date(),
      answeredBy: "A nurse",
    });
    await answerByPhone(
      db,
      admin,
      { recallId: id, customerId },
      {
        requestId: randomUUID(),
        usedLb: "5.00",
        heldLb: "0.00",
        discardedLb: "0.00",
        answeredBy: "Sam",
        note: "",
      },
    );
    await db
      .update(packages)
      .set({ voidedAt: new Date(), voidedBy: admin.userId })
      .where(eq(packages.id, waiting.packages[0]?.id ?? ""));
    expect(await close()).toBe("closed");
    expect(await holdsOfRecall(db, admin, [lot.id])).toMatchObject([
      { id: lot.id, code: lot.code, releasedAt: null },
    ]);
  });

  it("keeps calls to authorities once, and takes in what was made since", async () => {
    const lot = await lotOf();
    const id = await openRecall(db, admin, opening(lot.id));
    const call = {
      requestId: randomUUID(),
      authority: "CFIA",
      phone: "604-555-0100",
      note: "",
      calledAt: new Date(),
      answeredBy: "An officer",
    };
    await recordCall(db, admin, id, call);
    await recordCall(db, admin, id, call);
    expect(await db.$count(recallCalls, eq(recallCalls.recallId, id))).toBe(1);
    const later = await lotOf([{ id: lot.id }]);
    expect((await getRecall(db, admin, id))?.newLots).toEqual([{ id: later.id, code: later.code }]);
    await addNewLots(db, admin, id);
    const seen = await getRecall(db, admin, id);
    expect([seen?.newLots, seen?.lotIds.length]).toEqual([[], 2]);
    const open = and(eq(lotHolds.lotId, later.id), isNull(lotHolds.releasedAt));
    expect(await db.$count(lotHolds, open)).toBe(1);
  });
});

describe("what was packed without a lot", () => {
  it("may be of it while the lot was here: its clients are ticked off, and nothing is closed", async () => {
    const [ribs, other] = [
      await insertProduct(db, { name: "Short Ribs" }),
      await insertProduct(db),
    ];
    const day = (count: number) => new Date(Date.now() + count * 86_400_000);
    const lot = await lotOf([], { receivedLb: "100.00", receivedAt: day(-4) });
    await db.insert(stockEntries).values({
      productId: ribs.id,
      lotId: lot.id,
      kind: "received",
      lb: "100.00",
      enteredAt: day(-4),
    });
    const unnamed = async (productId: string, at: Date, lotId?: string) => {
      const whose = (await insertClient(db)).user.id;
      const order = await insertOrder(db, whose, { status: "delivered" });
      const item = await insertOrderItem(db, order.id, { productId });
      const over = { packedAt: at, lotId: lotId ?? null };
      await insertPackage(db, item.id, { value: "23.3", unit: "lb" }, over);
      return whose;
    };
    // The packages from the lot show what it is sold as.
    const certain = await unnamed(ribs.id, day(-1), lot.id);
    const [one, two] = [await unnamed(ribs.id, day(-3)), await unnamed(ribs.id, day(-1))];
    await unnamed(ribs.id, day(-9));
    await unnamed(other.id, day(-3));
    const id = await openRecall(db, admin, opening(lot.id));
    const file = async () => {
      const found = await fileOfRecall(db, admin, id);
      if (!found) throw new Error("The recall is gone");
      return found;
    };
    const found = await file();
    expect(found.customers.map((customer) => customer.id)).toEqual([certain]);
    expect(new Set(found.unnamed.customers.map((customer) => customer.id))).toEqual(
      new Set([one, two]),
    );
    expect(unnamedInWords(found.unnamed)).toEqual([
      expect.stringMatching(/^46.6 lb of Short Ribs packed without a lot while it was here, /),
    ]);
    expect(openBalanceInWords(found.unnamed)).toContain("can’t be closed on paper: 46.6 lb");
    expect(found.recall.found).toMatchObject({ customers: 1, mayHave: 2 });
    const csv = await recallCsv(found);
    expect(csv.split("\n").filter((row) => row.includes("May be"))).toHaveLength(2);
    const call = (customer: string, outcome: "no answer" | "told" | "has none") =>
      recordContact(db, admin, id, { requestId: randomUUID(), customer, outcome, note: "" });
    await call(one, "no answer");
    await call(one, "told");
    await call(two, "no answer");
    expect(await reasonOf(call(certain, "has none"))).toBe("invalid");
    expect(await reasonOf(call(randomUUID(), "told"))).toBe("gone");
    const close = () => closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    await expect(close()).rejects.toThrow(/1 client who may have of it \(.+\) is not ticked off/);
    await call(two, "has none");
    await expect(close()).rejects.not.toThrow("ticked off");
    const { recall, unnamed: left } = await file();
    expect(left.customers.every((customer) => isSettled(recall, customer))).toBe(true);
    // An answer about a known lot takes nothing off what may be of it, on paper as on the page.
    const [first] = left.customers;
    if (!first) throw new Error("Nobody may have of it");
    const answer = { usedLb: "3.87", heldLb: "20.23", discardedLb: "0.00", answeredBy: "Kim" };
    const notice = {
      customerId: first.id,
      round: 1,
      emails: [],
      mailedAt: null,
      mails: [],
      toldLb: "24.10",
      answer: { ...answer, note: "", isByPhone: true, answeredAt: new Date() },
      answers: 1,
    };
    const answered = { ...(await file()), recall: { ...recall, notices: [notice] } };
    const { sheet } = recallJob(answered, sampleShop().company, new Date());
    expect(sheet).toMatchObject({
      mayHave: expect.arrayContaining([
        expect.objectContaining({
          total: "23.3 lb with them",
          answer: expect.stringMatching(/^Ticked off\. /),
        }),
      ]),
    });
    expect(JSON.stringify(sheet)).not.toContain("to get back");
    await expect(db.delete(recallContacts)).rejects.toThrow();
  });
});

describe("a recall that proves unfounded", () => {
  it("keeps on hold what another recall says is bad, open or closed", async () => {
    const [first, second] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: second.id, parentId: first.id });
    const doubted = await openRecall(db, admin, opening(first.id));
    const bad = await openRecall(db, admin, opening(second.id, { scope: "forward" }));
    const holdOf = async (lotId: string) => (await holdsOfRecall(db, admin, [lotId]))[0];
    // The lot's page and its history have both reasons.
    const numbers = [await getRecall(db, admin, doubted), await getRecall(db, admin, bad)];
    const reasons = numbers.map((one) => `Recall ${one?.number}. Listeria was found.`);
    const { reason = "" } = (await holdOf(second.id)) ?? {};
    expect(await reasonsToHold(db, admin, second.id, { reason })).toEqual(reasons);
    expect(await auditEntries(db, "lot", second.id)).toMatchObject([
      { action: "lot held", after: { reason: reasons[0] } },
      { action: "lot held again", after: { reason: reasons[1] } },
    ]);
    expect(await reasonsToHold(db, admin, first.id, { reason: "A doubt" })).toEqual([
      "A doubt",
      reasons[0],
    ]);
    const clear = { lotId: second.id, releaseNote: "Its sample is clean" };
    expect(await reasonOf(clearLot(db, admin, doubted, clear))).toBe("recalled besides");
    const ending = { closeNote: "The lab found nothing", isMeant: true, isUnfounded: true };
    await closeRecall(db, admin, doubted, ending);
    const { number = 0 } = (await getRecall(db, admin, bad)) ?? {};
    expect(await holdOf(second.id)).toMatchObject({
      releasedAt: null,
      reason: expect.stringContaining(`Recall ${number}. `),
    });
    expect((await holdOf(first.id))?.releasedAt).toBeInstanceOf(Date);
    expect((await fileOfRecall(db, admin, doubted))?.recall.stayedOnHold).toEqual([second.code]);
    // Closed as bad, it stands against a later all clear too, until its lot is released.
    await closeRecall(db, admin, bad, { closeNote: "Destroyed", isMeant: true });
    const later = await openRecall(db, admin, opening(first.id));
    expect(await reasonOf(clearLot(db, admin, later, clear))).toBe("recalled besides");
    await closeRecall(db, admin, later, ending);
    expect((await holdOf(second.id))?.releasedAt).toBeNull();
    expect((await holdOf(first.id))?.releasedAt).toBeInstanceOf(Date);
    const log = await auditEntries(db, "lot", second.id);
    expect(log.map(({ action }) => action)).not.toContain("lot released");
  });

  it("clears one lot with the reason, and then all that it held, but no other hold", async () => {
    const [lot, first, second] = [await lotOf(), await lotOf(), await lotOf()];
    await db.insert(lotParents).values([
      { childId: first.id, parentId: lot.id },
      { childId: second.id, parentId: lot.id },
    ]);
    await holdLot(db, admin, second.id, "The vacuum is lost.");
    const sent = await packed({ lotId: lot.id, values: ["10.05", "10"] });
    const id = await openRecall(db, admin, opening(lot.id));
    const holds = async () => {
      const all = await holdsOfRecall(db, admin, [lot.id, first.id, second.id]);
      return new Map(all.map((hold) => [hold.id, hold]));
    };
    const clear = { lotId: first.id, releaseNote: "Its sample is clean" };
    await clearLot(db, admin, id, clear);
    await clearLot(db, admin, id, clear);
    expect((await holds()).get(first.id)).toMatchObject({
      releasedAt: expect.any(Date),
      releaseNote: "Its sample is clean",
    });
    expect((await holds()).get(lot.id)?.releasedAt).toBeNull();
    const stranger = await lotOf();
    const wrong = clearLot(db, admin, id, { ...clear, lotId: stranger.id });
    expect(await reasonOf(wrong)).toBe("gone");
    // It asks for the client who has not answered, by name, but for no call to an authority.
    const closing = { closeNote: "The lab found nothing", isMeant: false, isUnfounded: true };
    const [client] = await db.select().from(customers).where(eq(customers.id, sent.customerId));
    const name = client?.companyName || client?.contactName;
    await expect(closeRecall(db, admin, id, closing)).rejects.toMatchObject({
      code: "open ends",
      message: `Nothing was closed yet: 1 client (${name}) has not answered. See to it first, or tick that you close it all the same.`,
    });
    expect((await holds()).get(lot.id)?.releasedAt).toBeNull();
    await closeRecall(db, admin, id, { ...closing, isMeant: true });
    expect((await holds()).get(lot.id)).toMatchObject({ releaseNote: "The lab found nothing" });
    expect((await holds()).get(lot.id)?.releasedAt).toBeInstanceOf(Date);
    expect((await holds()).get(second.id)).toMatchObject({
      releasedAt: null,
      reason: "The vacuum is lost.",
    });
    const file = await fileOfRecall(db, admin, id);
    expect(file?.recall).toMatchObject({ isUnfounded: true, closedAt: expect.any(Date) });
    const log = await auditEntries(db, "recall", id);
    expect(log.map(({ action }) => action)).toEqual([
      ...["recall opened", "lot cleared", "all clear"],
    ]);
    expect(sent.item.id).toBeTruthy();
    // The file and the paper say so too, and call nobody who was not told.
    const csv = await recallCsv(file as RecallFile);
    expect(csv).toContain(',"Recall ended","Ended (Pacific)","Tell it is good"\r\n');
    expect(csv).toMatch(/,"All clear","[-\d]+ \d\d:\d\d",No\r\n$/);
    const job = recallJob(file as RecallFile, sampleShop().company, new Date());
    const paper = (await textOf(print(job))).join(" ").replaceAll(/\s+/g, " ");
    const said = `the meat is good. 2 lots were released; lot ${second.code} stays on hold for another reason`;
    expect(paper).toContain(`Closed as all clear: ${said}. Nobody had been told`);
    expect(log.at(-1)?.after).toMatchObject({ meaning: said, stayedOnHold: second.code });
    expect(paper).toContain("The lab found nothing");
    expect(paper).not.toMatch(/Not told yet|unfounded|Stop first/);
    expect(job.sheet).toMatchObject({
      facts: expect.arrayContaining([
        ["All clear", expect.stringMatching(`${file?.recall.closedBy}: The lab found nothing`)],
      ]),
      // The record stays whole.
      told: [],
      toStop: [],
      customers: [
        { answer: "Not mailed", total: "20.05 lb with them", lines: [expect.anything()] },
      ],
    });
  });

  it("keeps who had the meat and what they answered, and tells them that it is good", async () => {
    const [lot, good] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: good.id, parentId: lot.id });
    const answered = await packed({ lotId: lot.id, values: ["10"] });
    const silent = await packed({ lotId: good.id, values: ["4"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const notices = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const noticeOf = (customerId: string) =>
      notices.find((notice) => notice.customerId === customerId)?.id ?? "";
    await answerByLink(db, noticeOf(answered.customerId), {
      requestId: randomUUID(),
      usedLb: "1.00",
      heldLb: "9.00",
      discardedLb: "0.00",
      answeredBy: "Sam",
      note: "",
    });
    await clearLot(db, admin, id, { lotId: good.id, releaseNote: "Clean" });
    // Their link asks for nothing more once their lot was released alone.
    expect(await questionOf(db, noticeOf(silent.customerId))).toMatchObject({
      isClosed: false,
      lines: [],
    });
    const closing = { closeNote: "The lab found nothing", isMeant: true, isUnfounded: true };
    await closeRecall(db, admin, id, closing);
    const file = (await fileOfRecall(db, admin, id)) as RecallFile;
    const { sheet } = recallJob(file, sampleShop().company, new Date());
    const byName = (one: { total: string }, other: { total: string }) =>
      one.total < other.total ? -1 : 1;
    const { customers, told, ended } = sheet as unknown as {
      customers: { answer: string; total: string; lines: string[][] }[];
      told: string[][];
      ended: { text: string };
    };
    expect(customers.toSorted(byName)).toMatchObject([
      {
        total: "4 lb with them",
        answer: expect.stringMatching(/^The mail was withdrawn before it was sent/),
      },
      { total: "9 lb held back, 1 lb used", answer: expect.stringMatching(/^Sam, .*held 9 lb/) },
    ]);
    expect(customers.map(({ lines }) => lines.length)).toEqual([1, 1]);
    // Who answered was told; the mail that waits to be sent has told nobody, on the page as here.
    expect(told).toHaveLength(1);
    expect(ended.text).toMatch(
      /^1 client had been told .* Nobody else is called\. The mail to 1 client was still waiting to be sent, so it was withdrawn: they hear nothing of the recall\. Below/,
    );
    const csv = await recallCsv(file);
    expect(csv).toContain("Withdrawn before it was sent");
    const mailIds = notices.flatMap((notice) => notice.mailIds);
    expect(mailIds.length).toBeGreaterThan(0);
    expect(await db.$count(mailOutbox, inArray(mailOutbox.id, mailIds))).toBe(0);
    // The page asks the same.
    expect(wasTold(file.recall, { id: silent.customerId })).toBe(false);
    const asked = await questionOf(db, noticeOf(answered.customerId));
    expect(asked).toMatchObject({ isClosed: true, isUnfounded: true, heldLots: [] });
    await holdLot(db, admin, lot.id, "The vacuum is lost.");
    expect((await questionOf(db, noticeOf(answered.customerId)))?.heldLots).toEqual([lot.code]);
  });

  it("takes in no lot that was released already, nor what is cut of one alone", async () => {
    const [bad, good] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: good.id, parentId: bad.id });
    const id = await openRecall(db, admin, opening(bad.id));
    await clearLot(db, admin, id, { lotId: good.id, releaseNote: "X-rayed: clean" });
    const [ofGood, ofBoth, ofBad] = [await lotOf(), await lotOf(), await lotOf()];
    await db.insert(lotParents).values([
      { childId: ofGood.id, parentId: good.id },
      { childId: ofBoth.id, parentId: good.id },
      { childId: ofBoth.id, parentId: bad.id },
      { childId: ofBad.id, parentId: bad.id },
    ]);
    const offered = async () => (await getRecall(db, admin, id))?.newLots.map((lot) => lot.id);
    expect((await offered())?.toSorted()).toEqual([ofBoth.id, ofBad.id].toSorted());
    await holdLot(db, admin, ofBad.id, "It is of it too");
    await releaseLot(db, admin, ofBad.id, "Clean");
    expect(await offered()).toEqual([ofBoth.id]);
    // The lot's own page offers no hold of it either.
    const { madeOfIt } = await heldFamily(db, admin, bad.id);
    const offers = new Map(madeOfIt.map((lot) => [lot.id, lot.isOffered]));
    expect([good, ofGood, ofBoth, ofBad].map((one) => offers.get(one.id))).toEqual([
      ...[false, false, true, false],
    ]);
    await holdWhatWasMade(db, admin, bad.id);
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, ofGood.id))).toBe(0);
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, ofBoth.id))).toBe(1);
  });

  it("asks nobody for meat of a lot that was released alone, and stops no order with it", async () => {
    const [bad, good] = [await lotOf(), await lotOf()];
    await db.insert(lotParents).values({ childId: good.id, parentId: bad.id });
    const [has, free] = [await packed({ lotId: bad.id }), await packed({ lotId: good.id })];
    await packed({ lotId: good.id, order: { status: "pending" } });
    const id = await openRecall(db, admin, opening(bad.id));
    const file = async () => {
      const found = await fileOfRecall(db, admin, id);
      if (!found) throw new Error("The recall is gone");
      return found;
    };
    expect((await file()).customers).toHaveLength(3);
    expect(ordersToStop((await file()).customers)).toHaveLength(1);
    await clearLot(db, admin, id, { lotId: good.id, releaseNote: "X-rayed: clean" });
    const found = await file();
    expect(found.customers.map((customer) => customer.id)).toEqual([has.customerId]);
    expect(ordersToStop(found.customers)).toEqual([]);
    expect(found.lots.map((lot) => lot.id).toSorted()).toEqual([bad.id, good.id].toSorted());
    expect(await recallCsv(found)).not.toContain(good.code);
    const { sheet } = recallJob(found, sampleShop().company, new Date());
    expect(sheet).toMatchObject({ toStop: [], customers: [expect.anything()] });
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 1, toCall: 0 });
    expect(await clientOfRecall(db, admin, id, free.customerId)).toBeNull();
    // Held again, it is asked for again.
    await holdLot(db, admin, good.id, "A second look");
    expect((await file()).customers).toHaveLength(3);
    await releaseLot(db, admin, good.id, "Clean again");
    await closeRecall(db, admin, id, { closeNote: "Over", isMeant: true });
    await releaseLot(db, admin, bad.id, "Thrown away");
    expect(await file()).toMatchObject({ changes: [], customers: [{ id: has.customerId }] });
  });

  it("needs to be said why", () => {
    const errors = (fields: Record<string, string>) =>
      checkForm(closeSchema, fields).refused?.errors;
    expect(errors({ closeNote: " ", isUnfounded: "yes" })).toHaveProperty("closeNote");
    expect(errors({ closeNote: "" })).toBeUndefined();
  });
});

describe("a closed recall", () => {
  it("stays as it was, and says what the books have otherwise since", async () => {
    const [lot, good] = [await lotOf(), await lotOf()];
    const sent = await packed({ lotId: lot.id, values: ["10.05", "10"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    await closeRecall(db, admin, id, { closeNote: "Over", isMeant: true });
    const before = await fileOfRecall(db, admin, id);
    expect(before?.changes).toEqual([]);
    expect(before?.recall).toMatchObject({ closeNote: "Over", closedAt: expect.any(Date) });
    expect(before?.customers[0]?.lines[0]?.packedAt).toBeInstanceOf(Date);
    await db
      .update(packages)
      .set({ voidedAt: sql`now()`, voidedBy: admin.userId })
      .where(eq(packages.orderItemId, sent.item.id));
    await insertPackage(db, sent.item.id, { value: "20", unit: "lb" }, { lotId: good.id });
    const { changes, ...after } = (await fileOfRecall(db, admin, id)) ?? {};
    expect({ ...after, changes: [] }).toEqual(before);
    expect(changes).toEqual([
      expect.stringMatching(/: 2 packages, 20.05 lb when it was closed, nothing now$/),
    ]);
    expect(await recallCsv(before as RecallFile)).toContain(lot.code);
    await expect(db.delete(recallClosings)).rejects.toThrow();
  });

  it("says what came back, was thrown away or counted of its lots since, as they end after it", async () => {
    const product = await insertProduct(db);
    const lot = await lotOf([], { receivedLb: "100.00" });
    const entry = { productId: product.id, lotId: lot.id };
    await db.insert(stockEntries).values([
      { ...entry, kind: "received", lb: "100" },
      { ...entry, kind: "waste", lb: "-2" },
    ]);
    const id = await openRecall(db, admin, opening(lot.id));
    await closeRecall(db, admin, id, { closeNote: "Over", isMeant: true });
    expect((await fileOfRecall(db, admin, id))?.changes).toEqual([]);
    await db.insert(stockEntries).values([
      { ...entry, kind: "returned", lb: "5" },
      { ...entry, kind: "waste", lb: "-98" },
      { ...entry, kind: "count", lb: "-5" },
    ]);
    expect((await fileOfRecall(db, admin, id))?.changes).toEqual([
      `Lot ${lot.code}, came back: 0 lb when it was closed, 5 lb now`,
      `Lot ${lot.code}, thrown away: 2 lb when it was closed, 100 lb now`,
      `Lot ${lot.code}, found by counts: 0 lb when it was closed, 5 lb short now`,
    ]);
  });

  it("keeps who was told in an open one, though they have nothing of it any more", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    await db
      .update(packages)
      .set({ voidedAt: sql`now()`, voidedBy: admin.userId })
      .where(eq(packages.orderItemId, sent.item.id));
    const file = await fileOfRecall(db, admin, id);
    expect(file?.customers).toMatchObject([{ id: sent.customerId, lines: [] }]);
    expect(whereInWords(file?.customers[0] ?? { lines: [] })).toBe("Has nothing of it any more");
    expect(await recallCsv(file as RecallFile)).toContain("Was told, has nothing of it any more");
  });
});

describe("a mail of a recall", () => {
  it("is mailed once a server has it, and until then waits, failed, or is a file", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const said = async () => {
      const file = await fileOfRecall(db, admin, id);
      const [notice] = file?.recall.notices ?? [];
      const [customer] = file?.customers ?? [];
      return customer ? answerInWords({ isDrill: false }, notice, customer) : "";
    };
    expect(await said()).toContain("is waiting to be sent");
    const [notice] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const become = (set: Partial<typeof mailOutbox.$inferInsert>) =>
      db
        .update(mailOutbox)
        .set(set)
        .where(eq(mailOutbox.id, notice?.mailIds[0] ?? ""));
    await become({ sentAt: new Date(), file: "1.eml" });
    expect(await said()).toContain("reached nobody");
    await become({ sentAt: null, file: null, failedAt: new Date() });
    expect(await said()).toContain("could not be delivered");
    await become({ sentAt: new Date(), failedAt: null });
    expect(await said()).toMatch(/^Mailed .*, no answer yet$/);
    expect(sent.customerId).toBe(notice?.customerId);
  });
});

describe("a second mail of a recall", () => {
  it("that still waits leaves whom the first one told as told by that, in the file too", async () => {
    const lot = await lotOf();
    const { customerId } = await packed({ lotId: lot.id, values: ["5"] });
    const id = await openRecall(db, admin, opening(lot.id));
    await mailRecall(db, admin, id, { shop, links });
    const [first] = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    const sentAt = new Date("2026-11-26T17:00:00Z");
    await db
      .update(mailOutbox)
      .set({ sentAt })
      .where(eq(mailOutbox.id, first?.mailIds[0] ?? ""));
    await packed({ lotId: lot.id, customerId, values: ["7"] });
    await mailRecall(db, admin, id, { shop, links, round: "again" });
    await closeRecall(db, admin, id, { closeNote: "Clean", isMeant: true, isUnfounded: true });
    const file = (await fileOfRecall(db, admin, id)) as RecallFile;
    expect(toldClients(file.recall, file.customers)).toMatchObject([{ id: customerId }]);
    const { sheet } = recallJob(file, sampleShop().company, new Date());
    expect(sheet).toMatchObject({
      customers: [
        {
          answer:
            "Told by the first mail Nov 26, 2026, 10:00 a.m.; the second mail was withdrawn before it was sent, no answer",
        },
      ],
    });
    const [heads = "", ...rows] = (await recallCsv(file)).trim().split("\r\n");
    expect(heads).toContain('"Mailed (Pacific)",Mail,"Told by"');
    expect(rows).not.toEqual([]);
    for (const row of rows) {
      expect(row).toContain('"2026-11-26 10:00","Withdrawn before it was sent","The first mail"');
    }
  });
});

describe("mails of a shop without a mail server", () => {
  it("reach nobody, so the history has their clients to call", async () => {
    const lot = await lotOf();
    await packed({ lotId: lot.id });
    const id = await openRecall(db, admin, opening(lot.id));
    const written = await mailRecall(db, admin, id, { shop, links, reachesNobody: true });
    expect(written).toEqual({ mailed: 0, toCall: 1 });
    expect((await auditEntries(db, "recall", id)).at(-1)).toMatchObject({
      action: "clients not reached",
      after: { mailed: 0, toCall: 1 },
    });
  });
});

describe("a drill", () => {
  it("holds nothing, mails nobody, takes its time and is kept", async () => {
    const lot = await lotOf();
    await packed({ lotId: lot.id });
    const form = opening(lot.id, { intent: "drill" });
    const id = await openRecall(db, admin, form);
    expect(await reasonOf(mailRecall(db, admin, id, { shop, links }))).toBe("drill");
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, lot.id))).toBe(0);
    await closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    const kept = await getRecall(db, admin, id);
    expect(kept).toMatchObject({ isDrill: true, found: { customers: 1, packages: 1 } });
    expect(kept?.closedAt?.getTime()).toBeGreaterThanOrEqual(kept?.openedAt.getTime() ?? 0);
    // Any number of drills may be open at once, beside a recall.
    await openRecall(db, admin, opening(lot.id, { intent: "drill" }));
    expect(await reasonOf(openRecall(db, admin, opening(lot.id)))).toBe("accepted");
  });
});

describe("a lot on hold", () => {
  const op = <Kind extends "package" | "move" | "void">(kind: Kind, fields: object) =>
    stationOpSchema.parse({ kind, ...fields }) as OpOf<Kind>;
  const weighed = (itemId: string, lotId: string) =>
    op("package", {
      requestId: randomUUID(),
      itemId,
      value: "9.90",
      unit: "lb",
      source: "typed",
      lotId,
      pieces: null,
    });

  it("is not packed, its packages can't be moved, and the order waits for them to be voided", async () => {
    const lot = await lotOf();
    const good = await lotOf();
    const { order, item } = await packed({ lotId: lot.id, order: { status: "pending" } });
    await closeLine(db, item.id);
    await holdLot(db, admin, lot.id, "Smells");
    await holdLot(db, admin, lot.id, "Smells, sent twice");
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, lot.id))).toBe(1);
    expect(await reasonOf(addPackage(db, admin, order.id, weighed(item.id, lot.id)))).toBe(
      "lot held",
    );
    const shown = await getStationOrder(db, admin, order.id);
    const [one] = shown?.lines[0]?.packages ?? [];
    expect(one?.isHeld).toBe(true);
    const move = op("move", {
      lotId: good.id,
      packages: [{ packageId: one?.id, requestId: randomUUID() }],
    });
    expect(await reasonOf(movePackages(db, admin, order.id, move))).toBe("lot held");
    const version = async () => (await getStationOrder(db, admin, order.id))?.version ?? 0;
    const finish = async () =>
      reasonOf(fulfilPackedOrder(db, admin, { id: order.id, version: await version() }, shop));
    expect(await finish()).toBe("lot held");
    const day = await ordersToPack(db, admin, "none");
    expect(day.find(({ id }) => id === order.id)?.hasHeldPackages).toBe(true);
    const cuts = await cutsToPack(db, admin, "none");
    const line = cuts.flatMap((cut) => cut.orders).find(({ orderId }) => orderId === order.id);
    expect(line?.heldLots).toEqual([lot.code]);
    await voidPackage(db, admin, order.id, op("void", { packageId: one?.id, reason: "" }));
    await addPackage(db, admin, order.id, weighed(item.id, good.id));
    await closeLine(db, item.id);
    expect(await finish()).toBe("accepted");
  });

  it("is said on the run with its orders, and packed again once the owner released it", async () => {
    const lot = await lotOf();
    const { order } = await packed({ lotId: lot.id });
    const run = await insertRun(db);
    await putOnRun(db, run, order);
    await holdLot(db, admin, lot.id, "Smells");
    expect((await getRun(db, admin, run.id))?.held).toEqual([
      expect.objectContaining({ id: order.id, lots: [lot.code], products: ["Ribeye Steak"] }),
    ]);
    await releaseLot(db, admin, lot.id, "It was the box.");
    await releaseLot(db, admin, lot.id, "It was the box.");
    expect((await getRun(db, admin, run.id))?.held).toEqual([]);
    expect(await reasonOf(holdLot(db, admin, randomUUID(), "?"))).toBe("gone");
  });

  it("is in the shop, and not on the truck, with an order that was packed after its run left", async () => {
    const lot = await lotOf();
    const run = await insertRun(db);
    await putOnRun(db, run, (await packed({ lotId: lot.id })).order);
    const late = await packed({ lotId: lot.id, order: { status: "pending" } });
    await putOnRun(db, run, late.order);
    await closeLine(db, late.item.id);
    await sendOut(db, admin, run.id, shop);
    const version = (await getStationOrder(db, admin, late.order.id))?.version ?? 0;
    await fulfilPackedOrder(db, admin, { id: late.order.id, version }, shop);
    await holdLot(db, admin, lot.id, "Smells");
    const stops = ordersToStop(await traced(lot.id));
    expect(stops.map(({ isOnTruck }) => isOnTruck)).toEqual([true, false]);
    expect(stops[1]?.orderId).toBe(late.order.id);
    expect(await getRun(db, admin, run.id)).toMatchObject({
      held: [{ lots: [lot.code] }],
      leftBehind: [{ id: late.order.id }],
    });
  });

  it("shows what was made of it, which is held in one step, and says so there", async () => {
    const trim = await lotOf([], { receivedLb: "60.00" });
    const ground = await lotOf([{ id: trim.id, lb: "30.00" }], { receivedLb: "30.00" });
    const patties = await lotOf([{ id: ground.id, lb: "10.00" }], { receivedLb: "10.00" });
    await holdLot(db, admin, trim.id, "Smells");
    const family = await heldFamily(db, admin, trim.id);
    expect(
      new Set(family.madeOfIt.map(({ code, leftLb, isHeld }) => [code, leftLb, isHeld])),
    ).toEqual(
      new Set([
        [ground.code, "20.00", false],
        [patties.code, "10.00", false],
      ]),
    );
    expect((await heldFamily(db, admin, patties.id)).heldParents).toEqual([
      { id: trim.id, code: trim.code, reason: "Smells" },
    ]);
    await holdWhatWasMade(db, admin, trim.id);
    await holdWhatWasMade(db, admin, trim.id);
    const held = await db.select().from(lotHolds).where(eq(lotHolds.lotId, patties.id));
    expect(held.map(({ reason }) => reason)).toEqual([`Made of lot ${trim.code}. Smells`]);
    expect(await db.$count(lotHolds, eq(lotHolds.lotId, ground.id))).toBe(1);
    expect(await reasonOf(holdWhatWasMade(db, admin, (await lotOf()).id))).toBe("not held");
  });

  it("may be held by a packer, who sees recalls", async () => {
    const lot = await lotOf();
    const { user: account } = await insertClient(db, { profile: { companyName: "" } });
    const packer = capabilitiesOf({ ...ownAccount(account), staffRole: "packer" }, "")
      .staff as unknown as Staff<"pack">;
    await holdLot(db, packer, lot.id, "Smells");
    expect(await listRecalls(db, packer)).toBeInstanceOf(Array);
    // @ts-expect-error a packer does not release a lot
    const release = () => releaseLot(db, packer, lot.id, "");
    expect(release).toBeTruthy();
  });
});
