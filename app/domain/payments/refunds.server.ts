import { and, eq, inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import type { Actor } from "#app/domain/audit/record-audit.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { leastRefundCents } from "#db/schema/values/money.ts";
import { lockPayment, type Payment } from "./apply-intent.server.ts";
import { creditToRefund, recordPaymentAudit } from "./book-card.server.ts";
import { refundableCents } from "./payment.ts";
import { sendJob } from "./send-job.server.ts";

/** Why a refund was not requested. */
type RefundRefusal = "unknown" | "more than was charged" | "more than the credit";

interface RefundAsked {
  paymentId: string;
  cents: number;
  reason?: string;
  /** Made by the form, so that submitting twice makes one refund. */
  requestId: string;
}

/**
 * Refunds all or part of a card charge, out of the customer's credit. The provider is asked after
 * the commit, and its answer makes the ledger entry. Idempotent. For staff who keep the books.
 * Returns null once it is requested.
 */
export function refundPayment(
  db: Database,
  staff: Staff<"money">,
  { paymentId, cents, reason, requestId }: RefundAsked,
): Promise<RefundRefusal | null> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return "unknown";
    const before = await tx.$count(paymentJobs, eq(paymentJobs.requestId, requestId));
    if (before > 0) return null;
    if (cents > refundableCents(payment)) return "more than was charged";
    if (cents > (await creditToRefund(tx, payment.customerId))) return "more than the credit";
    await askRefund(tx, staff, payment, { cents, reason, requestId });
    return null;
  });
}

/**
 * Refunds an order's credit note to the card that paid it, up to the charge. If the card is still
 * being charged, the refund waits for that. Called in the transaction that issues the note.
 *
 * @param payout the user's choice; null to refund $5 or more, and keep less as credit
 * @returns the cents to be refunded; 0 for none
 */
export async function refundCreditNote(
  tx: Transaction,
  staff: Actor,
  {
    orderId,
    documentId,
    cents,
    payout,
  }: { orderId: string; documentId: string; cents: number; payout: "refund" | "balance" | null },
): Promise<number> {
  if (payout === "balance") return 0;
  const [found] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ["capturing", "captured"])));
  const payment = found && (await lockPayment(tx, found.id));
  if (!payment) return 0;
  const most =
    payment.state === "capturing"
      ? Math.min(cents, payment.heldCents)
      : Math.min(cents, refundableCents(payment), await creditToRefund(tx, payment.customerId));
  if (most < (payout === "refund" ? 1 : leastRefundCents)) return 0;
  await askRefund(tx, staff, payment, { cents: most, documentId });
  return most;
}

interface RefundOrigin {
  cents: number;
  reason?: string | undefined;
  requestId?: string;
  documentId?: string;
}

async function askRefund(
  tx: Transaction,
  staff: Actor,
  payment: Payment,
  { cents, reason, ...origin }: RefundOrigin,
): Promise<void> {
  const { id: paymentId, state } = payment;
  // While the card is being charged, the refund waits (`applyIntent`).
  if (state === "captured") {
    await tx
      .update(payments)
      .set({ refundingCents: sql`${payments.refundingCents} + ${cents}` })
      .where(eq(payments.id, paymentId));
  }
  await sendJob(tx, { paymentId, action: "refund", cents, createdBy: staff.userId, ...origin });
  await recordPaymentAudit(tx, staff, payment, {
    action: "card refund asked for",
    after: { amount: toDollars(cents), ...(reason && { reason }) },
  });
}
