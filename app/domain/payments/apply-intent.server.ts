import { and, countDistinct, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { holdOrder } from "#app/domain/orders/holds.server.ts";
import { isWaitingToLeave } from "#app/domain/orders/leaving.server.ts";
import { actingAs, changeOrderStates } from "#app/domain/orders/order-state.server.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Transaction } from "#db/database.ts";
import { lockCustomer, lockOrders } from "#db/locks.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { paymentEvents, paymentJobs, payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import {
  bookCapture,
  bookRefund,
  bookReturned,
  creditToRefund,
  recordPaymentAudit,
} from "./book-card.server.ts";
import {
  alignAuthorization,
  captureOrder,
  endCardHold,
  isGivenUp,
  voidPayment,
} from "./order-payments.server.ts";
import { refundableCents } from "./payment.ts";
import { changePaymentState } from "./payment-state.server.ts";
import type { CardIntent } from "./provider/card-provider.ts";
import { queueJob } from "./send-job.server.ts";

export type Payment = typeof payments.$inferSelect;

const byProvider = { userId: null, email: "card provider" } as const;

export interface Trouble {
  kind: "refund failed" | "disputed" | "returned";
  cents: number;
}

/** Queued in the transaction that stores the change. */
export interface Tell {
  tellPaid: (tx: Transaction, orderId: string) => Promise<void>;
  tellRanOut: (tx: Transaction, orderId: string) => Promise<void>;
  /** An order's hold for another card or a higher amount has ended, so that it can be packed. */
  tellReleased: (tx: Transaction, orderId: string) => Promise<void>;
  tellCharged: (tx: Transaction, paymentId: string) => Promise<void>;
  /** For the owner: a refund failed, or the customer's bank took money back or returned it. */
  tellTrouble: (tx: Transaction, paymentId: string, trouble: Trouble) => Promise<void>;
}

/** Locks a payment with its order and its customer, as booking needs. */
export async function lockPayment(tx: Transaction, id: string): Promise<Payment | undefined> {
  if (!isUuid(id)) return undefined;
  const byId = eq(payments.id, id);
  const [seen] = await tx
    .select({ orderId: payments.orderId, customerId: payments.customerId })
    .from(payments)
    .where(byId);
  if (!seen) return undefined;
  if (seen.orderId) await lockOrders(tx, seen.orderId);
  await lockCustomer(tx, seen.customerId);
  const [payment] = await tx.select().from(payments).where(byId).for("update");
  return payment;
}

/**
 * Updates our state to the provider's, whether it came by a job, a webhook or the returning
 * customer. The consequences (placing the order, the ledger entry, voids) are in the same
 * transaction. Idempotent; ignores intents that aren't ours.
 */
export async function applyIntent(tx: Transaction, intent: CardIntent, tell: Tell): Promise<void> {
  const payment = await lockPayment(tx, intent.paymentId);
  if (!payment) return;
  const known = intent.kind === "setup" ? payment.setupRef : payment.intentRef;
  if (known !== null && known !== intent.ref) return;
  const ref = intent.kind === "setup" ? { setupRef: intent.ref } : { intentRef: intent.ref };
  const seen = { ...payment, ...ref, ...cardOf(payment, intent) };
  await tx
    .update(payments)
    .set({ ...ref, ...cardOf(payment, intent), refusal: intent.refusal.slice(0, 100) })
    .where(eq(payments.id, payment.id));
  if (intent.state === "unconfirmed" && intent.refusal) await voidRefused(tx, seen, intent.ref);
  if (intent.state === "saved") await applySaved(tx, seen, tell);
  if (intent.state === "authorized") await applyAuthorized(tx, seen, intent, tell);
  if (intent.state === "captured") await applyCaptured(tx, seen, intent, tell);
  if (intent.state === "voided") await applyVoided(tx, seen, tell);
}

/** Returns the newest card, or the known one if the intent has none. */
function cardOf(payment: Payment, intent: CardIntent) {
  const { payerRef, cardRef, cardPrint, cardBrand, cardLast4 } = intent;
  return {
    payerRef: payerRef ?? payment.payerRef,
    ...(cardRef && { cardRef, cardPrint, cardBrand, cardLast4 }),
  };
}

/** Refused cards allowed per order: more than a customer has, far fewer than a thief tries. */
const maxRefused = 5;

/** Voids an order's payment after too many refused cards; each refusal is an event. */
async function voidRefused(tx: Transaction, payment: Payment, ref: string): Promise<void> {
  if (payment.state !== "confirming" || !payment.orderId) return;
  const refused = and(
    eq(paymentEvents.objectRef, ref),
    inArray(paymentEvents.type, ["payment_intent.payment_failed", "setup_intent.setup_failed"]),
  );
  if ((await tx.$count(paymentEvents, refused)) >= maxRefused) await voidPayment(tx, payment);
}

async function applySaved(tx: Transaction, payment: Payment, tell: Tell): Promise<void> {
  if (payment.state !== "confirming") return;
  await changePaymentState(tx, payment.id, "save card");
  if (await isOverused(tx, payment)) return voidPayment(tx, { ...payment, state: "to_hold" });
  await placePaid(tx, payment, tell);
}

async function applyAuthorized(
  tx: Transaction,
  payment: Payment,
  { cents, captureBefore }: CardIntent,
  tell: Tell,
): Promise<void> {
  const { id, state, orderId } = payment;
  if (state === "captured" || state === "capturing" || state === "held") {
    await tx.update(payments).set({ captureBefore }).where(eq(payments.id, id));
    return;
  }
  const answer = { heldCents: cents, captureBefore, refusal: "", holdOn: null };
  await changePaymentState(tx, id, "authorize", answer);
  const held = { ...payment, state: "held" as const, heldCents: cents };
  // The payment was voided while the customer was still paying.
  if (state === "released" || state === "failed" || !orderId) return voidPayment(tx, held);
  if (!(await supersede(tx, held))) return voidPayment(tx, held);
  if (await isOverused(tx, held)) return voidPayment(tx, held);
  await placePaid(tx, held, tell);
  const [order] = await tx
    .select({ status: orders.status, total: orders.totalPrice })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (order?.status === "cancelled") return voidPayment(tx, held);
  if (order?.status === "fulfilled" || order?.status === "delivered") {
    // The final amount is charged when the order leaves.
    if (await isWaitingToLeave(tx, orderId)) return;
    return captureOrder(tx, orderId, toCents(order.total));
  }
  const isReleased = await endCardHold(tx, orderId);
  // The order's total may have risen in the meantime.
  await alignAuthorization(tx, orderId);
  if (isReleased) await tell.tellReleased(tx, orderId);
}

/**
 * Makes a payment its order's current one, and voids the one it replaces. Returns false if that is
 * impossible, e.g. because it was voided while the customer was still paying.
 */
async function supersede(
  tx: Transaction,
  { id, isCurrent, replacesId }: Payment,
): Promise<boolean> {
  if (isCurrent) return true;
  if (!replacesId || (await isGivenUp(tx, id))) return false;
  const [earlier] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, replacesId))
    .for("update");
  const isOver =
    earlier?.state === "capturing" ||
    earlier?.state === "captured" ||
    earlier?.state === "released";
  if (!earlier?.isCurrent || isOver) return false;
  await tx.update(payments).set({ isCurrent: false }).where(eq(payments.id, earlier.id));
  await tx.update(payments).set({ isCurrent: true }).where(eq(payments.id, id));
  if (earlier.state !== "failed") await voidPayment(tx, earlier);
  return true;
}

async function applyCaptured(
  tx: Transaction,
  payment: Payment,
  intent: CardIntent,
  tell: Tell,
): Promise<void> {
  const { id, state, capturedCents } = payment;
  if (state === "captured") return applyFollowUps(tx, payment, intent, tell);
  if (capturedCents > 0) return;
  const entryId = await bookCapture(tx, payment, intent.capturedCents);
  await changePaymentState(tx, id, "capture", {
    entryId,
    captureBefore: null,
    refusal: "",
    heldCents: intent.cents,
    capturedCents: intent.capturedCents,
  });
  await recordPaymentAudit(tx, byProvider, payment, {
    action: "card charged",
    after: { amount: toDollars(intent.capturedCents) },
  });
  if (payment.documentId) await voidExcess(tx, payment.documentId);
  await tell.tellCharged(tx, id);
  const charged = { ...payment, capturedCents: intent.capturedCents };
  await applyFollowUps(tx, charged, intent, tell);
  await sendWaitingRefunds(tx, charged);
}

/** Sends refunds requested while the card was being charged, up to the credit left. */
async function sendWaitingRefunds(tx: Transaction, { id, customerId }: Payment): Promise<void> {
  const waiting = await tx
    .select()
    .from(paymentJobs)
    .where(
      and(
        eq(paymentJobs.paymentId, id),
        eq(paymentJobs.action, "refund"),
        eq(paymentJobs.state, "waiting"),
      ),
    )
    .orderBy(paymentJobs.createdAt);
  for (const job of waiting) {
    const [now] = await tx.select().from(payments).where(eq(payments.id, id));
    const room = Math.min(now ? refundableCents(now) : 0, await creditToRefund(tx, customerId));
    const cents = Math.min(job.cents ?? 0, room);
    const byId = eq(paymentJobs.id, job.id);
    if (cents <= 0) {
      const answer = "no credit is left";
      await tx
        .update(paymentJobs)
        .set({ state: "refused", answer, endedAt: sql`now()` })
        .where(byId);
      continue;
    }
    await tx.update(paymentJobs).set({ cents }).where(byId);
    await tx
      .update(payments)
      .set({ refundingCents: sql`${payments.refundingCents} + ${cents}` })
      .where(eq(payments.id, id));
    await queueJob(tx, job.id, id);
  }
}

/** Voids payments that would exceed an invoice's balance, after somebody else has paid. */
async function voidExcess(tx: Transaction, documentId: string): Promise<void> {
  const [invoice] = await tx
    .select({ openCents: invoiceBalances.openCents })
    .from(invoiceBalances)
    .where(eq(invoiceBalances.documentId, documentId));
  const excess = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.documentId, documentId),
        eq(payments.state, "confirming"),
        gt(payments.cents, Number(invoice?.openCents ?? 0)),
      ),
    )
    .orderBy(payments.id)
    .for("update");
  for (const payment of excess) await voidPayment(tx, payment);
}

/** Books changes of a charge. All sums only grow at the provider, so stale data changes nothing. */
async function applyFollowUps(
  tx: Transaction,
  payment: Payment,
  intent: CardIntent,
  { tellTrouble }: Tell,
): Promise<void> {
  const { id, refundingCents, failedRefundCents } = payment;
  // Refunds made on the provider's dashboard. Our own pending refunds are booked by their answer or
  // the next event.
  const everRefunded = payment.refundedCents + failedRefundCents;
  const more = intent.refundedCents + intent.failedRefundCents - everRefunded;
  const byHand = refundingCents > 0 ? 0 : Math.max(0, more);
  if (byHand > 0) {
    const note = "Refunded at the card provider";
    await bookRefund(tx, payment, { cents: byHand, requestId: null, note });
  }
  const refundedCents = payment.refundedCents + byHand;
  // A failed refund whose answer isn't stored yet is counted later, once it is.
  const failed = Math.min(intent.failedRefundCents - failedRefundCents, refundedCents);
  if (byHand > 0 || failed > 0) {
    const now = { refundedCents: refundedCents - Math.max(0, failed) };
    await tx.update(payments).set(now).where(eq(payments.id, id));
  }
  if (failed > 0) {
    const note = "The refund did not reach the card";
    await bookReturned(tx, payment, { cents: failed, note, settles: "nothing yet" });
    await flag("refund failed", failed, { failedRefundCents: failedRefundCents + failed });
  }
  const disputed = intent.disputedCents - payment.disputedCents;
  if (disputed > 0) {
    const note = "Taken back by the customer’s bank: the charge is disputed";
    await bookRefund(tx, payment, { cents: disputed, requestId: null, note });
    await flag("disputed", disputed, { disputedCents: intent.disputedCents });
  }
  const returned = intent.returnedCents - payment.returnedCents;
  if (returned > 0) {
    const note = "Returned by the customer’s bank: dispute won";
    await bookReturned(tx, payment, { cents: returned, note, settles: "oldest first" });
    await flag("returned", returned, { returnedCents: intent.returnedCents });
  }

  async function flag(kind: Trouble["kind"], cents: number, sums: Partial<Payment>) {
    const trouble = kind === "returned" ? null : kind;
    await tx
      .update(payments)
      .set({ ...sums, trouble })
      .where(eq(payments.id, id));
    await recordPaymentAudit(tx, byProvider, payment, {
      action: `card ${kind}`,
      after: { amount: toDollars(cents) },
    });
    await tellTrouble(tx, id, { kind, cents });
  }
}

async function applyVoided(tx: Transaction, payment: Payment, { tellRanOut }: Tell): Promise<void> {
  const { id, state, orderId, isCurrent } = payment;
  if (state === "captured" || state === "released" || state === "failed") return;
  const asked = await tx.$count(
    paymentJobs,
    and(eq(paymentJobs.paymentId, id), eq(paymentJobs.action, "release")),
  );
  const refunds = and(eq(paymentJobs.paymentId, id), eq(paymentJobs.action, "refund"));
  const unneeded = {
    state: "refused",
    answer: "nothing was charged",
    endedAt: sql`now()`,
  } as const;
  await tx
    .update(paymentJobs)
    .set(unneeded)
    .where(and(refunds, isNull(paymentJobs.endedAt)));
  await changePaymentState(tx, id, asked > 0 ? "void" : "fail", { captureBefore: null });
  if (asked > 0 || !orderId || !isCurrent) return;
  // The authorization expired. Its replacement becomes current, even while it waits for the
  // customer.
  const [next] = await tx
    .select()
    .from(payments)
    .where(
      and(eq(payments.replacesId, id), sql`${payments.state} in ('holding', 'needs_customer')`),
    )
    .limit(1);
  if (next) await supersede(tx, next);
  else await tx.update(payments).set({ refusal: "ran out" }).where(eq(payments.id, id));
  await holdOrder(tx, orderId, "card");
  // A customer whose card is being authorized or was refused gets the email about that instead.
  if (next) return;
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (order?.status !== "awaiting_payment") await tellRanOut(tx, orderId);
}

/** New orders per card and day, across all addresses and networks. */
const maxOrdersPerCard = 5;

/**
 * True if a waiting order's card is used for too many others, by somebody draining a stolen card or
 * filling the runs. Of concurrent orders, each sees the earlier ones.
 */
async function isOverused(tx: Transaction, payment: Payment): Promise<boolean> {
  const { orderId, cardPrint } = payment;
  if (!orderId || !cardPrint) return false;
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (order?.status !== "awaiting_payment") return false;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${cardPrint}, 1))`);
  const [others] = await tx
    .select({ orders: countDistinct(orders.id) })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.cardPrint, cardPrint),
        gt(orders.cardAcceptedAt, sql`now() - interval '1 day'`),
      ),
    );
  if ((others?.orders ?? 0) < maxOrdersPerCard) return false;
  await recordPaymentAudit(tx, byProvider, payment, { action: "card used too often" });
  return true;
}

async function placePaid(tx: Transaction, { orderId }: Payment, { tellPaid }: Tell): Promise<void> {
  if (!orderId) return;
  const byCard = actingAs(byProvider, "card");
  const placed = await changeOrderStates(tx, byCard, "accept card", eq(orders.id, orderId));
  if (placed.length > 0) await tellPaid(tx, orderId);
}
