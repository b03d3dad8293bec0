import { randomUUID } from "node:crypto";
import { and, eq, gt, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCreditByLink, claimableLinkedOrder } from "#app/domain/claims/ask-credit.server.ts";
import { getCredit } from "#app/domain/claims/credits.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { alignAuthorizationAndTell } from "#app/domain/ordering/holding/align-authorization.server.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { makeOrderLink, openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { attentionText, paymentInWords } from "#app/domain/payments/payment.ts";
import { getCardPayment, voidPaymentByHand } from "#app/domain/payments/payments-admin.server.ts";
import { openOrderPayment, payOrderAnew } from "#app/features/checkout/pay-order.server.ts";
import { heldInWords } from "#app/features/checkout/pay-order.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { heldCents, openCardShop } from "./card-shop.ts";

// The card form reached by an order's link after the checkout. The checkout's own form is tested in
// tests/permission/card-orders.test.ts.

const day = 24 * 3600_000;
const ownShop = sampleShop("https://shop.example");

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

async function holderOf(orderId: string) {
  const path = await shop.db.transaction((tx) => makeOrderLink(tx, orderId));
  const link = await openOrderLink(shop.db, path.replace("/orders/", ""));
  if (!link) throw new Error("The link opens nothing");
  return link;
}

const number = (orderId: string) => numberOfOrder(shop.db, orderId);

/** Returns the emails that tell a customer that the order's payment works again. */
const allClear = async (orderId: string) =>
  shop.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.subject, `Order ${await number(orderId)} is no longer on hold`));

const open = async (orderId: string) =>
  openOrderPayment(
    { db: shop.db, cardPayments: shop.cards, log: silentLog },
    await holderOf(orderId),
  );

describe("the payment page of an order", () => {
  it("accepts another card when the saved one is refused", async () => {
    const holdOn = shop.fake.now().toISOString().slice(0, 10);
    const order = await shop.paid({ card: "pm_card_chargeCustomerFail", holdOn });
    expect(await open(order.orderId)).toMatchObject({ step: "paid", form: null });
    shop.fake.advance(day);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.order(order.orderId)).toMatchObject({ holds: ["card"] });
    expect(await open(order.orderId)).toMatchObject({ step: "form", form: { kind: "payment" } });
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_mastercard");
    expect(await open(order.orderId)).toMatchObject({ step: "paid", form: null });
    expect((await shop.order(order.orderId))?.holds).toEqual([]);
    await shop.cards.refresh(order.paymentId);
    expect(await allClear(order.orderId)).toHaveLength(1);
    // Told when it was placed, and not again.
    expect(shop.told.paid.filter((id) => id === order.orderId)).toHaveLength(1);
  });

  it("starts one new payment after the authorization expired, even on concurrent requests", async () => {
    const order = await shop.paid();
    await payOrderAnew(shop.db, await holderOf(order.orderId));
    expect(await open(order.orderId)).toMatchObject({
      step: "paid",
      paymentId: order.paymentId,
    });
    shop.fake.advance(8 * day);
    await shop.cards.refresh(order.paymentId);
    expect(await open(order.orderId)).toMatchObject({ step: "lapsed", form: null });
    const link = await holderOf(order.orderId);
    await Promise.all([payOrderAnew(shop.db, link), payOrderAnew(shop.db, link)]);
    expect(await allClear(order.orderId)).toEqual([]);
    const anew = await open(order.orderId);
    expect(anew).toMatchObject({ step: "form", form: { kind: "payment" } });
    expect(anew?.paymentId).not.toBe(order.paymentId);
    shop.fake.confirm(await shop.refOf(anew?.paymentId ?? ""), "pm_card_visa");
    expect(await open(order.orderId)).toMatchObject({ step: "paid", paymentState: "held" });
    expect((await shop.order(order.orderId))?.holds).toEqual([]);
    expect(await allClear(order.orderId)).toHaveLength(1);
  });

  it("reports an unreachable provider, then opens the same form for concurrent requests", async () => {
    const order = await shop.awaiting();
    shop.fake.drop(/.*/, 8);
    expect(await open(order.orderId)).toMatchObject({ step: "unreached", form: null });
    shop.fake.heal();
    const [one, other] = await Promise.all([open(order.orderId), open(order.orderId)]);
    expect(one).toMatchObject({ step: "form" });
    expect(other?.form?.clientSecret).toBe(one?.form?.clientSecret);
  });
});

describe("an order whose total was raised", () => {
  /** Raises a new order, whose card refuses further authorizations without its customer. */
  async function refused(quantity = "1.00") {
    const order = await shop.paid({ card: "pm_card_authenticationRequired" });
    await raise(order.orderId, quantity);
    return order;
  }
  async function raise(orderId: string, quantity: string) {
    const position = (await shop.db.$count(orderItems, eq(orderItems.orderId, orderId))) + 1;
    await insertOrderItem(shop.db, orderId, { position, quantity, pricePerLb: "10.00" });
    await align(orderId);
  }
  const align = async (orderId: string) => {
    await shop.db.transaction((tx) => alignAuthorizationAndTell(tx, orderId, ownShop));
    await shop.doJobs();
  };
  const lower = async (orderId: string) => {
    await shop.db
      .delete(orderItems)
      .where(and(eq(orderItems.orderId, orderId), gt(orderItems.position, 0)));
    await align(orderId);
  };
  const higherOf = async (orderId: string) => {
    const all = await shop.db.select().from(payments).where(eq(payments.orderId, orderId));
    return all.filter(({ isCurrent }) => !isCurrent);
  };

  it("can be paid by its link at the higher amount if the bank refuses the increase", async () => {
    const { orderId, paymentId } = await refused();
    expect(await shop.order(orderId)).toMatchObject({ holds: ["card"] });
    const opened = await open(orderId);
    expect(opened).toMatchObject({
      step: "form",
      isHigher: true,
      cents: heldCents + 11_00,
      nowHeldCents: heldCents,
      form: { kind: "payment" },
    });
    const [mail] = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, `Your bank did not agree%${await number(orderId)}`));
    expect(mail?.text).toContain("Your order now comes to $285.89 at most");
    shop.fake.confirm(await shop.refOf(opened?.paymentId ?? ""), "pm_card_mastercard");
    expect(await open(orderId)).toMatchObject({
      step: "paid",
      paymentState: "held",
      isNew: false,
      isPaidAnew: true,
      nowHeldCents: heldCents + 11_00,
    });
    const seen = await getCardPayment(shop.db, shop.admin, opened?.paymentId ?? "");
    expect(seen && attentionText(seen, shop.fake.now())).not.toContain("The charge was refused");
    await shop.doJobs();
    expect((await shop.order(orderId))?.holds).toEqual([]);
    expect(await allClear(orderId)).toHaveLength(1);
    expect(await shop.payment(paymentId)).toMatchObject({ state: "released", isCurrent: false });
  });

  it("shows the newly requested amount beside the amount still authorized", async () => {
    const { orderId } = await shop.paid();
    expect(await open(orderId)).toMatchObject({ isNew: true, isBeingHeld: false, askedCents: 0 });
    await insertOrderItem(shop.db, orderId, {
      position: 1,
      quantity: "1.00",
      pricePerLb: "10.00",
    });
    await shop.db.transaction((tx) => alignAuthorizationAndTell(tx, orderId, ownShop));
    const asked = await open(orderId);
    expect(asked).toMatchObject({
      isBeingHeld: true,
      askedCents: heldCents + 11_00,
      nowHeldCents: heldCents,
    });
    expect(asked && heldInWords(asked)).toBe("We are holding $274.89 on your card.");
    await shop.doJobs();
    expect(await allClear(orderId)).toEqual([]);
    expect(await open(orderId)).toMatchObject({ isBeingHeld: false, askedCents: 0 });
  });

  it("has a refused amount replaced by the newest, and each amount requested once", async () => {
    const { orderId } = await refused();
    await align(orderId);
    expect(await higherOf(orderId)).toHaveLength(1);
    await raise(orderId, "2.00");
    const opened = await open(orderId);
    expect(opened).toMatchObject({ step: "form", cents: heldCents + 33_00 });
    expect((await higherOf(orderId)).map(({ state }) => state).sort()).toEqual([
      ...["needs_customer", "released"],
    ]);
  });

  it("comes off hold automatically once the earlier authorization covers it", async () => {
    const { orderId, paymentId } = await refused();
    const higher = await open(orderId);
    expect(await allClear(orderId)).toEqual([]);
    await lower(orderId);
    await align(orderId);
    expect((await shop.order(orderId))?.holds).toEqual([]);
    const [mail, ...more] = await allClear(orderId);
    expect(mail?.text.replace(/\s+/g, " ")).toContain("is released, and we will cut it next");
    expect(more).toEqual([]);
    expect(await open(orderId)).toMatchObject({ step: "paid", paymentId });
    const given = await getCardPayment(shop.db, shop.admin, higher?.paymentId ?? "");
    expect(given && paymentInWords(given)).toBe("Not held");
    // Paying in a form that is still open has no effect.
    expect(await shop.money(higher?.paymentId ?? "")).toMatchObject({ state: "voided" });
    await fulfilOrder(shop.db, shop.admin, orderId, sampleShop("https://shop.example"));
    await shop.doJobs();
    expect(await shop.payment(paymentId)).toMatchObject({ state: "captured" });
  });

  it("keeps its authorization if the refused payment is confirmed while it is being voided", async () => {
    const { orderId, paymentId } = await refused();
    const higher = (await open(orderId))?.paymentId ?? "";
    await shop.db
      .delete(orderItems)
      .where(and(eq(orderItems.orderId, orderId), gt(orderItems.position, 0)));
    await shop.db.transaction((tx) => alignAuthorizationAndTell(tx, orderId, ownShop));
    // Before the provider is asked to void it.
    shop.fake.confirm(await shop.refOf(higher), "pm_card_visa");
    await shop.cards.refresh(higher);
    await shop.doJobs();
    expect(await shop.payment(paymentId)).toMatchObject({ state: "held", isCurrent: true });
    expect(await shop.money(higher)).toMatchObject({ state: "voided" });
  });

  it("can be paid again after staff voided the refused payment, until it is cancelled", async () => {
    const { orderId } = await refused();
    const [higher] = await higherOf(orderId);
    await voidPaymentByHand(shop.db, shop.admin, higher?.id ?? "");
    await shop.doJobs();
    expect(await open(orderId)).toMatchObject({ step: "lapsed", paymentState: "held" });
    const link = await holderOf(orderId);
    await payOrderAnew(shop.db, link);
    expect(await open(orderId)).toMatchObject({ step: "form", cents: heldCents + 11_00 });
    await cancelOrder(shop.db, shop.admin, orderId, sampleShop("https://shop.example"));
    const [cancelled] = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, `Order ${await number(orderId)} is cancelled`));
    expect(cancelled?.text.replace(/\s+/g, " ")).toContain(
      "Your card was not charged, and your bank releases anything that was held.",
    );
    expect(await open(orderId)).toMatchObject({ step: "cancelled", form: null });
    await shop.doJobs();
    expect(await open(orderId)).toMatchObject({ step: "cancelled", form: null });
  });

  it("is authorized for the new amount if it was raised while its card form was open", async () => {
    const holdOn = shop.fake.now().toISOString().slice(0, 10);
    const { orderId } = await shop.paid({ card: "pm_card_chargeCustomerFail", holdOn });
    shop.fake.advance(day);
    await shop.rounds();
    await shop.doJobs();
    await open(orderId);
    await raise(orderId, "1.00");
    const opened = await open(orderId);
    expect(opened).toMatchObject({ step: "form", cents: heldCents + 11_00 });
    shop.fake.confirm(await shop.refOf(opened?.paymentId ?? ""), "pm_card_visa:other");
    expect(await open(orderId)).toMatchObject({ step: "paid", paymentState: "held" });
    expect((await shop.order(orderId))?.holds).toEqual([]);
  });
});

describe("an order whose authorization expired", () => {
  const mailsOf = async (orderId: string) =>
    shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, `%order ${await number(orderId)} has run out`));

  it("is reported to its customer in one email", async () => {
    const { orderId, paymentId } = await shop.paid();
    shop.fake.advance(8 * day);
    await shop.cards.refresh(paymentId);
    await shop.cards.refresh(paymentId);
    const mails = await mailsOf(orderId);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `The hold on your card for order ${await number(orderId)} has run out`,
    ]);
    expect(mails[0]?.text).toContain("We'll cut your order once it's paid for.");
    expect(mails[0]?.text).toMatch(/\/checkout\/pay\/[\w-]{32}/);
  });

  it("can be paid by its link after it is packed", async () => {
    const order = await shop.paid();
    const { orderId } = order;
    shop.fake.advance(8 * day);
    await fulfilOrder(shop.db, shop.admin, orderId, sampleShop("https://shop.example"));
    await shop.doJobs();
    const [mail] = await mailsOf(orderId);
    expect(mail?.text).toContain("Your order is packed, and its invoice is open.");
    expect(await open(orderId)).toMatchObject({ step: "lapsed", owedCents: 249_90 });
    await payOrderAnew(shop.db, await holderOf(orderId));
    const anew = await open(orderId);
    expect(anew).toMatchObject({ step: "form", cents: 249_90 });
    shop.fake.confirm(await shop.refOf(anew?.paymentId ?? ""), "pm_card_visa");
    await open(orderId);
    await shop.doJobs();
    expect(await shop.books(order)).toMatchObject({ paid: 249_90, open: 0 });
    expect(await open(orderId)).toMatchObject({ step: "paid" });
  });
});

describe("an order awaiting its payment", () => {
  const confirm = async (order: { paymentId: string }, card: string, authenticates?: "leaves") => {
    await shop.cards.prepare(order.paymentId);
    shop.fake.confirm(await shop.refOf(order.paymentId), card, authenticates);
  };

  it("is refused as its card's sixth within a day, even if all are confirmed concurrently", async () => {
    const placed = await Promise.all(Array.from({ length: 9 }, () => shop.awaiting()));
    for (const order of placed) await confirm(order, "pm_card_visa:stolen");
    const steps = await Promise.all(placed.map(async ({ orderId }) => (await open(orderId))?.step));
    expect(steps.filter((step) => step === "paid")).toHaveLength(5);
    expect(steps.filter((step) => step === "refused")).toHaveLength(4);
    await shop.doJobs();
    for (const [index, { orderId, paymentId }] of placed.entries()) {
      const isPaid = steps[index] === "paid";
      expect((await shop.order(orderId))?.status).toBe(isPaid ? "pending" : "awaiting_payment");
      expect((await shop.money(paymentId)).state).toBe(isPaid ? "authorized" : "voided");
      // A repeated event of the provider changes nothing.
      await shop.cards.refresh(paymentId);
      expect((await open(orderId))?.step).toBe(steps[index]);
    }
    const another = await shop.awaiting();
    await confirm(another, "pm_card_visa:honest");
    expect(await open(another.orderId)).toMatchObject({ step: "paid" });
    // Nor can such a card be saved for later.
    const far = await shop.awaiting({ holdOn: "2027-01-10" });
    await confirm(far, "pm_card_visa:stolen");
    expect(await open(far.orderId)).toMatchObject({ step: "refused", form: null });
    expect((await shop.payment(far.paymentId)).state).toBe("released");
  });

  it("is accepted again once the card's earlier orders are a day old", async () => {
    const earlier = await Promise.all(Array.from({ length: 5 }, () => shop.awaiting()));
    for (const order of earlier) {
      await confirm(order, "pm_card_visa:caterer");
      expect(await open(order.orderId)).toMatchObject({ step: "paid" });
      await shop.db
        .update(orders)
        .set({ cardAcceptedAt: sql`now() - interval '25 hours'` })
        .where(eq(orders.id, order.orderId));
    }
    const order = await shop.awaiting();
    await confirm(order, "pm_card_visa:caterer");
    expect(await open(order.orderId)).toMatchObject({ step: "paid" });
  });

  it("still waits when 3-D Secure is abandoned halfway, and is cancelled after half an hour", async () => {
    const order = await shop.awaiting();
    await confirm(order, "pm_card_authenticationRequired", "leaves");
    expect(await open(order.orderId)).toMatchObject({ step: "form", wasAccepted: false });
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({
      status: "awaiting_payment",
      cardAcceptedAt: null,
    });
    shop.fake.advance(31 * 60_000);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.order(order.orderId)).toMatchObject({
      status: "cancelled",
      awaitsUntil: null,
      cardAcceptedAt: null,
    });
    expect((await shop.payment(order.paymentId)).state).toBe("released");
    expect(shop.told.paid).not.toContain(order.orderId);
    await Promise.all([shop.rounds(), shop.rounds()]);
    expect(shop.told.expired.filter((id) => id === order.orderId)).toHaveLength(1);
    const told = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, `%${await number(order.orderId)} was not paid in time`));
    expect(told).toMatchObject([{ recipient: expect.stringMatching(/^guest-/) }]);
    expect(told[0]?.text).not.toMatch(/\/orders\/|\/dashboard/);
    // Coming back from the bank after that pays nothing.
    expect(await open(order.orderId)).toMatchObject({ step: "late", form: null });
    expect((await shop.money(order.paymentId)).state).toBe("voided");
  });
});

describe("a credit on an order that was paid by card", () => {
  const terms = { creditAskHours: 24 };
  const told = sampleShop("https://shop.example");

  /**
   * Charges an order of $249.90 and approves a credit of `amount`, with the payouts that the customer
   * asked for and staff decided on.
   */
  async function credited(
    amount: string,
    {
      asked,
      decided,
      ofAccount = false,
    }: {
      asked?: "refund" | "balance";
      decided?: "refund" | "balance" | null;
      ofAccount?: boolean;
    },
  ) {
    const order = await shop.paid();
    await fulfilOrder(shop.db, shop.admin, order.orderId, told);
    await shop.doJobs();
    const link = await holderOf(order.orderId);
    if (ofAccount) {
      await shop.db
        .update(customers)
        .set({ guestEmail: "" })
        .where(eq(customers.id, (await shop.payment(order.paymentId)).customerId));
    }
    const line = (await claimableLinkedOrder(shop.db, link, terms))?.lines[0];
    const ask = {
      requestId: randomUUID(),
      item: line?.itemId ?? "",
      reason: "short" as const,
      lb: null,
      amount,
      note: "",
      photoId: null,
      payout: asked,
    };
    const id = await askCreditByLink(shop.db, link, ask, terms);
    expect(await askCreditByLink(shop.db, link, ask, terms)).toBe(id);
    expect(await getCredit(shop.db, shop.admin, id)).toMatchObject({
      payout: ofAccount ? (asked ?? null) : "refund",
      isByCard: true,
      requestedBy: "",
    });
    const lines = [{ position: 0, lb: null, amount }];
    const decision = { intent: "approve" as const, lines, note: "", payout: decided };
    await decideCredit(shop.db, shop.admin, id, decision, told);
    await shop.doJobs();
    return { ...(await shop.money(order.paymentId)), link };
  }

  it("is refunded to a guest's card whatever its amount, and can't become account credit", async () => {
    expect(await credited("4.99", {})).toMatchObject({ refunded: 4_99 });
    expect(await credited("0.01", { asked: "refund", decided: null })).toMatchObject({
      refunded: 1,
    });
    const refused = { status: 400, answer: { errors: { payout: expect.anything() } } };
    await expect(credited("40.00", { asked: "balance" })).rejects.toMatchObject(refused);
    await expect(credited("40.00", { decided: "balance" })).rejects.toMatchObject(refused);
  });

  it("is refunded to an account's card from $5 up, or as staff decide", async () => {
    const ofAccount = true;
    expect(await credited("5.00", { ofAccount })).toMatchObject({ refunded: 5_00 });
    expect(await credited("4.99", { ofAccount })).toMatchObject({ refunded: 0 });
    const paidBack = { ofAccount, asked: "balance", decided: "refund" } as const;
    expect(await credited("40.00", paidBack)).toMatchObject({ refunded: 40_00 });
    const kept = { ofAccount, asked: "refund", decided: "balance" } as const;
    expect(await credited("40.00", kept)).toMatchObject({ refunded: 0 });
  });

  it("never exceeds the charge, and its emails link a guest to the order", async () => {
    const all = await credited("249.90", { asked: "refund" });
    expect(all).toMatchObject({ captured: 249_90, refunded: 249_90 });
    const mails = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, "Credit note%"));
    const { text = "" } = mails.find(({ text }) => text.includes("$249.90")) ?? {};
    expect(text).toContain("goes back to your card");
    expect(text).not.toContain("/dashboard");
    expect((await claimableLinkedOrder(shop.db, all.link, terms))?.lines).toEqual([]);
    const { link } = await credited("40.00", { asked: "refund" });
    const line = (await claimableLinkedOrder(shop.db, link, terms))?.lines[0];
    expect(line?.amount).toBe("209.90");
    const more = {
      requestId: randomUUID(),
      item: line?.itemId ?? "",
      reason: "price" as const,
      lb: null,
      amount: "209.90",
      note: "",
      photoId: null,
      payout: "refund" as const,
    };
    const id = await askCreditByLink(shop.db, link, more, terms);
    const lines = [{ position: 0, lb: null, amount: "209.91" }];
    const approve = { intent: "approve" as const, lines, note: "" };
    await expect(decideCredit(shop.db, shop.admin, id, approve, told)).rejects.toMatchObject({
      status: 409,
    });
    await decideCredit(shop.db, shop.admin, id, { intent: "decline", note: "As packed." }, told);
    const [declined] = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, "Your credit request for order %"));
    expect(declined?.text).toMatch(/\/orders\/[\w-]{32}/);
    expect(declined?.text).not.toContain("/dashboard");
    await expect(
      askCreditByLink(
        shop.db,
        all.link,
        { ...more, requestId: randomUUID() },
        { creditAskHours: 0 },
      ),
    ).rejects.toMatchObject({ status: 409 });
  });
});
