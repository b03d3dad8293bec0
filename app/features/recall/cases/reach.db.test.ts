import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { lateOrderAdded } from "#app/domain/delivery/runs/joined-since.server.ts";
import { closureOf } from "#app/domain/lots/lot-closure.server.ts";
import { balanceLots } from "#app/domain/lots/lot-trace.server.ts";
import { balanceOf, ordersToStop, sumsOf, whereOfLine } from "#app/domain/lots/lot-trace.ts";
import { heldMeat } from "#app/domain/packages/held-packages.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { recallNotices } from "#db/schema/meat/recalls.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { packages } from "#db/schema/packages.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { links, openForRecalls, shop } from "#tests/setup/rooms/recall-tests.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { answerByPhone, clientOfRecall, questionOf } from "../answer-recall.server.ts";
import { closeRecall, fileOfRecall } from "../close-recall.server.ts";
import type { RecallFile } from "../recall-file.ts";
import { recallCsv, recallJob } from "../recall-papers.ts";
import { givenInWords, whereInWords } from "../recall-words.ts";
import { getRecall, openRecall } from "../recalls.server.ts";
import { mailRecall } from "../tell-clients.server.ts";

let db: Database;
let admin: Admin;
const { packed, lotOf, guest, traced } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

describe("the reach of a lot", () => {
  it("follows grinds over several levels, forwards only or back to their sources too", async () => {
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

describe("the customers traced for a lot", () => {
  it("include kitchens and guests, without voided packages, each pound once", async () => {
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

  it("include the orders of a merged record under the one that replaces it", async () => {
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

  it("keep the document's contact for an erased person", async () => {
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

describe("meat sold at the counter", () => {
  it("has no client to tell or to answer, and its place is the shop", async () => {
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
    const place = {
      deliveryAddress: "1 Shop Street, Vancouver",
      deliveryPostalCode: "",
      channel: "counter" as const,
    };
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
    // Each of the two was sold at the counter, to a client or to an unknown buyer.
    const csv = await recallCsv((await fileOfRecall(db, admin, id)) as RecallFile);
    expect(csv.match(/,Counter,/g)).toHaveLength(2);
    expect(csv).not.toContain("Wholesale");
    expect(await mailRecall(db, admin, id, { shop, links })).toEqual({ mailed: 1, toCall: 0 });
    const told = await db.select().from(recallNotices).where(eq(recallNotices.recallId, id));
    expect(told.map(({ customerId }) => customerId)).toEqual([client.user.id]);
  });
});

describe("meat that has not reached the client", () => {
  it("is to be stopped, and its client gets no email and isn't asked to look for it", async () => {
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

  it("includes meat refused at the door until it is weighed, whose client needn't answer", async () => {
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

  it("isn't placed in the shop by an earlier visit to its stop where nobody was there", async () => {
    const lot = await lotOf();
    const sent = await packed({ lotId: lot.id, values: ["5"], order: { status: "fulfilled" } });
    const run = await insertRun(db);
    const stop = await putOnRun(db, run, sent.order);
    const visitedAt = new Date();
    await db.update(runStops).set({ state: "not_home", visitedAt }).where(eq(runStops.id, stop.id));
    await db.update(runs).set({ state: "done" }).where(eq(runs.id, run.id));
    const place = async () => (await traced(lot.id))[0]?.lines[0]?.place;
    expect(await place()).toBe("shop");
    const about = { entity: "order", entityId: sent.order.id, action: lateOrderAdded } as const;
    await recordAudit(db, admin, { ...about, after: {} });
    expect(await place()).toBe("client");
  });

  it("includes returned meat by the lot that it was weighed for", async () => {
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

  it("is separated, on the page for phone answers, from the meat that the client kept", async () => {
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

  it("isn't counted as with the client, and is on the truck on the page, in the file and on paper", async () => {
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

describe("the balance of a lot", () => {
  it("includes packed, wasted and on-hand pounds, and returned ones once", async () => {
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
