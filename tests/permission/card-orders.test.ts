import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { cancelUnpaid } from "#app/domain/ordering/transition/unpaid-orders.server.ts";
import { openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { stripeProvider } from "#app/domain/payments/provider/stripe-provider.server.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { paymentSettings, payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import {
  type FakeStripe,
  secretKey,
  startFakeStripe,
  webhookSecret,
} from "#tests/payments/fake-stripe.ts";
import { waysIn, waysInAll, waysOffered } from "#tests/payments/ways-of-paying.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { silentLog } from "#tests/setup/test-log.ts";

// Orders by card through the shop's own pages; the fake plays the browser's part.

let shop: ShopWithin;
let fake: FakeStripe;
let zoneId: string;
let product: typeof products.$inferSelect;

const keys = () => ({
  secretKey,
  webhookSecret,
  publishableKey: "pk_test_fake",
  apiUrl: fake.url,
});

beforeAll(async () => {
  fake = await startFakeStripe();
  shop = await openShopWithin({ stripe: keys() });
  await shop.db.update(paymentSettings).set({ takesCard: true, takesDoor: true });
  const [first] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!first) throw new Error("The shop sells nothing");
  product = first;
  zoneId = (await insertServedZone(shop.db, { kind: "pickup", place: "100 Sample Road" })).id;
});
afterAll(async () => {
  await shop.stop();
  await fake.close();
});

let senders = 0;

function post(path: string, fields: Record<string, string> = {}) {
  return fetch(shop.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: shop.url },
    redirect: "manual",
  });
}

const get = (path: string) => fetch(shop.url + path, { redirect: "manual" });

function asked(more: Record<string, string> = {}): Record<string, string> {
  senders += 1;
  return {
    [`quantity.${product.id}`]: "40",
    [`unit.${product.id}`]: unitOf(product),
    [`price.${product.id}`]: product.pricePerLb,
    [`name.${product.id}`]: product.name,
    requestId: randomUUID(),
    name: "Jo Cook",
    phone: "604-555-0155",
    way: "card",
    email: `card-${senders}@example.com`,
    day: runKey(zoneId, dayIn(4)),
    intent: "place",
    ...more,
  };
}

/** Places an order; returns the addresses of its payment and of its page. */
async function placed(fields = asked()) {
  const answer = await post("/checkout", fields);
  expect(answer.status).toBe(302);
  const pay = answer.headers.get("location") ?? "";
  expect(pay).toMatch(/^\/checkout\/pay\/[\w-]{32}$/);
  const token = pay.replace("/checkout/pay/", "");
  const orderId = (await openOrderLink(shop.db, token))?.orderId ?? "";
  return { pay, own: `/orders/${token}`, orderId, email: fields.email ?? "" };
}

async function orderOf(orderId: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  return order;
}

async function paymentOf(orderId: string) {
  const [payment] = await shop.db.select().from(payments).where(eq(payments.orderId, orderId));
  if (!payment) throw new Error("There is no payment");
  return payment;
}

async function refOf(orderId: string): Promise<string> {
  const { intentRef, setupRef } = await paymentOf(orderId);
  return intentRef ?? setupRef ?? "";
}

const mailsTo = (recipient: string) =>
  shop.db.$count(mailOutbox, eq(mailOutbox.recipient, recipient));

const tellShop = async () => {
  for (const { body, signature } of fake.webhooks()) {
    const answer = await fetch(`${shop.url}/api/stripe/webhook`, {
      method: "POST",
      body,
      headers: { "stripe-signature": signature },
    });
    expect(answer.status).toBe(200);
  }
};

test("an order waits for its card, and is placed and announced once it is authorized", async () => {
  const review = await post("/checkout", asked({ intent: "review" }));
  expect(await review.text()).toMatch(
    /place a hold of .*\$[\d,.]+ on your card and charge only for what we pack/,
  );
  const fields = asked();
  const { pay, own, orderId, email } = await placed(fields);
  const order = await orderOf(orderId);
  expect(order).toMatchObject({ status: "awaiting_payment", paymentWay: "card" });
  const minutes = ((order?.awaitsUntil?.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(30);
  const [run] = await shop.db
    .select()
    .from(runs)
    .where(eq(runs.id, order?.runId ?? ""));
  expect(Number(run?.bookedLb)).toBeGreaterThanOrEqual(40);
  expect(await mailsTo(email)).toBe(0);
  expect(await (await get(`${own}?placed`)).text()).toContain("This order is not paid yet");

  const page = await get(pay);
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  expect(page.headers.get("content-security-policy")).toContain(fake.url);
  for (const other of ["/checkout", own]) {
    expect((await get(other)).headers.get("content-security-policy")).not.toContain(fake.url);
  }
  const html = await page.text();
  expect(html).not.toContain(email);
  const ref = await refOf(orderId);
  const { cents } = await paymentOf(orderId);
  expect(fake.intents.get(ref)).toMatchObject({ amount: cents, capture_method: "manual" });

  // 3-D Secure that failed, a refused card, the form in another tab.
  fake.confirm(ref, "pm_card_authenticationRequired", false);
  fake.confirm(ref, "pm_card_chargeDeclined");
  const tabs = await Promise.all([get(pay), get(pay)]);
  for (const tab of tabs) expect(await tab.text()).toContain("The last card was refused");
  expect(await refOf(orderId)).toBe(ref);

  fake.confirm(ref, "pm_card_visa");
  const back = await Promise.all([get(pay), get(pay)]);
  for (const tab of back) expect(tab.headers.get("location")).toBe(`${own}?placed`);
  await tellShop();
  expect(await orderOf(orderId)).toMatchObject({ status: "pending", awaitsUntil: null });
  expect(await mailsTo(email)).toBe(1);
  expect([...fake.intents.values()].filter(({ amount }) => amount === cents)).toHaveLength(1);
  expect(await (await get(`${own}?placed`)).text()).toContain("Thank you");
  // Sent again, it leads to the same order.
  const again = await post("/checkout", fields);
  expect(again.headers.get("location")).toMatch(/^\/orders\/[\w-]{32}\?again$/);
});

test("a webhook alone places an order for a distant day with the saved card", async () => {
  const { pay, orderId, email } = await placed(asked({ day: runKey(zoneId, dayIn(6)) }));
  expect(await (await get(pay)).text()).toContain("Your card is saved now.");
  expect((await paymentOf(orderId)).holdOn).toBe(dayIn(3));
  fake.confirm(await refOf(orderId), "pm_card_visa");
  await tellShop();
  await vi.waitFor(async () => expect((await orderOf(orderId))?.status).toBe("pending"), 10_000);
  expect((await paymentOf(orderId)).state).toBe("to_hold");
  expect(await mailsTo(email)).toBe(1);
});

test("after half an hour, an unpaid order no longer takes a place, and can't be paid", async () => {
  const fields = asked();
  const { pay, own, orderId, email } = await placed(fields);
  await get(pay);
  const runId = (await orderOf(orderId))?.runId ?? "";
  const bookedLb = async () =>
    Number((await shop.db.select().from(runs).where(eq(runs.id, runId)))[0]?.bookedLb);
  const before = await bookedLb();
  const ownLb = Number((await orderOf(orderId))?.bookedLb);
  await shop.db
    .update(orders)
    .set({ awaitsUntil: sql`now() - interval '1 second'` })
    .where(eq(orders.id, orderId));
  expect(await (await get(pay)).text()).toContain("This order was not paid in time");
  const work = {
    db: shop.db,
    provider: await stripeProvider(keys()),
    log: silentLog,
    tellPaid: async () => {},
    tellCharged: async () => {},
    tellRefused: async () => {},
    tellRanOut: async () => {},
    tellReleased: async () => {},
    tellTrouble: async () => {},
  };
  await cancelUnpaid(work, sampleShop(shop.url));
  expect(await orderOf(orderId)).toMatchObject({ status: "cancelled", awaitsUntil: null });
  expect(await bookedLb()).toBe(before - ownLb);
  const late = await (await get(pay)).text();
  expect(late).toContain("This order was not paid in time");
  expect(late).toContain('href="/checkout"');
  // The email about the cancellation.
  expect(await mailsTo(email)).toBe(1);
  // The same form sent again starts a new order, which can be paid.
  const again = await placed(fields);
  expect(again.orderId).not.toBe(orderId);
  expect((await orderOf(again.orderId))?.status).toBe("awaiting_payment");
  const cancelled = await (await get(own)).text();
  expect(cancelled).toContain("This order is cancelled");
  expect(cancelled).toContain("There is nothing to pay.");
});

test("a cart has one unpaid order: the same cart leads back to it, and a changed one cancels it", async () => {
  const fields = asked();
  const first = await placed(fields);
  await get(first.pay);
  const same = (await post("/checkout", fields)).headers.get("location") ?? "";
  expect(same).toMatch(/^\/checkout\/pay\/[\w-]{32}\?again$/);
  const back = await (await get(same)).text();
  expect(back).toContain("You already started this order");
  expect(back).toContain("change your cart");
  const [, token = ""] = /pay\/([\w-]{32})/.exec(same) ?? [];
  expect((await openOrderLink(shop.db, token))?.orderId).toBe(first.orderId);

  const runId = (await orderOf(first.orderId))?.runId ?? "";
  const bookedLb = async () =>
    Number((await shop.db.select().from(runs).where(eq(runs.id, runId)))[0]?.bookedLb);
  const before = await bookedLb();
  const ownLb = Number((await orderOf(first.orderId))?.bookedLb);
  const ref = await refOf(first.orderId);
  const changed = { ...fields, [`quantity.${product.id}`]: "41", email: "corrected@example.com" };
  const second = await placed(changed);
  expect(second.orderId).not.toBe(first.orderId);
  expect((await orderOf(first.orderId))?.status).toBe("cancelled");
  const secondLb = Number((await orderOf(second.orderId))?.bookedLb);
  expect(await bookedLb()).toBeCloseTo(before - ownLb + secondLb, 2);
  await vi.waitFor(async () => expect(fake.intents.get(ref)?.status).toBe("canceled"), 10_000);
  const old = await (await get(first.pay)).text();
  expect(old).toContain("You ordered again with a changed cart");
  expect(await mailsTo(first.email)).toBe(0);

  // Once paid, it is the same order, even before the provider has told the shop.
  await get(second.pay);
  fake.confirm(await refOf(second.orderId), "pm_card_visa:changed-cart");
  const again = await post("/checkout", { ...changed, [`quantity.${product.id}`]: "42" });
  expect(again.headers.get("location")).toMatch(/^\/orders\/[\w-]{32}\?before$/);
  expect((await orderOf(second.orderId))?.status).toBe("pending");
  expect((await paymentOf(second.orderId)).state).toBe("held");
  expect((await get(second.pay)).headers.get("location")).toBe(`${second.own}?placed`);
  const paid = (await post("/checkout", fields)).status;
  expect(paid).not.toBe(302);
});

test("an order cancelled while its card is refused asks for no payment", async () => {
  const { pay, own, orderId } = await placed();
  await get(pay);
  fake.confirm(await refOf(orderId), "pm_card_visa:cancelled");
  expect((await get(pay)).status).toBe(302);
  await insertHold(shop.db, orderId, { reason: "card" });
  const [held] = await shop.db
    .update(payments)
    .set({ isCurrent: false })
    .where(eq(payments.orderId, orderId))
    .returning();
  await shop.db.insert(payments).values({
    orderId,
    customerId: held?.customerId ?? "",
    cents: held?.cents ?? 0,
    state: "needs_customer",
    requestId: randomUUID(),
  });
  const asking = await (await get(own)).text();
  expect(asking).toContain("Your bank did not agree to the payment");
  expect(asking).toContain("Pay by card");
  expect((await post(own)).status).toBe(302);
  const page = await (await get(own)).text();
  expect(page).toContain("This order is cancelled");
  expect(page).toContain("Your card was not charged");
  expect(page).not.toContain("Pay by card");
  expect(page).not.toContain("Your bank did not agree");
  expect((await get(pay)).headers.get("location")).toBe(own);
});

test("attempts with many cards are limited per order and per network", async () => {
  const { pay, orderId } = await placed();
  await get(pay);
  const ref = await refOf(orderId);
  for (let card = 0; card < 5; card += 1) fake.confirm(ref, "pm_card_chargeDeclined");
  await tellShop();
  await vi.waitFor(async () => expect(fake.intents.get(ref)?.status).toBe("canceled"), 10_000);
  await vi.waitFor(
    async () => expect(await (await get(pay)).text()).toContain("Too many cards were refused"),
    10_000,
  );
  const tried = [];
  for (let order = 0; order < 3; order += 1) {
    tried.push((await post("/checkout", asked())).status);
  }
  expect(tried).toContain(302);
  const refused = await post("/checkout", asked());
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Too many orders by card");
  expect((await post("/checkout", asked({ way: "door" }))).status).toBe(302);
});

test("all enabled payment methods are offered, including cards", async () => {
  for (const way of waysInAll) {
    await shop.db.update(paymentSettings).set({ ...way, etransferEmail: "pay@example.com" });
    const expected = waysOffered(way, { hasCard: true });
    const { isOpen } = await (await get("/api/checkout")).json();
    expect(isOpen, JSON.stringify(way)).toBe(expected.length > 0);
    const answer = await post("/checkout", asked({ intent: "contact" }));
    expect(answer.status, JSON.stringify(way)).toBe(expected.length > 0 ? 200 : 404);
    expect(waysIn(await answer.text()), JSON.stringify(way)).toEqual(expected);
  }
  await shop.db.update(paymentSettings).set({ takesCard: true, takesDoor: true });
});

test("another token reveals nothing, and opens no other order's form", async () => {
  const guess = `/checkout/pay/${"a".repeat(32)}`;
  const before = fake.done.length;
  for (const path of [guess, "/checkout/pay/x", "/checkout/pay/__proto__"]) {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await answer.text()).toContain("This link does not work");
    expect((await post(path)).status).toBe(404);
  }
  const door = await post("/checkout", asked({ way: "door" }));
  const [own = ""] = (door.headers.get("location") ?? "").split("?");
  expect((await get(own.replace("/orders/", "/checkout/pay/"))).status).toBe(404);
  expect(fake.done.length).toBe(before);
});
