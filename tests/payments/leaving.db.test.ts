import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packedSettings } from "#app/domain/ordering/packing/packed-settings.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { letOverdueLeave } from "#app/domain/ordering/transition/leave-orders.server.ts";
import { reopenOrder } from "#app/domain/ordering/transition/reopen-order.server.ts";
import { isWaitingToLeave } from "#app/domain/orders/leaving.server.ts";
import { saveSettings } from "#app/domain/settings/kept-settings.server.ts";
import { deliverByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { sendOut } from "#app/features/runs/run-changes.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openCardShop } from "./card-shop.ts";

// Shops that delay a packed order's email and card charge until the order leaves.

const told = sampleShop("https://shop.example");

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
  await saveSettings(shop.db, shop.admin, packedSettings, { waits: true }, 0);
});
afterAll(() => shop.close());

/** Creates an order of 10 lb for $249.90 on a run of today, with $274.89 authorized. */
async function onRun({ date = pacificDay(new Date()) } = {}) {
  const order = await shop.paid();
  const run = await insertRun(shop.db, { date, bookedStops: 1 });
  const placed = await shop.order(order.orderId);
  if (!placed) throw new Error("There is no such order");
  await putOnRun(shop.db, run, placed);
  const [guest] = await shop.db
    .select({ email: customers.guestEmail })
    .from(customers)
    .where(eq(customers.id, order.customerId));
  return { ...order, runId: run.id, email: guest?.email ?? "" };
}

async function finishWith(orderId: string, lb: string) {
  const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const itemId = item?.id ?? "";
  await shop.db
    .update(packages)
    .set({ voidedAt: new Date(), voidedBy: shop.admin.userId, voidReason: "Misread" })
    .where(and(eq(packages.orderItemId, itemId), isNull(packages.voidedAt)));
  await shop.db.update(orderItems).set({ packState: "open" }).where(eq(orderItems.id, itemId));
  await insertPackage(shop.db, itemId, { value: lb, unit: "lb" });
  await closeLine(shop.db, itemId);
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  const seen = { id: orderId, version: order?.version ?? 0 };
  const fulfilled = await fulfilPackedOrder(shop.db, shop.admin, seen, told);
  await shop.doJobs();
  return fulfilled?.invoiceNumber ?? "";
}

const reopen = (orderId: string) =>
  reopenOrder(shop.db, shop.admin, orderId, "Misread", told).then(() => shop.doJobs());

/** Returns the queued emails of an order that name an invoice. */
async function invoiceMails(email: string) {
  const mails = await shop.db
    .select({ text: mailOutbox.text })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, email), sql`text ~ 'INV-[0-9]'`));
  return mails.map(({ text }) => text.replace(/\s+/g, " "));
}

const openOf = async (orderId: string) => {
  const { rows } = await shop.db.execute<{ cents: number }>(sql`
    select sum(open_cents)::int as cents from invoice_balances join document_orders using (document_id)
    where order_id = ${orderId}`);
  return rows[0]?.cents;
};

it("charges and emails when the run is sent out, and not before", async () => {
  const { orderId, paymentId, runId, email } = await onRun();
  const number = await finishWith(orderId, "9.00");
  expect(await isWaitingToLeave(shop.db, orderId)).toBe(true);
  expect(await shop.money(paymentId)).toMatchObject({ state: "authorized", captured: 0 });
  expect(await invoiceMails(email)).toEqual([]);
  await sendOut(shop.db, shop.admin, runId, told);
  await shop.doJobs();
  expect(await shop.money(paymentId)).toMatchObject({ state: "captured", captured: 224_91 });
  expect(await openOf(orderId)).toBe(0);
  const mails = await invoiceMails(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(number);
  expect(mails[0]).toContain("$224.91");
  // Nothing is left to do, whatever follows.
  await deliverByStaff(shop.db, shop.admin, orderId, told);
  await letOverdueLeave(shop.db, told, silentLog, new Date(Date.now() + 9 * 24 * 3600_000));
  await shop.doJobs();
  expect(await shop.money(paymentId)).toMatchObject({ captured: 224_91, refunded: 0 });
  expect(await invoiceMails(email)).toHaveLength(1);
});

it("emails and charges only the last version of a reopened order, and mentions no earlier one", async () => {
  const { orderId, paymentId, runId, email } = await onRun();
  const numbers = [await finishWith(orderId, "10.90")];
  for (const lb of ["9.00", "9.50"]) {
    await reopen(orderId);
    expect(await isWaitingToLeave(shop.db, orderId)).toBe(false);
    numbers.push(await finishWith(orderId, lb));
  }
  await sendOut(shop.db, shop.admin, runId, told);
  await shop.doJobs();
  expect(await shop.money(paymentId)).toMatchObject({ captured: 237_41, refunded: 0 });
  expect(await openOf(orderId)).toBe(0);
  const [mail = "", ...others] = await invoiceMails(email);
  expect(others).toEqual([]);
  expect(mail).toContain(numbers[2]);
  expect(mail).not.toMatch(new RegExp(`replaces|${numbers[0]}|${numbers[1]}`));
  const left = reopenOrder(shop.db, shop.admin, orderId, "Misread", told);
  await expect(left).rejects.toThrow(/was sent out/);
});

it("mentions an invoice mailed before the owner switched on the delay, and refunds the excess charge", async () => {
  const { db, admin } = shop;
  const { orderId, paymentId, runId, email } = await onRun();
  await saveSettings(db, admin, packedSettings, { waits: false }, 1);
  const first = await finishWith(orderId, "10.00");
  expect(await shop.money(paymentId)).toMatchObject({ captured: 249_90 });
  await saveSettings(db, admin, packedSettings, { waits: true }, 2);
  await reopen(orderId);
  const second = await finishWith(orderId, "9.20");
  await reopen(orderId);
  await finishWith(orderId, "9.00");
  await sendOut(db, admin, runId, told);
  await shop.doJobs();
  // Charged once; each new invoice is settled by refunds alone.
  expect((await shop.money(paymentId)).captured).toBe(249_90);
  expect((await shop.money(paymentId)).refunded).toBe(24_99);
  expect(await openOf(orderId)).toBe(0);
  const last = (await invoiceMails(email)).at(-1) ?? "";
  expect(last).toContain(`replaces ${first}`);
  expect(last).not.toContain(second);
});

it("releases the card of an order cancelled before it leaves, without emailing an invoice", async () => {
  const { orderId, paymentId, email } = await onRun();
  await finishWith(orderId, "9.00");
  await reopen(orderId);
  await cancelOrder(shop.db, shop.admin, orderId, told);
  await shop.doJobs();
  expect(await shop.money(paymentId)).toMatchObject({ state: "voided", captured: 0 });
  expect(await openOf(orderId)).toBe(0);
  expect(await invoiceMails(email)).toEqual([]);
});

it("charges immediately if the run is already out or the order has no day", async () => {
  const late = await onRun();
  await shop.db.update(runs).set({ state: "out" }).where(eq(runs.id, late.runId));
  const bare = await shop.paid();
  for (const { orderId, paymentId } of [late, bare]) {
    await finishWith(orderId, "9.00");
    expect(await isWaitingToLeave(shop.db, orderId)).toBe(false);
    expect(await shop.money(paymentId)).toMatchObject({ captured: 224_91 });
  }
});

it("charges once the order's day is over or its authorization is about to expire, but not because the provider reports the authorization again", async () => {
  const over = await onRun();
  const ending = await onRun();
  const staying = await onRun();
  for (const { orderId } of [over, ending, staying]) await finishWith(orderId, "9.00");
  // The provider reports the authorization once more.
  await shop.cards.refresh(over.paymentId);
  await shop.doJobs();
  expect(await shop.money(over.paymentId)).toMatchObject({ captured: 0 });
  await shop.db
    .update(orders)
    .set({ deliveryDay: "2026-01-05" })
    .where(eq(orders.id, over.orderId));
  await shop.db
    .update(payments)
    .set({ captureBefore: new Date(Date.now() + 3600_000) })
    .where(eq(payments.id, ending.paymentId));
  await letOverdueLeave(shop.db, told, silentLog);
  await shop.doJobs();
  for (const { paymentId, email } of [over, ending]) {
    expect(await shop.money(paymentId)).toMatchObject({ captured: 224_91 });
    expect(await invoiceMails(email)).toHaveLength(1);
  }
  expect(await shop.money(staying.paymentId)).toMatchObject({ captured: 0 });
});

it("reopens or sends out an order when both are tried concurrently, and charges it only if it left", async () => {
  for (let round = 0; round < 6; round++) {
    const { orderId, paymentId, runId, email } = await onRun();
    await finishWith(orderId, "9.00");
    const [, sent] = await Promise.allSettled([
      reopenOrder(shop.db, shop.admin, orderId, "Misread", told),
      sendOut(shop.db, shop.admin, runId, told),
    ]);
    await shop.doJobs();
    const isOut = sent.status === "fulfilled";
    expect((await shop.money(paymentId)).captured).toBe(isOut ? 224_91 : 0);
    expect(await invoiceMails(email)).toHaveLength(isOut ? 1 : 0);
  }
});
