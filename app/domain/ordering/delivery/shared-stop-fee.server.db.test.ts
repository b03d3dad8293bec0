import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { deliveryOffer } from "#app/domain/delivery/delivery-offer.server.ts";
import { chosenDelivery } from "#app/domain/delivery/delivery-offer.ts";
import { readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { makeOrderLink, openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { lockOrder } from "#app/domain/orders/order-rows.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import type { Job, JobRunner } from "#db/jobs/jobs.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changeLinkedOrder, changeOrder } from "../changing/change-order.server.ts";
import { addLineAtPacking } from "../packing/raise-at-packing.server.ts";
import { OrderRefusedError } from "../placing/order-rules.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { changeDay, changeDayForClient } from "./change-day.server.ts";
import { makeException } from "./make-exception.server.ts";
import { settleStopsLater } from "./shared-stop-fee.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let ribeye: typeof products.$inferSelect;
let valley: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  ribeye = await insertProduct(db, { pricePerLb: "10.00" });
});
beforeEach(async () => {
  client = await signedInClient(db, { companyName: "Sample Bistro" });
  await db
    .update(shipTos)
    .set({ postalCode: "V3G1A2" })
    .where(eq(shipTos.customerId, client.customerId));
  // Minimum $150, delivery $12, free from $400.
  const day = { minOrder: "150.00", fee: "12.00", freeFrom: "400.00" };
  valley = (await insertServedZone(db, { prefixes: ["V3G"], day })).id;
});
afterEach(async () => {
  // A zone out of service that still has orders would keep other days from being closed.
  await db.update(orders).set({
    runId: null,
    stopId: null,
    deliveryKind: null,
    deliveryDay: null,
    deliveryFrom: null,
    deliveryTo: null,
  });
  await db.delete(zonePrefixes);
  await db.update(zones).set({ isActive: false });
});
afterAll(() => database.close());

async function place(pounds: string, day = runKey(valley, dayIn(3))): Promise<string> {
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
  const asked = { ...askedOrder(askFor(ribeye, pounds)), day };
  return (await placeOrder(db, client, asked, rules)).id;
}

async function changeTo(id: string, quantity: string) {
  await changeOrder(db, admin, id, await wantedOf(id, quantity), shop, officeSettings.defaults);
}

async function changeByLink(id: string, quantity: string, minOrderCents: number) {
  const retail = { channel: "retail", paymentWay: "door" } as const;
  await db.update(orders).set(retail).where(eq(orders.id, id));
  const path = await db.transaction((tx) => makeOrderLink(tx, id));
  const link = await openOrderLink(db, path.replace("/orders/", ""));
  if (!link) throw new Error("The link opens nothing");
  const { products: _, ...asked } = await wantedOf(id, quantity);
  await changeLinkedOrder(db, { ...link, email: client.email }, asked, { shop, minOrderCents });
}

async function wantedOf(id: string, quantity: string) {
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const line = { lineId: item?.id ?? "", quantity, isRemoved: false, seenPricePerLb: "10.00" };
  return { version: order?.version ?? -1, notes: "", lines: [line], products: [] };
}

function wanted(ahead: number, override = "") {
  const day = readDayKey(runKey(valley, dayIn(ahead)));
  if (!day) throw new Error("Not a day");
  return { day, siteId: null, override, seenPrices: "" };
}

const totals = (...ids: string[]) =>
  Promise.all(
    ids.map(async (id) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.totalPrice),
  );

const textsOf = async () =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, client.email))).map(
    ({ text }) => text.replace(/\s+/g, " "),
  );

describe("the fee of a shared stop", () => {
  it("stays when the order that pays it is changed", async () => {
    const [first, second] = [await place("20"), await place("2")];
    expect(await totals(first, second)).toEqual(["212.00", "20.00"]);
    await changeTo(first, "21");
    expect(await totals(first, second)).toEqual(["222.00", "20.00"]);
    await changeTo(second, "3");
    expect(await totals(first, second)).toEqual(["222.00", "30.00"]);
  });

  it("is paid by the order with the lowest number, even if its placement finished later", async () => {
    const [first, second] = [await place("20"), await place("2")];
    const later = { placedAt: new Date(Date.now() + 1_000) };
    await db.update(orders).set(later).where(eq(orders.id, first));
    await changeTo(second, "3");
    expect(await totals(first, second)).toEqual(["212.00", "30.00"]);
  });

  it("is taken off while the orders together reach free delivery, and returns to the earliest after that", async () => {
    const [first, second] = [await place("20"), await place("2")];
    await db.delete(mailOutbox);
    await changeTo(second, "20");
    expect(await totals(first, second)).toEqual(["200.00", "200.00"]);
    expect((await auditEntries(db, "order", first)).at(-1)).toMatchObject({
      action: "fee taken off",
      after: { from: `${orderName(await numberOfOrder(db, second))}, changed` },
    });
    await changeTo(second, "2");
    expect(await totals(first, second)).toEqual(["212.00", "20.00"]);
  });

  it("passes on when the order that pays it is moved to another day", async () => {
    const [first, second, third] = [await place("20"), await place("15"), await place("3")];
    expect(await totals(first, second, third)).toEqual(["212.00", "150.00", "30.00"]);
    await db.delete(mailOutbox);
    await changeDay(db, client, first, wanted(4), shop);
    expect(await totals(first, second, third)).toEqual(["212.00", "162.00", "30.00"]);
    const words = `$12.00, which order ${await numberOfOrder(db, first)} paid before`;
    expect((await textsOf()).filter((text) => text.includes(words))).toHaveLength(1);
    // Moved back, the order is the earliest again, and no fee is added.
    await changeDay(db, client, first, wanted(3), shop);
    expect(await totals(first, second, third)).toEqual(["212.00", "150.00", "30.00"]);
  });

  it("is taken off an order that a closed day moves to the stop of an earlier one", async () => {
    const [first, second] = [await place("20"), await place("16", runKey(valley, dayIn(4)))];
    expect(await totals(first, second)).toEqual(["212.00", "172.00"]);
    await db.delete(mailOutbox);
    const closing = {
      zoneId: valley,
      date: dayIn(4),
      kind: "closed" as const,
      movedTo: null,
      weekday: null,
      cutOffAt: null,
      note: "",
      ordersTo: { [valley]: dayIn(3) },
      isHoliday: false,
    };
    await makeException(db, admin, closing, shop);
    expect(await totals(first, second)).toEqual(["212.00", "160.00"]);
    expect((await auditEntries(db, "order", second)).map(({ action }) => action)).toContain(
      "fee taken off",
    );
    expect((await textsOf()).filter((text) => text.includes("$12.00"))).toHaveLength(1);
  });

  it("is taken off once a new order brings the stop to free delivery", async () => {
    const first = await place("20");
    await db.delete(mailOutbox);
    const second = await place("20");
    expect(await totals(first, second)).toEqual(["200.00", "200.00"]);
    expect((await auditEntries(db, "order", first)).at(-1)).toMatchObject({
      action: "fee taken off",
      after: { from: `${orderName(await numberOfOrder(db, second))}, placed` },
    });
    expect((await textsOf()).filter((text) => text.includes("$12.00"))).toHaveLength(1);
  });

  it("is charged to a new order if a packed order at the stop pays none", async () => {
    const first = await place("20", runKey(valley, dayIn(4)));
    // As for a packed pickup that is delivered after all.
    await db.delete(orderCharges).where(eq(orderCharges.orderId, first));
    await db
      .update(orders)
      .set({ status: "fulfilled", isNewClient: false })
      .where(eq(orders.id, first));
    const [key, goods] = [runKey(valley, dayIn(4)), { estimateCents: 20_00, shopMinimumCents: 0 }];
    const offer = await deliveryOffer(db, client);
    const shown = offer && chosenDelivery(offer, { site: "", day: key }, goods);
    expect(shown).toMatchObject({ isShared: true, terms: { feeCents: 12_00 } });
    const second = await place("2", key);
    const [order] = await db.select().from(orders).where(eq(orders.id, second));
    expect(order).toMatchObject({ totalPrice: "32.00", estimatedTotal: "32.00" });
    expect((await textsOf()).filter((text) => text.includes("$32.00"))).toHaveLength(1);
  });

  it("can't be shared once the run has left, even before its cut-off", async () => {
    const key = runKey(valley, dayIn(4));
    const goods = { estimateCents: 20_00, shopMinimumCents: 0 };
    const shown = async () => {
      const offer = await deliveryOffer(db, client);
      return offer && chosenDelivery(offer, { site: "", day: key }, goods);
    };
    await place("20", key);
    expect(await shown()).toMatchObject({ day: { key }, isShared: true });
    await db
      .update(runs)
      .set({ state: "out", departedAt: new Date() })
      .where(and(eq(runs.zoneId, valley), eq(runs.date, dayIn(4))));
    expect(await shown()).toMatchObject({ day: null, lost: { isFull: true } });
    const refused = await place("2", key).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: "left" });
  });

  it("is taken off by a job if the order that pays it was locked", async () => {
    const first = await place("20");
    const locked = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    const packer = db.transaction(async (tx) => {
      await lockOrder(tx, first);
      locked.resolve();
      await isOver.promise;
    });
    await locked.promise;
    const second = await place("20");
    // While locked, it keeps its fee.
    expect(await totals(first, second)).toEqual(["212.00", "200.00"]);
    isOver.resolve();
    await packer;
    const { rows } = await db.execute<{ data: object }>(
      sql`delete from pgboss.job where name = 'stops' returning data`,
    );
    const perform: ((job: Job<"stops">) => Promise<void>)[] = [];
    const work = async (_: string, __: object, one: (typeof perform)[number]) => {
      perform.push(one);
    };
    await settleStopsLater({ work } as unknown as JobRunner, { db, shop });
    for (const { data } of [...rows, ...rows]) await perform[0]?.({ data } as Job<"stops">);
    expect(await totals(first, second)).toEqual(["200.00", "200.00"]);
    expect((await auditEntries(db, "order", first)).at(-1)).toMatchObject({
      action: "fee taken off",
      after: { from: `${orderName(await numberOfOrder(db, second))}, placed` },
    });
  });

  it("is taken off once an addition at packing brings the stop to free delivery", async () => {
    const [first, second] = [await place("20"), await place("15")];
    const chuck = await insertProduct(db, { pricePerLb: "10.00" });
    const added = {
      kind: "add",
      requestId: randomUUID(),
      productId: chuck.id,
      amount: "5",
    } as const;
    const asked = { ...added, substitutes: null, over: null, note: "" };
    await addLineAtPacking(db, admin, second, asked, shop);
    expect(await totals(first, second)).toEqual(["200.00", "200.00"]);
  });

  it("is taken off an order that its own addition at packing brings to free delivery", async () => {
    const order = await place("35");
    const chuck = await insertProduct(db, { pricePerLb: "10.00" });
    const added = {
      kind: "add",
      requestId: randomUUID(),
      productId: chuck.id,
      amount: "5",
    } as const;
    const asked = { ...added, substitutes: null, over: null, note: "" };
    await addLineAtPacking(db, admin, order, asked, shop);
    expect(await totals(order)).toEqual(["400.00"]);
  });
});

describe("the minimum of a shared stop", () => {
  it("can't be evaded by moving the order that reaches it", async () => {
    const [first, second] = [await place("20"), await place("2")];
    const moving = changeDay(db, client, first, wanted(4), shop);
    const refused = await moving.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OrderRefusedError);
    const [problem] = refused instanceof OrderRefusedError ? refused.problems : [];
    expect(problem?.message).toContain(String(await numberOfOrder(db, second)));
    expect(problem?.message).toContain("Please add $130.00 more.");
    expect(await totals(first, second)).toEqual(["212.00", "20.00"]);
    // Staff may bypass the minimum with a reason, but the fee is due.
    await changeDayForClient(db, admin, first, wanted(4, "They called"), shop);
    expect(await totals(first, second)).toEqual(["212.00", "32.00"]);
  });

  it("counts the stop's orders together when one is changed by its link", async () => {
    const [first, second] = [await place("20"), await place("2")];
    const refused = (quantity: string, minOrderCents: number) =>
      expect(changeByLink(first, quantity, minOrderCents)).rejects.toMatchObject({
        answer: { errors: { lines: [expect.stringContaining("Please add $10.00 more.")] } },
      });
    await refused("12", 0);
    // The shop's own minimum applies if it is higher.
    await refused("17", 200_00);
    expect(await totals(first, second)).toEqual(["212.00", "20.00"]);
    await changeByLink(first, "13", 0);
    expect(await totals(first, second)).toEqual(["142.00", "20.00"]);
    // The larger order makes up for the small one, whichever is changed.
    await changeByLink(second, "2.5", 0);
    expect(await totals(first, second)).toEqual(["142.00", "25.00"]);
  });
});
