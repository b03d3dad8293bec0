import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { bookStop, DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { getCreditStanding } from "#app/domain/ledger/exposure.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { endHold } from "#app/domain/orders/holds.server.ts";
import { reopenLine } from "#app/domain/packages/lines.server.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { ordersToPack } from "#app/features/packing/packing-day.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { contacts, customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { releaseOrder } from "../holding/release-order.server.ts";
import { queueChangeMails } from "../mails/queue-change-mails.server.ts";
import { addLineAtPacking, coverOrder, finishLine } from "./raise-at-packing.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
/** $5.00/lb, of which 10 lb cost at most $55.00. */
let bones: typeof products.$inferSelect;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  bones = await insertProduct(db, { name: "Bones", pricePerLb: "5.00", overCapPct: 10 });
});
afterAll(() => database.close());

const shop = sampleShop();

/** Places a client's order of 10 lb at $24.99 on a run, at most $274.89 and 11 lb. */
async function placed(
  terms: Partial<typeof customers.$inferInsert> = {},
  { client, capLb }: { client?: Client; capLb?: string } = {},
) {
  const { customerId, email } = client ?? (await signedInClient(db, { companyName: "Bistro" }));
  const known = { creditLimit: null, ...terms };
  await db.update(customers).set(known).where(eq(customers.id, customerId));
  const zoneId = (await insertServedZone(db)).id;
  const run = await insertRun(db, {
    zoneId,
    date: dayIn(3),
    capLb: capLb ?? null,
    bookedStops: 1,
    bookedLb: "11.00",
  });
  const { order } = await insertStop(db, run, customerId, { bookedLb: "11.00" });
  const item = await insertOrderItem(db, order.id);
  return { id: order.id, customerId, email, runId: run.id, itemId: item.id, zoneId };
}

const add = (id: string, amount: string, over: Partial<OpOf<"add">> = {}) =>
  addLineAtPacking(
    db,
    admin,
    id,
    {
      kind: "add",
      requestId: randomUUID(),
      productId: bones.id,
      amount,
      substitutes: null,
      over: null,
      note: "",
      ...over,
    },
    shop,
  );

const holdsOf = async (id: string) => (await getStationOrder(db, admin, id))?.holds;

async function bookedLb({ id, runId }: { id: string; runId: string }) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  return [order?.bookedLb, run?.bookedLb];
}

const mailsTo = async (recipient: string) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient))).map(
    ({ subject, text }) => ({ subject, text: text.replace(/\s+/g, " ") }),
  );

const sendNews = (recipient: string) =>
  db.update(mailOutbox).set({ sentAt: new Date() }).where(eq(mailOutbox.recipient, recipient));

describe("an addition at packing", () => {
  it("counts its maximum pounds on the run, once", async () => {
    const order = await placed();
    const requestId = randomUUID();
    await add(order.id, "10", { requestId });
    await add(order.id, "10", { requestId });
    expect(await bookedLb(order)).toEqual(["22.00", "22.00"]);
    expect(await holdsOf(order.id)).toEqual([]);
  });

  it("may exceed the run's capacity, and leaves none for others", async () => {
    const { zoneId, ...order } = await placed({}, { capLb: "22.00" });
    const other = (await insertClient(db)).user.id;
    const book = (lb: string) =>
      db.transaction(async (tx) => {
        await bookStop(
          tx,
          { zoneId, date: dayIn(3) },
          { customerId: other, shipToId: null, lb, boxes: 1 },
        );
        tx.rollback();
      });
    await expect(book("11.00")).rejects.not.toBeInstanceOf(DayRefusedError);
    await add(order.id, "11");
    expect(await bookedLb(order)).toEqual(["23.10", "23.10"]);
    await expect(book("0.01")).rejects.toMatchObject({ reason: "full" });
  });

  it("takes no more of the run's capacity if it is a substitute", async () => {
    const order = await placed();
    await db.update(orders).set({ allowsSubstitutes: true }).where(eq(orders.id, order.id));
    await add(order.id, "10", { substitutes: order.itemId });
    expect(await bookedLb(order)).toEqual(["11.00", "11.00"]);
  });

  it("holds an order that it raises above the credit limit, and emails the client", async () => {
    const order = await placed({ creditLimit: "280.00" });
    await add(order.id, "0.90");
    expect(await holdsOf(order.id)).toEqual([]);
    expect(await mailsTo(order.email)).toEqual([]);
    const requestId = randomUUID();
    await add(order.id, "1.00", { requestId });
    expect(await holdsOf(order.id)).toEqual(["credit"]);
    // A retry finds it already added.
    await add(order.id, "1.00", { requestId });
    expect((await ordersToPack(db, admin, dayIn(3))).map(({ id }) => id)).not.toContain(order.id);
    expect((await auditEntries(db, "order", order.id)).at(-1)).toMatchObject({
      action: "held at packing",
      after: { hold: "Over the credit limit" },
    });
    const [mail, ...more] = await mailsTo(order.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Order 1\d{3} was changed$/);
    expect(mail?.text).toContain("Added: 1 lb at $5.00/lb");
    expect(mail?.text).toContain("on hold, because with it your account is over its credit limit");
    await expect(add(order.id, "1.00")).rejects.toThrow("on hold");
  });

  it("releases the order once it is removed, and holds it again once it is back", async () => {
    const order = await placed({ creditLimit: "280.00" });
    const requestId = randomUUID();
    await add(order.id, "2.00", { requestId });
    expect(await getStationOrder(db, admin, order.id)).toMatchObject({
      holds: ["credit"],
      isRaised: true,
    });
    const off = { kind: "finish" as const, itemId: requestId, seenLb: "0.00", isShort: true };
    const takeOff = () => finishLine(db, admin, order.id, { ...off, over: null, note: "" }, shop);
    await takeOff();
    expect(await getStationOrder(db, admin, order.id)).toMatchObject({
      holds: [],
      isRaised: false,
    });
    expect((await auditEntries(db, "order", order.id)).slice(-2)).toMatchObject([
      { action: "dropped" },
      {
        action: "hold released",
        after: { reason: "Over the credit limit", note: "What was added is taken off again" },
      },
    ]);
    // The client wasn't told of the hold yet, so there is nothing to take back.
    const [mail, ...more] = await mailsTo(order.email);
    expect(more).toEqual([]);
    expect(mail?.text).not.toContain("on hold");

    await reopenLine(
      ...([db, admin, order.id, { kind: "reopen", itemId: requestId }] as const),
      coverOrder(admin, order.id, shop),
    );
    expect(await holdsOf(order.id)).toEqual(["credit"]);
    expect((await auditEntries(db, "order", order.id)).at(-1)).toMatchObject({
      action: "held at packing",
    });
    const [again] = await mailsTo(order.email);
    expect(again?.text).toContain("on hold, because with it your account is over its credit limit");
    await sendNews(order.email);
    await takeOff();
    expect((await mailsTo(order.email)).at(-1)?.subject).toMatch(/is no longer on hold$/);
  });

  it("rewrites only the emails that wait, in the name of the last changer", async () => {
    const order = await placed({ creditLimit: "280.00" });
    const kitchen = `${randomUUID()}@example.com`;
    const own = { customerId: order.customerId, getsStatements: false, getsInvoices: false };
    await db.insert(contacts).values({ ...own, email: kitchen, getsOrders: true });
    const by = { userId: null, email: order.email, who: "client" } as const;
    const lines = {
      differences: [],
      estimates: { from: "249.90", to: "249.90" },
      notes: { from: "", to: "Ring." },
    };
    const requestId = randomUUID();
    await add(order.id, "2.00", { requestId });
    await db.transaction((tx) => queueChangeMails(tx, order.id, { lines }, by, shop));
    await db.delete(mailOutbox).where(eq(mailOutbox.recipient, order.email));
    const [held] = await mailsTo(kitchen);
    expect(held?.text).toContain(`${order.email} changed the order`);
    expect(held?.text).toContain("on hold");
    const off = { kind: "finish" as const, itemId: requestId, seenLb: "0.00", isShort: true };
    await finishLine(db, admin, order.id, { ...off, over: null, note: "" }, shop);
    const [mail, ...more] = await mailsTo(kitchen);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`${order.email} changed the order`);
    expect(mail?.text).not.toContain("on hold");
    expect(await mailsTo(order.email)).toEqual([]);
  });

  it("doesn't hold a prepaid order again that was paid, even if its customer places another", async () => {
    const client = await signedInClient(db, { companyName: "Bistro" });
    const order = await placed({ termsKind: "prepay" }, { client });
    const requestId = randomUUID();
    await add(order.id, "2.00", { requestId });
    expect(await holdsOf(order.id)).toEqual(["prepay"]);
    await endHold(db, order.id, "prepay", null, "Paid before delivery");
    await placed({ termsKind: "prepay" }, { client });
    await reopenLine(
      ...([db, admin, order.id, { kind: "reopen", itemId: order.itemId }] as const),
      coverOrder(admin, order.id, shop),
    );
    const short = { kind: "finish" as const, itemId: requestId, seenLb: "0.00", isShort: true };
    await finishLine(db, admin, order.id, { ...short, over: null, note: "" }, shop);
    expect(await holdsOf(order.id)).toEqual([]);
  });

  it("ends no other hold, and restores none that staff released", async () => {
    const order = await placed({ creditLimit: "280.00" });
    const requestId = randomUUID();
    await add(order.id, "2.00", { requestId });
    const off = { kind: "finish" as const, itemId: requestId, seenLb: "0.00", isShort: true };
    const takeOff = () => finishLine(db, admin, order.id, { ...off, over: null, note: "" }, shop);
    await insertHold(db, order.id, { reason: "manual" });
    await expect(takeOff()).rejects.toThrow("on hold");
    const release = { id: order.id, note: "Agreed" };
    await releaseOrder(db, admin, { ...release, reason: "manual" }, shop, officeSettings.defaults);
    await releaseOrder(db, admin, { ...release, reason: "credit" }, shop, officeSettings.defaults);
    await takeOff();
    await reopenLine(
      ...([db, admin, order.id, { kind: "reopen", itemId: requestId }] as const),
      coverOrder(admin, order.id, shop),
    );
    expect(await holdsOf(order.id)).toEqual([]);
  });

  it("is checked together with concurrent additions of the same client", async () => {
    const client = await signedInClient(db, { companyName: "Bistro" });
    const terms = { creditLimit: "1210.00" };
    const four = await Promise.all(Array.from({ length: 4 }, () => placed(terms, { client })));
    // 4 × $274.89 are ordered; each addition costs at most $55.00, so two fit.
    await Promise.all(four.map(({ id }) => add(id, "10")));
    const holds = await Promise.all(four.map(({ id }) => holdsOf(id)));
    expect(holds.filter((reasons) => reasons?.join() === "credit")).toHaveLength(2);
    expect(await getCreditStanding(db, admin, client.customerId)).toMatchObject({
      orderedCents: 4 * (274_89 + 55_00),
    });
  });
});

it("weight above the promise that the client agreed to is checked against the credit limit and emailed too", async () => {
  const { id, itemId, email } = await placed({ creditLimit: "275.00" });
  await insertPackage(db, itemId, { value: "12.00", unit: "lb" });
  const agreed = {
    kind: "finish" as const,
    itemId,
    seenLb: "12.00",
    isShort: false,
    over: "customer_agreed" as const,
    note: "Kim, by telephone",
  };
  await finishLine(db, admin, id, agreed, shop);
  expect(await holdsOf(id)).toEqual(["credit"]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain("12.00 lb packed, as agreed with you, was 10.00 lb");
  expect(mail?.text).toContain("at most $299.88");
});
