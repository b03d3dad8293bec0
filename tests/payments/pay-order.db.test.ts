import { randomUUID } from "node:crypto";
import { eq, like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askCreditByHolder, claimableHeldOrder } from "#app/features/credits/ask-credit.server.ts";
import { getCredit } from "#app/features/credits/credits.server.ts";
import { decideCredit } from "#app/features/credits/decide-credit.server.ts";
import { openOrderPayment, payOrderAnew } from "#app/features/orders/checkout/pay-order.server.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { fulfilOrder } from "#app/features/orders/transition/order-status.server.ts";
import { makeOrderLink, orderHolderOf } from "#app/features/payments/order-links.server.ts";
import { customers } from "#db/schema/customers.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openCardShop } from "./card-shop.ts";

// An order's card form after the checkout; the checkout's own is in tests/permission/card-orders.test.ts.

const day = 24 * 3600_000;

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

async function holderOf(orderId: string) {
  const path = await shop.db.transaction((tx) => makeOrderLink(tx, orderId));
  const holder = await orderHolderOf(shop.db, path.replace("/orders/", ""));
  if (!holder) throw new Error("The link opens nothing");
  return holder;
}

const open = async (orderId: string) =>
  openOrderPayment(
    { db: shop.db, cardPayments: shop.cards, log: silentLog },
    await holderOf(orderId),
  );

describe("an order that was placed", () => {
  it("is paid with another card when the saved one is refused", async () => {
    const holdOn = shop.fake.now().toISOString().slice(0, 10);
    const order = await shop.paid({ card: "pm_card_chargeCustomerFail", holdOn });
    expect(await open(order.orderId)).toMatchObject({ step: "paid", form: null });
    shop.fake.advance(day);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.order(order.orderId)).toMatchObject({ holdReason: "payment" });
    expect(await open(order.orderId)).toMatchObject({ step: "form", form: { kind: "payment" } });
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_mastercard");
    expect(await open(order.orderId)).toMatchObject({ step: "paid", form: null });
    expect((await shop.order(order.orderId))?.releasedAt).not.toBeNull();
    // Told when it was placed, and not again.
    expect(shop.told.paid.filter((id) => id === order.orderId)).toHaveLength(1);
  });

  it("is paid anew when its hold ran out, by one payment however often that is asked", async () => {
    const order = await shop.paid();
    await payOrderAnew(shop.db, await holderOf(order.orderId));
    expect(await open(order.orderId)).toMatchObject({
      step: "paid",
      paymentId: order.paymentId,
    });
    shop.fake.advance(8 * day);
    await shop.cards.refresh(order.paymentId);
    expect(await open(order.orderId)).toMatchObject({ step: "lapsed", form: null });
    const holder = await holderOf(order.orderId);
    await Promise.all([payOrderAnew(shop.db, holder), payOrderAnew(shop.db, holder)]);
    const anew = await open(order.orderId);
    expect(anew).toMatchObject({ step: "form", form: { kind: "payment" } });
    expect(anew?.paymentId).not.toBe(order.paymentId);
    shop.fake.confirm(await shop.refOf(anew?.paymentId ?? ""), "pm_card_visa");
    expect(await open(order.orderId)).toMatchObject({ step: "paid", paymentState: "held" });
    expect((await shop.order(order.orderId))?.releasedAt).not.toBeNull();
  });

  it("says so when the provider does not answer, and opens the same form after that", async () => {
    const order = await shop.awaiting();
    shop.fake.drop(/.*/, 8);
    expect(await open(order.orderId)).toMatchObject({ step: "unreached", form: null });
    shop.fake.heal();
    const [one, other] = await Promise.all([open(order.orderId), open(order.orderId)]);
    expect(one).toMatchObject({ step: "form" });
    expect(other?.form?.clientSecret).toBe(one?.form?.clientSecret);
  });
});

describe("an order at its card form", () => {
  const confirm = async (order: { paymentId: string }, card: string, authenticates?: "leaves") => {
    await shop.cards.prepare(order.paymentId);
    shop.fake.confirm(await shop.refOf(order.paymentId), card, authenticates);
  };

  it("is taken for a card that holds for four others, and for no sixth, also at once", async () => {
    const placed = await Promise.all(Array.from({ length: 9 }, () => shop.awaiting()));
    for (const order of placed) await confirm(order, "pm_card_visa:stolen");
    const steps = await Promise.all(placed.map(async ({ orderId }) => (await open(orderId))?.step));
    expect(steps.filter((step) => step === "paid")).toHaveLength(5);
    expect(steps.filter((step) => step === "refused")).toHaveLength(4);
    await shop.doJobs();
    for (const [index, { orderId, paymentId }] of placed.entries()) {
      const isPaid = steps[index] === "paid";
      expect((await shop.order(orderId))?.status).toBe(isPaid ? "pending" : "awaiting_payment");
      expect((await shop.money(paymentId)).state).toBe(isPaid ? "held" : "released");
      // Told again by the provider, it stays as it is.
      await shop.cards.refresh(paymentId);
      expect((await open(orderId))?.step).toBe(steps[index]);
    }
    const another = await shop.awaiting();
    await confirm(another, "pm_card_visa:honest");
    expect(await open(another.orderId)).toMatchObject({ step: "paid" });
    // Nor is a card taken that is only to be saved.
    const far = await shop.awaiting({ holdOn: "2027-01-10" });
    await confirm(far, "pm_card_visa:stolen");
    expect(await open(far.orderId)).toMatchObject({ step: "refused", form: null });
    expect((await shop.payment(far.paymentId)).state).toBe("released");
  });

  it("is taken again for the same card a day later", async () => {
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

  it("waits while 3-D Secure is left half-way, and is given up at its half hour", async () => {
    const order = await shop.awaiting();
    await confirm(order, "pm_card_authenticationRequired", "leaves");
    expect(await open(order.orderId)).toMatchObject({ step: "form", wasAccepted: false });
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({
      ...{ status: "awaiting_payment", cardAcceptedAt: null },
    });
    shop.fake.advance(31 * 60_000);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.order(order.orderId)).toMatchObject({
      ...{ status: "cancelled", awaitsUntil: null, cardAcceptedAt: null },
    });
    expect((await shop.payment(order.paymentId)).state).toBe("released");
    expect(shop.told.paid).not.toContain(order.orderId);
    await Promise.all([shop.rounds(), shop.rounds()]);
    expect(shop.told.expired.filter((id) => id === order.orderId)).toHaveLength(1);
    const told = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, `%${orderNumber(order.orderId)} was not paid in time`));
    expect(told).toMatchObject([{ recipient: "guest@example.com" }]);
    expect(told[0]?.text).not.toMatch(/\/orders\/|\/dashboard/);
    // Whoever comes back from the bank after that has paid nothing.
    expect(await open(order.orderId)).toMatchObject({ step: "late", form: null });
    expect((await shop.money(order.paymentId)).state).toBe("released");
  });
});

describe("a credit of an order that was paid by card", () => {
  const terms = { creditAskHours: 24 };
  const told = sampleShop("https://shop.example");

  /** An order of $249.90 that was charged, and what was credited of it goes where it was chosen. */
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
    const holder = await holderOf(order.orderId);
    if (ofAccount) {
      await shop.db
        .update(customers)
        .set({ guestEmail: "" })
        .where(eq(customers.id, (await shop.payment(order.paymentId)).customerId));
    }
    const line = (await claimableHeldOrder(shop.db, holder, terms))?.lines[0];
    const ask = {
      ...{ requestId: randomUUID(), item: line?.itemId ?? "", reason: "short" as const },
      ...{ lb: null, amount, note: "", photoId: null, payout: asked },
    };
    const id = await askCreditByHolder(shop.db, holder, ask, terms);
    expect(await askCreditByHolder(shop.db, holder, ask, terms)).toBe(id);
    expect(await getCredit(shop.db, shop.admin, id)).toMatchObject({
      ...{ payout: ofAccount ? (asked ?? null) : "refund", isByCard: true, requestedBy: "" },
    });
    const lines = [{ position: 0, lb: null, amount }];
    const decision = { deed: "approve" as const, lines, note: "", payout: decided };
    await decideCredit(shop.db, shop.admin, id, decision, told);
    await shop.doJobs();
    return { ...(await shop.money(order.paymentId)), holder };
  }

  it("of a guest goes back to the card, however little it is, and can't be kept", async () => {
    expect(await credited("4.99", {})).toMatchObject({ refunded: 4_99 });
    expect(await credited("0.01", { asked: "refund", decided: null })).toMatchObject({
      refunded: 1,
    });
    const refused = { status: 400, field: "payout" };
    await expect(credited("40.00", { asked: "balance" })).rejects.toMatchObject(refused);
    await expect(credited("40.00", { decided: "balance" })).rejects.toMatchObject(refused);
  });

  it("of an account goes back to the card from $5, or where it was chosen", async () => {
    const ofAccount = true;
    expect(await credited("5.00", { ofAccount })).toMatchObject({ refunded: 5_00 });
    expect(await credited("4.99", { ofAccount })).toMatchObject({ refunded: 0 });
    const paidBack = { ofAccount, asked: "balance", decided: "refund" } as const;
    expect(await credited("40.00", paidBack)).toMatchObject({ refunded: 40_00 });
    const kept = { ofAccount, asked: "refund", decided: "balance" } as const;
    expect(await credited("40.00", kept)).toMatchObject({ refunded: 0 });
  });

  it("is never more than was charged, and links the guest to the order", async () => {
    const all = await credited("249.90", { asked: "refund" });
    expect(all).toMatchObject({ captured: 249_90, refunded: 249_90 });
    const mails = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, "Credit note%"));
    const { text = "" } = mails.find(({ text }) => text.includes("$249.90")) ?? {};
    expect(text).toContain("goes back to your card");
    expect(text).not.toContain("/dashboard");
    const line = (await claimableHeldOrder(shop.db, all.holder, terms))?.lines[0];
    const more = {
      ...{ requestId: randomUUID(), item: line?.itemId ?? "", reason: "price" as const },
      ...{ lb: null, amount: "1.00", note: "", photoId: null, payout: "refund" as const },
    };
    const id = await askCreditByHolder(shop.db, all.holder, more, terms);
    const lines = [{ position: 0, lb: null, amount: "1.00" }];
    const approve = { deed: "approve" as const, lines, note: "" };
    await expect(decideCredit(shop.db, shop.admin, id, approve, told)).rejects.toMatchObject({
      status: 409,
    });
    await decideCredit(shop.db, shop.admin, id, { deed: "decline", note: "As packed." }, told);
    const [declined] = await shop.db
      .select()
      .from(mailOutbox)
      .where(like(mailOutbox.subject, "Your credit request for order %"));
    expect(declined?.text).toMatch(/\/orders\/[\w-]{32}/);
    expect(declined?.text).not.toContain("/dashboard");
    await expect(
      askCreditByHolder(
        shop.db,
        all.holder,
        { ...more, requestId: randomUUID() },
        { creditAskHours: 0 },
      ),
    ).rejects.toMatchObject({ status: 409 });
  });
});
