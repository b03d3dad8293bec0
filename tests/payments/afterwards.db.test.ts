import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creditNoteTerms } from "#app/domain/documents/invoice-terms.ts";
import { issueCreditNote } from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { balanceOf } from "#app/domain/ledger/accounts.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { cancelUnpaid } from "#app/domain/ordering/transition/unpaid-orders.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { applyIntent } from "#app/domain/payments/apply-intent.server.ts";
import { alignAuthorization } from "#app/domain/payments/order-payments.server.ts";
import { attentionText } from "#app/domain/payments/payment.ts";
import { listCardPayments, noteTrouble } from "#app/domain/payments/payments-admin.server.ts";
import { refundCreditNote, refundPayment } from "#app/domain/payments/refunds.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { payments } from "#db/schema/money/payments.ts";
import { adjust } from "#tests/setup/booking.ts";
import { dayIn } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openCardShop } from "./card-shop.ts";

// Charges and waiting orders when something else happens at an arbitrary moment.

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

const own = sampleShop("https://shop.example");
const total = 249_90;

async function packed() {
  const order = await shop.paid();
  await fulfilOrder(shop.db, shop.admin, order.orderId, own);
  return order;
}

async function charged() {
  const order = await packed();
  await shop.doJobs();
  return order;
}

function credit(orderId: string, amount: string): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const [invoice] = await tx
      .select({ id: documents.id })
      .from(documents)
      .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
      .where(and(eq(documentOrders.orderId, orderId), eq(documents.kind, "invoice")));
    const lines = [{ position: 0, amount, remark: "Torn package" }];
    const note = await issueCreditNote(
      tx,
      { invoiceId: invoice?.id ?? "", reason: "Quality", lines, issuedBy: shop.admin.userId },
      creditNoteTerms(own),
    );
    const documentId = note.id;
    const cents = toCents(note.total);
    return refundCreditNote(tx, shop.admin, { orderId, documentId, cents, payout: "refund" });
  });
}

describe("a credit while the card is being charged", () => {
  it("is refunded once the charge is done", async () => {
    const order = await packed();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "capturing" });
    expect(await credit(order.orderId, "20.00")).toBe(20_00);
    expect(await credit(order.orderId, "7.50")).toBe(7_50);
    await shop.doJobs();
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.money(order.paymentId)).toMatchObject({ captured: total, refunded: 27_50 });
    expect(await shop.books(order)).toEqual({ paid: total, refunded: 27_50, open: 0 });
    expect(await balanceOf(shop.db, order.customerId)).toMatchObject({
      openCents: 0,
      creditCents: 0,
    });
  });

  it("is not refunded if the charge fails, but lowers the open amount", async () => {
    const order = await packed();
    await credit(order.orderId, "20.00");
    // The authorization expires before the job is done.
    shop.fake.advance(8 * 24 * 3600_000);
    await shop.doJobs();
    await shop.deliver(shop.fake.webhooks());
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.books(order)).toEqual({ paid: 0, refunded: 0, open: total - 20_00 });
    expect(await shop.payment(order.paymentId)).toMatchObject({ refundingCents: 0 });
  });
});

describe("a captured charge", () => {
  const troubled = async () => {
    const { rows } = await shop.db.transaction((tx) =>
      listCardPayments(tx, shop.admin, { view: "attention", page: 1 }),
    );
    return rows;
  };
  const arrive = () => shop.deliver(shop.fake.webhooks());

  it("becomes the customer's credit if its refund fails, and the owner gets one email", async () => {
    const { customerId, orderId, paymentId } = await charged();
    await adjust(shop.db, shop.admin, {
      customerId,
      requestId: randomUUID(),
      note: "Late.",
      cents: -10_00,
    });
    const ask = () =>
      refundPayment(shop.db, shop.admin, { paymentId, cents: 10_00, requestId: randomUUID() });
    const ref = await shop.refOf(paymentId);
    const earlier = await shop.provider.fetch(ref);
    expect(await ask()).toBeNull();
    await shop.doJobs();
    // An intent fetched before the refund and stored after it changes nothing.
    if (earlier) await shop.db.transaction((tx) => applyIntent(tx, earlier, shop.work));
    expect(await shop.payment(paymentId)).toMatchObject({ refundedCents: 10_00, trouble: null });
    shop.fake.failRefund(ref);
    await arrive();
    await arrive();
    await shop.cards.refresh(paymentId);
    expect(shop.told.troubles).toEqual(["refund failed 1000"]);
    expect(await shop.payment(paymentId)).toMatchObject({
      refundedCents: 0,
      failedRefundCents: 10_00,
      trouble: "refund failed",
    });
    expect(await shop.books({ customerId, orderId })).toEqual({
      paid: total + 10_00,
      refunded: 10_00,
      open: 0,
    });
    expect(await balanceOf(shop.db, customerId)).toMatchObject({ creditCents: 10_00 });
    const [mail] = await shop.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.subject, "A refund did not arrive: $10.00"));
    expect(mail?.recipient).toBe(own.company.email);
    const [listed] = (await troubled()).filter(({ id }) => id === paymentId);
    expect(listed && attentionText(listed, new Date())).toContain("did not reach the card");
    expect(await noteTrouble(shop.db, shop.admin, paymentId)).toBe(true);
    expect((await troubled()).map(({ id }) => id)).not.toContain(paymentId);
    // It can be retried.
    expect(await ask()).toBeNull();
    await shop.doJobs();
    await arrive();
    expect(await balanceOf(shop.db, customerId)).toMatchObject({ creditCents: 0 });
    expect(await shop.payment(paymentId)).toMatchObject({ refundedCents: 10_00, trouble: null });
  });

  it("is owed again while it is disputed, until the bank returns the amount", async () => {
    const order = await charged();
    const { customerId, paymentId } = order;
    const ref = await shop.refOf(paymentId);
    shop.told.troubles.length = 0;
    shop.fake.dispute(ref, total);
    await arrive();
    await shop.cards.refresh(paymentId);
    expect(shop.told.troubles).toEqual([`disputed ${total}`]);
    expect(await balanceOf(shop.db, customerId)).toMatchObject({ openCents: total });
    // That money can't be refunded.
    const more = { paymentId, cents: 1_00, requestId: randomUUID() };
    expect(await refundPayment(shop.db, shop.admin, more)).toBe("more than was charged");
    shop.fake.endDispute(ref, "won");
    await arrive();
    expect(shop.told.troubles).toEqual([`disputed ${total}`, `returned ${total}`]);
    expect(await balanceOf(shop.db, customerId)).toMatchObject({ openCents: 0, creditCents: 0 });
    expect(await shop.payment(paymentId)).toMatchObject({ trouble: null, returnedCents: total });
  });
});

describe("an order that waits for its card", () => {
  it("is cancelled half an hour after its deadline if the provider is unreachable", async () => {
    const order = await shop.awaiting();
    await shop.cards.prepare(order.paymentId);
    shop.fake.drop(/./, 1_000);
    shop.fake.advance(31 * 60_000);
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({ status: "awaiting_payment" });
    shop.fake.advance(31 * 60_000);
    await shop.rounds();
    expect(await shop.order(order.orderId)).toMatchObject({ status: "cancelled" });
    expect(shop.told.expired).toContain(order.orderId);
    shop.fake.heal();
    // A card that was accepted in the meantime is released.
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_visa");
    await shop.deliver(shop.fake.webhooks());
    await shop.doJobs();
    expect(await shop.money(order.paymentId)).toMatchObject({ state: "voided", captured: 0 });
  });

  it("is cancelled although another one can't be, which is reported", async () => {
    const [stuck, other] = [await shop.awaiting(), await shop.awaiting()];
    await shop.db.execute(
      sql.raw(`create function refuse_change() returns trigger language plpgsql as
        $$ begin raise exception 'stuck'; end $$;
        create trigger stuck before update on orders for each row
          when (old.id = '${stuck.orderId}') execute function refuse_change()`),
    );
    const now = () => new Date(shop.fake.now().getTime() + 31 * 60_000);
    const ended = cancelUnpaid({ db: shop.db, log: silentLog, now }, own);
    await expect(ended).rejects.toThrow();
    await shop.db.execute(sql.raw("drop function refuse_change() cascade"));
    expect(await shop.order(other.orderId)).toMatchObject({ status: "cancelled" });
    expect(await shop.order(stuck.orderId)).toMatchObject({ status: "awaiting_payment" });
  });

  it("is cancelled at its deadline if the shop no longer has the provider's keys", async () => {
    const { orderId } = await shop.awaiting();
    const endIn = (minutes: number) => {
      const now = () => new Date(shop.fake.now().getTime() + minutes * 60_000);
      return cancelUnpaid({ db: shop.db, log: silentLog, now }, own);
    };
    expect(await endIn(29)).not.toContain(orderId);
    expect(await shop.order(orderId)).toMatchObject({ status: "awaiting_payment" });
    expect(await endIn(31)).toContain(orderId);
    expect(await shop.order(orderId)).toMatchObject({ status: "cancelled" });
  });
});

it("an order whose authorization is refused asks its customer for the current amount", async () => {
  const { db } = shop;
  const today = dayIn(0);
  const { orderId, paymentId } = await shop.paid({
    card: "pm_card_chargeCustomerFail",
    holdOn: today,
  });
  await shop.rounds();
  expect(await shop.payment(paymentId)).toMatchObject({ state: "holding" });
  const cents = await db.transaction(async (tx) => {
    await insertOrderItem(tx, orderId, { position: 1 });
    await alignAuthorization(tx, orderId);
    return (await costsNow(tx, orderId)).mostCents;
  });
  await shop.doJobs();
  const current = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), payments.isCurrent));
  expect(current).toMatchObject([{ state: "confirming", cents }]);
  expect(await shop.order(orderId)).toMatchObject({ holds: ["card"] });
  await shop.cards.prepare(current[0]?.id ?? "");
  shop.fake.confirm(await shop.refOf(current[0]?.id ?? ""), "pm_card_visa:another");
  await shop.cards.refresh(current[0]?.id ?? "");
  expect(await shop.payment(current[0]?.id ?? "")).toMatchObject({
    state: "held",
    heldCents: cents,
  });
});
