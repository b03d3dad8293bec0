import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { makeOrderLink, openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { ordersByWeek } from "#app/domain/orders/lists/order-statistics.server.ts";
import { listOrdersForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { exportOrders } from "#app/domain/orders/lists/orders-export.server.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import {
  alignAuthorization,
  reauthorize,
  startOrderPayment,
  voidOrderPayments,
} from "#app/domain/payments/order-payments.server.ts";
import { actionsFor, attentionText, type PaymentView } from "#app/domain/payments/payment.ts";
import {
  getCardPayment,
  listCardPayments,
  retryPayment,
  voidPaymentByHand,
} from "#app/domain/payments/payments-admin.server.ts";
import { performJob } from "#app/domain/payments/perform-job.server.ts";
import { refundPayment } from "#app/domain/payments/refunds.server.ts";
import { cutsToPack, packingDays } from "#app/features/packing/packing-day.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { orderDeposits } from "#db/schema/money/ledger.ts";
import { orderLinks, paymentJobs, payments } from "#db/schema/money/payments.ts";
import { adjust, bookPayment } from "#tests/setup/booking.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { heldCents, openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

const own = sampleShop("https://shop.example");
const hour = 3600_000;
const total = 249_90;

const fulfil = (orderId: string) => fulfilOrder(shop.db, shop.admin, orderId, own);
const jobsOf = (paymentId: string) =>
  shop.db
    .select()
    .from(paymentJobs)
    .where(eq(paymentJobs.paymentId, paymentId))
    .orderBy(paymentJobs.createdAt);
const paymentsOf = (orderId: string) =>
  shop.db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.createdAt);

async function charged() {
  const order = await shop.paid();
  await fulfil(order.orderId);
  await shop.doJobs();
  return order;
}

describe("a card at the checkout", () => {
  it("is authorized for the promised maximum, which places the order", async () => {
    const order = await shop.awaiting();
    const form = await shop.cards.prepare(order.paymentId);
    expect(form).toMatchObject({ kind: "payment", publishableKey: "pk_test_fake" });
    expect(await shop.cards.prepare(order.paymentId)).toEqual(form);
    expect(await shop.order(order.orderId)).toMatchObject({ status: "awaiting_payment" });
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_visa");
    expect(await shop.cards.refresh(order.paymentId)).toBe("held");
    expect(await shop.order(order.orderId)).toMatchObject({ status: "pending", awaitsUntil: null });
    expect(shop.told.paid).toContain(order.orderId);
    const payment = await shop.payment(order.paymentId);
    expect(payment).toMatchObject({
      heldCents,
      cardBrand: "visa",
      cardLast4: "4242",
      isCurrent: true,
    });
    expect(await shop.cards.prepare(order.paymentId)).toBeNull();
  });

  it("may be declined, and replaced by another", async () => {
    const order = await shop.awaiting();
    await shop.cards.prepare(order.paymentId);
    const ref = await shop.refOf(order.paymentId);
    shop.fake.confirm(ref, "pm_card_chargeDeclinedInsufficientFunds");
    expect(await shop.cards.refresh(order.paymentId)).toBe("confirming");
    expect(await shop.payment(order.paymentId)).toMatchObject({ refusal: "insufficient_funds" });
    expect(await shop.order(order.orderId)).toMatchObject({ status: "awaiting_payment" });
    shop.fake.confirm(ref, "pm_card_mastercard");
    expect(await shop.cards.refresh(order.paymentId)).toBe("held");
    expect(await shop.payment(order.paymentId)).toMatchObject({ refusal: "", cardLast4: "4444" });
  });

  it("gets the same form again after the provider's answer was lost", async () => {
    const order = await shop.awaiting();
    shop.fake.lose(/payment_intents$/);
    await expect(shop.cards.prepare(order.paymentId)).rejects.toThrow("no answer");
    expect(await shop.cards.prepare(order.paymentId)).not.toBeNull();
    const made = [...shop.fake.intents.values()].filter(
      (one) => one.metadata.payment === order.paymentId,
    );
    expect(made).toHaveLength(1);
  });

  it("must be confirmed within half an hour, or the order is cancelled and the payment voided", async () => {
    const order = await shop.awaiting();
    await shop.cards.prepare(order.paymentId);
    const ref = await shop.refOf(order.paymentId);
    shop.fake.advance(29 * 60_000);
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({ status: "awaiting_payment" });
    shop.fake.advance(2 * 60_000);
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({
      status: "cancelled",
      awaitsUntil: null,
    });
    // At the last moment, before the provider knows of the cancellation.
    shop.fake.confirm(ref, "pm_card_visa");
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "released" });
    expect(await shop.money(order.paymentId)).toMatchObject({ state: "voided", captured: 0 });
  });

  it("places the order if it was confirmed in time but the shop learns of it after the deadline", async () => {
    const order = await shop.awaiting();
    await shop.cards.prepare(order.paymentId);
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_visa");
    shop.fake.advance(31 * 60_000);
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({ status: "pending" });
  });

  it("keeps the order out of lists, exports and counts until it is confirmed", async () => {
    const { db, admin } = shop;
    const pounds = async () => (await cutsToPack(db, admin, withoutDay)).length;
    const counts = async () => ({
      cuts: await pounds(),
      weeks: (await ordersByWeek(db, admin)).reduce((sum, { orders }) => sum + orders, 0),
      toPack: (await packingDays(db, admin)).reduce((sum, { orders }) => sum + orders, 0),
    });
    const before = await counts();
    const order = await shop.awaiting();
    expect(await counts()).toEqual(before);
    const { rows } = await listOrdersForAdmin(db, admin, { limit: 100 });
    expect(rows.map(({ id }) => id)).not.toContain(order.orderId);
    const exported = [];
    for await (const some of exportOrders(db, admin, {})) exported.push(JSON.stringify(some));
    expect(exported.join()).not.toContain(order.orderId);
  });

  it("is replaced by a new payment when the customer starts again", async () => {
    const order = await shop.awaiting();
    await shop.cards.prepare(order.paymentId);
    const requestId = randomUUID();
    const again = () =>
      shop.db.transaction((tx) =>
        startOrderPayment(tx, { ...order, cents: heldCents, holdOn: null, requestId }),
      );
    const other = await again();
    expect(other).not.toBe(order.paymentId);
    expect(await again()).toBe(other);
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({
      state: "released",
      isCurrent: false,
    });
  });
});

describe("the packed amount", () => {
  it("is captured once even if its job runs concurrently, and is booked to the invoice", async () => {
    const order = await shop.paid();
    await fulfil(order.orderId);
    const [job] = await jobsOf(order.paymentId);
    expect(job).toMatchObject({ action: "capture", cents: total, state: "waiting" });
    await Promise.all(
      [1, 2, 3].map(() => shop.attempt(() => performJob(shop.work, job?.id ?? ""))),
    );
    await shop.doJobs();
    expect(await shop.money(order.paymentId)).toMatchObject({ state: "captured", captured: total });
    expect(await shop.books(order)).toEqual({ paid: total, refunded: 0, open: 0 });
    expect(await shop.payment(order.paymentId)).toMatchObject({
      state: "captured",
      capturedCents: total,
    });
  });

  it("is captured minus any prepayment", async () => {
    for (const [ahead, charged] of [
      [100_00, total - 100_00],
      [total, 0],
    ] as const) {
      const order = await shop.paid();
      const { customerId } = order;
      await bookPayment(shop.db, shop.admin, {
        customerId,
        requestId: randomUUID(),
        cents: ahead,
        method: "etransfer",
        receivedOn: pacificDay(new Date()),
        reference: "",
        note: "",
        settles: "oldest first",
      });
      await fulfil(order.orderId);
      await shop.doJobs();
      const payment = await shop.payment(order.paymentId);
      expect(payment).toMatchObject({
        state: charged > 0 ? "captured" : "released",
        capturedCents: charged,
      });
      // Nothing is open in either direction.
      expect((await openItems(shop.db, customerId)).length).toBe(0);
      expect((await openItems(shop.db, customerId, "credits")).length).toBe(0);
    }
  });

  it("is captured and booked once even if the provider's answer is lost", async () => {
    const order = await shop.paid();
    await fulfil(order.orderId);
    shop.fake.lose(/capture$/);
    const [job] = await jobsOf(order.paymentId);
    await expect(performJob(shop.work, job?.id ?? "")).rejects.toThrow("no answer");
    expect(await shop.books(order)).toMatchObject({ paid: 0 });
    await shop.doJobs();
    expect(await shop.books(order)).toEqual({ paid: total, refunded: 0, open: 0 });
    const ref = await shop.refOf(order.paymentId);
    const captures = shop.fake.done.filter(({ path }) => path.endsWith(`${ref}/capture`));
    expect(captures).toHaveLength(1);
  });

  it("is looked up, and not captured again, when no answer came for a day", async () => {
    const order = await shop.paid();
    await fulfil(order.orderId);
    shop.fake.lose(/capture$/);
    const [job] = await jobsOf(order.paymentId);
    await shop.attempt(() => performJob(shop.work, job?.id ?? ""));
    shop.fake.advance(25 * hour);
    const sent = shop.fake.done.length;
    await shop.doJobs();
    expect(shop.fake.done.length).toBe(sent);
    expect(await shop.books(order)).toMatchObject({ paid: total });
  });

  it("is left to staff when it was not captured and no answer came for a day", async () => {
    const order = await shop.paid();
    await fulfil(order.orderId);
    shop.fake.drop(/capture$/);
    const [job] = await jobsOf(order.paymentId);
    await shop.attempt(() => performJob(shop.work, job?.id ?? ""));
    shop.fake.advance(25 * hour);
    await shop.doJobs();
    expect((await jobsOf(order.paymentId)).map(({ state }) => state)).toEqual(["stuck"]);
    expect(await shop.money(order.paymentId)).toMatchObject({ state: "authorized", captured: 0 });
  });

  it("is recorded from the webhook alone", async () => {
    const order = await shop.paid();
    await fulfil(order.orderId);
    shop.fake.webhooks();
    shop.fake.lose(/capture$/);
    const [job] = await jobsOf(order.paymentId);
    await shop.attempt(() => performJob(shop.work, job?.id ?? ""));
    await shop.deliver(shop.fake.webhooks());
    expect(await shop.books(order)).toMatchObject({ paid: total, open: 0 });
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ paid: total, open: 0 });
  });

  it("is not captured if the order is cancelled, and the authorization is released", async () => {
    const order = await shop.paid();
    await cancelOrder(shop.db, shop.admin, order.orderId, own);
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "released" });
    expect(await shop.money(order.paymentId)).toMatchObject({ state: "voided" });
    expect(await shop.books(order)).toMatchObject({ paid: 0 });
  });
});

describe("a card that is authorized later", () => {
  const far = daysAfter(pacificDay(new Date()), 60);

  it("is saved at the checkout, and authorized on its day", async () => {
    const order = await shop.paid({ holdOn: far });
    expect(await shop.order(order.orderId)).toMatchObject({ status: "pending" });
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "to_hold", heldCents: 0 });
    await shop.rounds();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "to_hold" });
    await shop.db
      .update(payments)
      .set({ holdOn: pacificDay(shop.fake.now()) })
      .where(eq(payments.id, order.paymentId));
    await shop.rounds();
    await shop.doJobs();
    const held = await shop.payment(order.paymentId);
    expect(held).toMatchObject({ state: "held", heldCents });
    expect(Number(held.captureBefore) - shop.fake.now().getTime()).toBeLessThan(4.8 * 24 * hour);
  });

  it("is authorized and captured immediately if the order is packed before that day", async () => {
    const order = await shop.paid({ holdOn: far });
    await fulfil(order.orderId);
    await shop.doJobs();
    expect(await shop.books(order)).toEqual({ paid: total, refunded: 0, open: 0 });
  });

  it("is released when the order is cancelled", async () => {
    const order = await shop.paid({ holdOn: far });
    await cancelOrder(shop.db, shop.admin, order.orderId, own);
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "released" });
  });

  it("is tried at most twice if the bank refuses, and the customer is notified once", async () => {
    const order = await shop.paid({
      holdOn: pacificDay(shop.fake.now()),
      card: "pm_card_chargeCustomerFail",
    });
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({
      state: "needs_customer",
      refusal: "generic_decline",
    });
    expect(await shop.order(order.orderId)).toMatchObject({
      holds: ["card"],
    });
    expect(shop.told.refused.filter((id) => id === order.orderId)).toHaveLength(1);
    await expect(fulfil(order.orderId)).rejects.toThrow();
    for (let day = 0; day < 4; day += 1) {
      shop.fake.advance(24 * hour);
      await shop.doJobs();
    }
    const holds = await jobsOf(order.paymentId);
    expect(holds.map(({ action, state }) => `${action} ${state}`)).toEqual([
      "hold refused",
      "hold refused",
    ]);
    expect(shop.told.refused.filter((id) => id === order.orderId)).toHaveLength(1);
    expect(await shop.cards.prepare(order.paymentId)).toMatchObject({ kind: "payment" });
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_visa");
    expect(await shop.cards.refresh(order.paymentId)).toBe("held");
    expect((await shop.order(order.orderId))?.holds).toEqual([]);
    await fulfil(order.orderId);
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ paid: total, open: 0 });
  });

  it("is not retried if the bank requires the customer to confirm", async () => {
    const order = await shop.paid({
      holdOn: pacificDay(shop.fake.now()),
      card: "pm_card_authenticationRequired",
    });
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({
      state: "needs_customer",
      refusal: "authentication_required",
    });
    expect(await jobsOf(order.paymentId)).toHaveLength(1);
  });
});

describe("an expiring authorization", () => {
  it("is renewed on its last day, and the earlier one is released", async () => {
    const order = await shop.paid();
    shop.fake.advance(6 * 24 * hour - hour);
    await shop.rounds();
    expect(await paymentsOf(order.orderId)).toHaveLength(1);
    shop.fake.advance(2 * hour);
    await shop.rounds();
    await shop.rounds();
    await shop.doJobs();
    const [first, second, ...more] = await paymentsOf(order.orderId);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ state: "released", isCurrent: false });
    expect(second).toMatchObject({
      state: "held",
      isCurrent: true,
      heldCents,
      replacesId: first?.id,
    });
    await fulfil(order.orderId);
    await shop.doJobs();
    expect(await shop.books(order)).toEqual({ paid: total, refunded: 0, open: 0 });
  });

  it("is noticed without a webhook, and puts the order on hold", async () => {
    const order = await shop.paid();
    shop.fake.advance(6 * 24 * hour + 23 * hour);
    await shop.cards.refresh(order.paymentId);
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "held" });
    shop.fake.advance(2 * hour);
    await shop.cards.refresh(order.paymentId);
    expect(await shop.payment(order.paymentId)).toMatchObject({
      state: "failed",
      refusal: "ran out",
    });
    expect(await shop.order(order.orderId)).toMatchObject({
      holds: ["card"],
    });
  });

  it("makes a late capture fail, which leaves the invoice open", async () => {
    const order = await shop.paid();
    shop.fake.advance(7 * 24 * hour + hour);
    await fulfil(order.orderId);
    await shop.doJobs();
    expect(await jobsOf(order.paymentId)).toMatchObject([
      { action: "capture", state: "refused", answer: "charge_expired_for_capture" },
    ]);
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "failed" });
    expect(await shop.books(order)).toEqual({ paid: 0, refunded: 0, open: total });
  });
});

describe("a higher amount", () => {
  it("is authorized when a change raises the order's total", async () => {
    const order = await shop.paid();
    const rise = () => shop.db.transaction((tx) => alignAuthorization(tx, order.orderId));
    await rise();
    expect(await paymentsOf(order.orderId)).toHaveLength(1);
    await insertOrderItem(shop.db, order.orderId, {
      position: 1,
      quantity: "1.00",
      pricePerLb: "10.00",
    });
    await rise();
    await shop.doJobs();
    expect(await paymentsOf(order.orderId)).toMatchObject([
      { state: "released", isCurrent: false },
      { state: "held", isCurrent: true, heldCents: heldCents + 11_00 },
    ]);
  });

  const raise = (orderId: string, cents: number) =>
    shop.db.transaction((tx) => reauthorize(tx, orderId, cents));

  it("is authorized, and all lower authorizations are released", async () => {
    const order = await shop.paid();
    expect(await raise(order.orderId, 300_00)).toBe(true);
    expect(await raise(order.orderId, 400_00)).toBe(true);
    await shop.doJobs();
    const all = await paymentsOf(order.orderId);
    expect(all.map(({ state, cents, isCurrent }) => [state, cents, isCurrent])).toEqual([
      ["released", heldCents, false],
      ["released", 300_00, false],
      ["held", 400_00, true],
    ]);
  });

  it("leaves the lower authorization in place if the bank refuses", async () => {
    const order = await shop.paid({ card: "pm_card_visa" });
    const failing = await shop.paid({ card: "pm_card_authenticationRequired" });
    await raise(failing.orderId, 300_00);
    await shop.doJobs();
    const [lower, higher] = await paymentsOf(failing.orderId);
    expect(lower).toMatchObject({ state: "held", isCurrent: true });
    expect(higher).toMatchObject({ state: "needs_customer", isCurrent: false });
    expect(order.orderId).not.toBe(failing.orderId);
  });

  it("is not requested from the provider if the order is packed in the meantime", async () => {
    const order = await shop.paid();
    await raise(order.orderId, 300_00);
    await fulfil(order.orderId);
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ paid: total, open: 0 });
    const [, higher] = await paymentsOf(order.orderId);
    // Before it was requested from the provider.
    expect(higher).toMatchObject({ state: "released", intentRef: null });
  });
});

describe("a refund", () => {
  /** Books a credit that a refund can pay out. */
  const credit = (customerId: string, cents: number) =>
    adjust(shop.db, shop.admin, {
      customerId,
      requestId: randomUUID(),
      note: "sorry",
      cents: -cents,
    });
  const ask = (paymentId: string, cents: number, requestId = randomUUID()) =>
    refundPayment(shop.db, shop.admin, { paymentId, cents, requestId });

  it("never exceeds the charge, even if two people request one concurrently", async () => {
    const order = await charged();
    await credit(order.customerId, 400_00);
    const answers = await Promise.all([ask(order.paymentId, 200_00), ask(order.paymentId, 200_00)]);
    expect(answers.sort()).toEqual(["more than was charged", null]);
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ paid: total, refunded: 200_00 });
    expect(await shop.money(order.paymentId)).toMatchObject({ refunded: 200_00 });
    expect(await shop.payment(order.paymentId)).toMatchObject({
      refundedCents: 200_00,
      refundingCents: 0,
    });
  });

  it("is made once for a repeated request, even if the answer is lost", async () => {
    const order = await charged();
    await credit(order.customerId, 50_00);
    const requestId = randomUUID();
    expect(await ask(order.paymentId, 20_00, requestId)).toBeNull();
    expect(await ask(order.paymentId, 20_00, requestId)).toBeNull();
    shop.fake.lose(/refunds$/);
    await shop.doJobs();
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ refunded: 20_00 });
    expect(await shop.money(order.paymentId)).toMatchObject({ refunded: 20_00 });
  });

  it("pays out no more than the customer's credit", async () => {
    const order = await charged();
    await credit(order.customerId, 10_00);
    expect(await ask(order.paymentId, 10_01)).toBe("more than the credit");
    expect(await ask(order.paymentId, 6_00)).toBeNull();
    expect(await ask(order.paymentId, 6_00)).toBe("more than the credit");
    expect(await ask(randomUUID(), 1_00)).toBe("unknown");
  });

  it("pays out nothing of a deposit for another order", async () => {
    const { customerId, paymentId } = await charged();
    const next = await insertOrder(shop.db, customerId, { placedBy: null });
    await bookPayment(shop.db, shop.admin, {
      customerId,
      requestId: randomUUID(),
      cents: 80_00,
      method: "cheque",
      receivedOn: pacificDay(new Date()),
      reference: "",
      note: "",
      settles: "nothing yet",
    });
    const [paid] = await openItems(shop.db, customerId, "credits");
    const askedBy = shop.admin.userId;
    await shop.db
      .insert(orderDeposits)
      .values({ orderId: next.id, customerId, cents: 80_00, askedBy, entryId: paid?.entryId });
    await credit(customerId, 10_00);
    expect(await ask(paymentId, 10_01)).toBe("more than the credit");
    expect(await ask(paymentId, 10_00)).toBeNull();
  });

  it("that was made at the provider is booked once", async () => {
    const order = await charged();
    shop.fake.webhooks();
    shop.fake.refundByHand(await shop.refOf(order.paymentId), 30_00);
    const events = shop.fake.webhooks();
    await shop.deliver([...events, ...events]);
    expect(await shop.books(order)).toMatchObject({ refunded: 30_00 });
    expect(await shop.payment(order.paymentId)).toMatchObject({ refundedCents: 30_00 });
  });
});

describe("staff", () => {
  const list = async (view: PaymentView) =>
    (await listCardPayments(shop.db, shop.admin, { view, page: 1 })).rows.map(({ id }) => id);
  const shown = async (id: string) => {
    const payment = await getCardPayment(shop.db, shop.admin, id);
    if (!payment) throw new Error("There is no such payment");
    return { intents: actionsFor(payment), why: attentionText(payment, shop.fake.now()) };
  };

  it("can retry a capture that got no answer for a day, but only once", async () => {
    const order = await shop.paid();
    expect(await list("held")).toContain(order.paymentId);
    expect(await list("attention")).not.toContain(order.paymentId);
    await fulfil(order.orderId);
    shop.fake.drop(/capture$/);
    const [job] = await jobsOf(order.paymentId);
    await shop.attempt(() => performJob(shop.work, job?.id ?? ""));
    shop.fake.advance(25 * hour);
    await shop.doJobs();
    expect(await list("attention")).toContain(order.paymentId);
    expect(await shown(order.paymentId)).toEqual({
      intents: ["retry"],
      why: "The charge was not answered for a day, nor done",
    });
    const twice = [1, 2].map(() => retryPayment(shop.db, shop.admin, order.paymentId));
    expect((await Promise.all(twice)).sort()).toEqual([false, true]);
    await shop.doJobs();
    expect(await shop.books(order)).toEqual({ paid: total, refunded: 0, open: 0 });
    expect(await list("attention")).not.toContain(order.paymentId);
    expect((await shown(order.paymentId)).intents).toEqual(["refund"]);
  });

  it("can release an authorization, which leaves the order pending", async () => {
    const order = await shop.paid();
    expect(await voidPaymentByHand(shop.db, shop.admin, order.paymentId)).toBe(true);
    await shop.doJobs();
    expect(await shop.money(order.paymentId)).toMatchObject({ state: "voided" });
    expect(await voidPaymentByHand(shop.db, shop.admin, order.paymentId)).toBe(false);
    expect(await shop.order(order.orderId)).toMatchObject({ status: "pending" });
  });
});

describe("the database", () => {
  it("lets a payment be captured or released only once", async () => {
    const order = await shop.paid();
    await fulfil(order.orderId);
    const second = shop.db
      .insert(paymentJobs)
      .values({ paymentId: order.paymentId, action: "capture", cents: 1 });
    expect(await refusalOf(second)).toBe("payment_jobs_settle_once");
    await shop.db.transaction((tx) => voidOrderPayments(tx, order.orderId));
    expect(await jobsOf(order.paymentId)).toHaveLength(1);
  });

  it("refuses contradictory amounts", async () => {
    const order = await charged();
    const set = (values: Partial<typeof payments.$inferInsert>) =>
      refusalOf(
        shop.db
          .update(payments)
          .set(values)
          .where(and(eq(payments.id, order.paymentId))),
      );
    expect(await set({ heldCents: total - 1 })).toBe("payments_captured_within");
    expect(await set({ refundedCents: 1, refundingCents: total })).toBe("payments_refunded_within");
    expect(await set({ state: "held" })).toMatch(/^payments_/);
    expect(await set({ capturedCents: 0, entryId: null })).toBe("payments_captured_amount");
    expect(await set({ cents: 0 })).toBe("payments_cents_range");
  });

  it("stores no order link's token, and finds an order only by the exact one", async () => {
    const order = await shop.awaiting();
    const path = await shop.db.transaction((tx) => makeOrderLink(tx, order.orderId));
    const token = path.replace("/orders/", "");
    expect(await openOrderLink(shop.db, token)).toMatchObject({ orderId: order.orderId });
    for (const wrong of ["", "x".repeat(32), token.slice(1), `${token}A`, token.toLowerCase()]) {
      expect(await openOrderLink(shop.db, wrong)).toBeNull();
    }
    const [stored] = await shop.db
      .select()
      .from(orderLinks)
      .where(eq(orderLinks.orderId, order.orderId));
    expect(stored?.tokenHash).not.toContain(token);
  });
});
