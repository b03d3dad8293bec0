import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { answerPayForm } from "#app/domain/payments/by-link/answer-pay-form.server.ts";
import {
  getInvoicePayment,
  getPayableInvoice,
  startInvoicePayment,
} from "#app/domain/payments/by-link/pay-invoice.server.ts";
import { startOrderPayment } from "#app/domain/payments/order-payments.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { paymentSettings, payments } from "#db/schema/money/payments.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, numberOfOrder } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
let customerId: string;
let orderId: string;
let token: string;

beforeAll(async () => {
  shop = await openCardShop();
  await shop.db.update(paymentSettings).set({ takesCard: true });
});
afterAll(() => shop.close());

beforeEach(async () => {
  const user = { email: `books-${randomUUID()}@example.com`, emailVerified: true };
  customerId = (await insertClient(shop.db, { user })).user.id;
  ({ orderId, token } = await invoice("249.90"));
});

async function invoice(totalPrice: string) {
  const order = await insertFilledOrder(shop.db, customerId, { status: "fulfilled", totalPrice });
  const issued = await issueFor(shop.db, order);
  return { orderId: order.id, token: issued.url?.replace("/invoices/", "") ?? "" };
}

const open = async (of = token) => (await getPayableInvoice(shop.db, of))?.openCents;

async function atForm(cents: number, of = token): Promise<string> {
  const started = await startInvoicePayment(shop.db, of, { cents, requestId: randomUUID() });
  if ("refused" in started) throw new Error(`refused: ${started.refused}`);
  expect(await shop.cards.prepare(started.paymentId)).toMatchObject({ kind: "payment" });
  return started.paymentId;
}

const give = async (paymentId: string, card = "pm_card_visa", authenticates?: boolean) =>
  shop.fake.confirm(await shop.refOf(paymentId), card, authenticates);

async function receipt(paymentId: string) {
  const found = await getPayableInvoice(shop.db, token);
  return found && getInvoicePayment(shop.db, found, paymentId);
}

const mails = () =>
  shop.db
    .select({ subject: mailOutbox.subject, text: mailOutbox.text })
    .from(mailOutbox)
    .orderBy(mailOutbox.createdAt);

describe("an invoice's link", () => {
  it("accepts one card payment, and sends a receipt to those who keep the books", async () => {
    const paymentId = await atForm(249_90);
    await give(paymentId);
    expect(await Promise.all([1, 2].map(() => shop.cards.refresh(paymentId)))).toEqual([
      "captured",
      "captured",
    ]);
    expect(await open()).toBe(0);
    expect(await shop.books({ customerId, orderId })).toEqual({
      paid: 249_90,
      refunded: 0,
      open: 0,
    });
    expect(await receipt(paymentId)).toMatchObject({
      state: "captured",
      capturedCents: 249_90,
      settledCents: 249_90,
      cardBrand: "visa",
      cardLast4: "4242",
    });
    const { number } = (await getPayableInvoice(shop.db, token)) ?? {};
    const sent = (await mails()).filter(({ subject }) => subject.includes(number ?? "none"));
    expect(sent.map(({ subject }) => subject)).toEqual([`Receipt: $249.90 for ${number}`]);
    expect(sent[0]?.text).toContain("Visa •••• 4242");
    const again = { cents: 1_00, requestId: randomUUID() };
    expect(await startInvoicePayment(shop.db, token, again)).toEqual({ refused: "paid" });
  });

  it("accepts a part payment, and then the rest", async () => {
    const first = await atForm(100_00);
    await give(first);
    await shop.cards.refresh(first);
    expect(await open()).toBe(149_90);
    const most = { cents: 149_91, requestId: randomUUID() };
    expect(await startInvoicePayment(shop.db, token, most)).toEqual({ refused: "amount" });
    const second = await atForm(149_90);
    await give(second);
    await shop.cards.refresh(second);
    expect(await open()).toBe(0);
  });

  it("creates one payment for a form sent twice, and refuses a changed form", async () => {
    const asked = { cents: 50_00, requestId: randomUUID() };
    const twice = await Promise.all([1, 2].map(() => startInvoicePayment(shop.db, token, asked)));
    expect(twice[0]).toHaveProperty("paymentId");
    expect(twice[1]).toEqual(twice[0]);
    const changed = { ...asked, cents: 60_00 };
    expect(await startInvoicePayment(shop.db, token, changed)).toEqual({ refused: "changed" });
    const other = await invoice("50.00");
    expect(await startInvoicePayment(shop.db, other.token, asked)).toEqual({ refused: "changed" });
  });

  it("accepts another card after one was declined", async () => {
    const paymentId = await atForm(249_90);
    await give(paymentId, "pm_card_chargeDeclinedInsufficientFunds");
    expect(await shop.cards.refresh(paymentId)).toBe("confirming");
    expect(await receipt(paymentId)).toMatchObject({ refusal: "insufficient_funds" });
    expect(await open()).toBe(249_90);
    await give(paymentId, "pm_card_mastercard");
    expect(await shop.cards.refresh(paymentId)).toBe("captured");
    expect(await open()).toBe(0);
  });

  it("charges nothing while 3-D Secure is abandoned halfway, and lets the customer finish it later", async () => {
    const paymentId = await atForm(249_90);
    const intent = shop.fake.intents.get(await shop.refOf(paymentId));
    if (intent) intent.status = "requires_action";
    expect(await shop.cards.refresh(paymentId)).toBe("confirming");
    expect(await open()).toBe(249_90);
    expect(await shop.cards.prepare(paymentId)).toMatchObject({ kind: "payment" });
    await give(paymentId, "pm_card_authenticationRequired");
    expect(await shop.cards.refresh(paymentId)).toBe("captured");
  });

  it("has its payment recorded by the webhook before the browser returns", async () => {
    const paymentId = await atForm(249_90);
    shop.fake.webhooks();
    await give(paymentId);
    await shop.deliver(shop.fake.webhooks());
    expect(await shop.payment(paymentId)).toMatchObject({ state: "captured" });
    expect(await shop.cards.prepare(paymentId)).toBeNull();
    expect(await shop.books({ customerId, orderId })).toMatchObject({ paid: 249_90, open: 0 });
  });

  it("opens nothing else: neither another invoice's payment nor a made-up link", async () => {
    const other = await invoice("50.00");
    const paymentId = await atForm(50_00, other.token);
    expect(await receipt(paymentId)).toBeNull();
    expect(await receipt("no-uuid")).toBeNull();
    const asked = { cents: 1_00, requestId: randomUUID() };
    const madeUp = "a".repeat(token.length);
    expect(await startInvoicePayment(shop.db, madeUp, asked)).toEqual({ refused: "unknown" });
  });

  it("refuses a payment while the order's own card is to pay the invoice", async () => {
    await shop.db.transaction((tx) =>
      startOrderPayment(tx, {
        orderId,
        customerId,
        cents: 249_90,
        holdOn: null,
        requestId: randomUUID(),
      }),
    );
    const asked = { cents: 249_90, requestId: randomUUID() };
    expect(await startInvoicePayment(shop.db, token, asked)).toEqual({
      refused: "on the order's card",
    });
    await shop.db.update(payments).set({ state: "failed" }).where(eq(payments.orderId, orderId));
    expect(await startInvoicePayment(shop.db, token, asked)).toHaveProperty("paymentId");
  });
});

describe("two people paying the same invoice", () => {
  it("pay it once: the slower one's card form is voided", async () => {
    const [fast, slow] = [await atForm(249_90), await atForm(200_00)];
    await give(fast);
    await shop.cards.refresh(fast);
    await shop.doJobs();
    expect(await shop.payment(slow)).toMatchObject({ state: "released" });
    await give(slow);
    expect(await shop.cards.refresh(slow)).toBe("released");
    expect(await shop.books({ customerId, orderId })).toMatchObject({ paid: 249_90, open: 0 });
  });

  it("may both pay if their sum is within the open amount", async () => {
    const [one, other] = [await atForm(100_00), await atForm(149_90)];
    for (const paymentId of [one, other]) {
      await give(paymentId);
      expect(await shop.cards.refresh(paymentId)).toBe("captured");
    }
    expect(await open()).toBe(0);
  });

  it("can both pay in full at the same time: the excess settles other debts, and the rest is credit", async () => {
    const older = await invoice("100.00");
    const [one, other] = [await atForm(249_90), await atForm(249_90)];
    // Both banks have approved before the shop hears of either.
    await give(one);
    await give(other);
    await Promise.all([one, other].map((paymentId) => shop.cards.refresh(paymentId)));
    await shop.doJobs();
    expect([await open(), await open(older.token)]).toEqual([0, 0]);
    expect(await shop.books({ customerId, orderId })).toMatchObject({ paid: 2 * 249_90 });
    const settled = await Promise.all([one, other].map(receipt));
    expect(settled.map((one) => one?.settledCents).sort()).toEqual([0, 249_90]);
    const texts = (await mails()).map(({ text }) => text);
    expect(texts.some((text) => text.includes("Added to your account: $249.90"))).toBe(true);
  });

  it("can't pay an amount that another payment has covered in the meantime", async () => {
    await bookPayment(shop.db, shop.admin, {
      customerId,
      requestId: randomUUID(),
      cents: 200_00,
      method: "etransfer",
      receivedOn: pacificDay(new Date()),
      reference: "",
      note: "",
      settles: "oldest first",
    });
    const asked = { cents: 249_90, requestId: randomUUID() };
    expect(await startInvoicePayment(shop.db, token, asked)).toEqual({ refused: "amount" });
  });
});

describe("the payment form of an invoice", () => {
  const answer = (fields: Record<string, string>, more = {}) =>
    answerPayForm(
      {
        db: shop.db,
        cardPayments: shop.cards,
        clientAddress: "203.0.113.7",
        limits: { take: async () => null, takeAll: async () => null, giveBack: async () => {} },
        ...more,
      },
      token,
      { requestId: randomUUID(), ...fields },
    );

  it.each(["0", "-5", "0.99", "249.91", "1e3", "NaN", "", "999999999999"])(
    "refuses the amount %j, and keeps it in the field",
    async (amount) => {
      expect(await answer({ amount })).toMatchObject({
        status: 400,
        answer: { values: { amount } },
      });
    },
  );

  it("accepts an amount up to the open one, as people type it", async () => {
    expect(await answer({ amount: "$249.90" })).toHaveProperty("paymentId");
    expect(await answer({ amount: "1" })).toHaveProperty("paymentId");
  });

  it("refuses a payment without a request id, without a card provider, or over the rate limit", async () => {
    expect(await answer({ amount: "1", requestId: "x" })).toMatchObject({ status: 400 });
    expect(await answer({ amount: "1" }, { cardPayments: null })).toMatchObject({ status: 409 });
    const limits = { takeAll: async () => 60 };
    expect(await answer({ amount: "1" }, { limits })).toMatchObject({ status: 429 });
  });
});

describe("an order that is packed and paid by card", () => {
  /** Returns the emails about an order's packing and its charge. */
  async function toldOf(orderId: string) {
    const number = await numberOfOrder(shop.db, orderId);
    const about = new RegExp(`^(Order ${number} is packed|Receipt: .* for order ${number}$)`);
    return (await shop.db.select().from(mailOutbox)).filter(({ subject }) => about.test(subject));
  }

  const said = ["Held on your card: $274.89", "Charged: $249.90", "Released: $24.99"];

  it("is announced in one email, which waits for the charge and asks for no payment", async () => {
    const { orderId } = await shop.paid();
    await fulfilOrder(shop.db, shop.admin, orderId, sampleShop("https://shop.example"));
    const [waiting, ...more] = await toldOf(orderId);
    expect(more).toEqual([]);
    expect(waiting?.text).toContain("To be charged to your card: $249.90");
    const minutes = ((waiting?.sendAfter?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(11);
    await shop.doJobs();
    const told = await toldOf(orderId);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ sendAfter: null });
    expect(told[0]?.subject).toMatch(/is packed: \$249\.90 charged to your card$/);
    for (const line of said) expect(told[0]?.text).toContain(line);
    for (const { text } of [waiting ?? { text: "" }, ...told]) {
      expect(text).not.toMatch(/Amount due|Due:|change or cancel/);
    }
  });

  it("gets a separate receipt if the email was sent before the charge", async () => {
    const { orderId } = await shop.paid();
    await fulfilOrder(shop.db, shop.admin, orderId, sampleShop("https://shop.example"));
    const [left] = await toldOf(orderId);
    await shop.db
      .update(mailOutbox)
      .set({ sentAt: sql`now()`, topic: null, told: null })
      .where(eq(mailOutbox.id, left?.id ?? ""));
    await shop.doJobs();
    const [receipt, ...more] = (await toldOf(orderId)).filter(({ id }) => id !== left?.id);
    expect(more).toEqual([]);
    for (const line of ["Packed: $249.90", ...said]) expect(receipt?.text).toContain(line);
  });
});
