import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { lockPayment } from "./apply-intent.server.ts";
import { recordPaymentAudit } from "./book-card.server.ts";
import { voidPayment } from "./order-payments.server.ts";
import { actionsFor, type CardPayment, type PaymentView } from "./payment.ts";
import { changePaymentState } from "./payment-state.server.ts";
import { sendJob } from "./send-job.server.ts";

const pageRows = 50;

const lastJob = sql`(select jsonb_build_object('action', action, 'state', state) from payment_jobs
  where payment_id = payments.id and (action <> 'refund' or payments.state = 'captured') order by created_at desc, id limit 1)`;

/** More was packed than authorized; the card was charged in full, and the rest is unpaid. */
const isRestOpen = sql<boolean>`(payments.is_current and payments.state = 'captured' and exists (
  select from document_orders join documents on documents.id = document_orders.document_id
    join invoice_balances on invoice_balances.document_id = documents.id
  where document_orders.order_id = payments.order_id and documents.corrects_id is null
    and total_cents > payments.held_cents and open_cents > 0))`;

const columns = {
  id: payments.id,
  customerId: payments.customerId,
  customer: sql<string>`coalesce(nullif(${customers.companyName}, ''), ${customers.contactName})`,
  orderId: payments.orderId,
  orderNumber: sql<number | null>`(select number from orders where orders.id = payments.order_id)`,
  state: payments.state,
  cents: payments.cents,
  heldCents: payments.heldCents,
  capturedCents: payments.capturedCents,
  refundedCents: payments.refundedCents,
  refundingCents: payments.refundingCents,
  disputedCents: payments.disputedCents,
  returnedCents: payments.returnedCents,
  trouble: payments.trouble,
  captureBefore: payments.captureBefore,
  holdOn: payments.holdOn,
  cardBrand: payments.cardBrand,
  cardLast4: payments.cardLast4,
  refusal: payments.refusal,
  createdAt: payments.createdAt,
  isRestOpen,
  job: sql<CardPayment["job"]>`${lastJob}`,
};

const isStuck = sql`exists (select from payment_jobs where payment_id = payments.id and (state = 'stuck'
  or (state = 'refused' and action = 'capture' and payments.state = 'held')))`;

/** No card is authorized, and the order is to be packed, or was packed and isn't paid. */
const leavesOrderOpen = sql`payments.state = 'failed' and payments.is_current and exists (
  select from orders where orders.id = payments.order_id and (orders.status = 'pending' or exists (
    select from document_orders join invoice_balances using (document_id)
    where document_orders.order_id = orders.id and open_cents > 0)))`;

const inView: Record<PaymentView, SQL | undefined> = {
  attention: or(
    eq(payments.state, "needs_customer"),
    isNotNull(payments.trouble),
    isStuck,
    leavesOrderOpen,
    isRestOpen,
    and(eq(payments.state, "held"), lt(payments.captureBefore, sql`now() + interval '1 day'`)),
  ),
  held: sql`${payments.state} in ('to_hold', 'holding', 'held', 'capturing')`,
  refunds: or(gt(payments.refundedCents, 0), gt(payments.refundingCents, 0)),
  all: undefined,
};

/** Returns card payments, newest first. For staff who keep the books. */
export async function listCardPayments(
  db: Database,
  _staff: Staff<"money">,
  { view, page }: { view: PaymentView; page: number },
): Promise<{ rows: CardPayment[]; hasMore: boolean }> {
  const found = await db
    .select(columns)
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.customerId))
    .where(inView[view])
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .offset((page - 1) * pageRows)
    .limit(pageRows + 1);
  return { rows: found.slice(0, pageRows), hasMore: found.length > pageRows };
}

/** Returns a card payment; null if unknown. For staff who keep the books. */
export async function getCardPayment(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<CardPayment | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select(columns)
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.customerId))
    .where(eq(payments.id, id));
  return found ?? null;
}

/** Returns the evidence against a dispute; null if unknown. For staff who keep the books. */
export async function getPaymentEvidence(db: Database, staff: Staff<"money">, id: string) {
  const payment = await getCardPayment(db, staff, id);
  if (!payment) return null;
  const [found] = await db
    .select({ intentRef: payments.intentRef, chargedAt: ledgerEntries.createdAt })
    .from(payments)
    .leftJoin(ledgerEntries, eq(ledgerEntries.id, payments.entryId))
    .where(eq(payments.id, id));
  if (!found) throw new Error(`Payment ${id} is gone`);
  return { ...payment, ...found };
}

/** Returns all card payments of an order, newest first. For staff who see orders. */
export async function listPaymentsOfOrder(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<CardPayment[]> {
  if (!isUuid(orderId)) return [];
  return db
    .select(columns)
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.customerId))
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

/**
 * Voids an authorization or a payment that waits for one. The order stays, unpaid. Returns false if
 * it is impossible. For staff who keep the books.
 */
export function voidPaymentByHand(
  db: Database,
  staff: Staff<"money">,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    const seen = payment && (await getCardPayment(tx, staff, id));
    if (!seen || !actionsFor(seen).includes("release")) return false;
    await voidPayment(tx, payment);
    await recordPaymentAudit(tx, staff, payment, { action: "card released" });
    return true;
  });
}

/**
 * Retries what the provider refused, or left unanswered for a day, with a new key: staff have
 * checked there that it was not done. Returns false if it is impossible. For staff who keep the
 * books.
 */
export function retryPayment(db: Database, staff: Staff<"money">, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    const seen = payment && (await getCardPayment(tx, staff, id));
    if (!seen || !actionsFor(seen).includes("retry")) return false;
    const [job] = await tx
      .select()
      .from(paymentJobs)
      .where(
        and(
          eq(paymentJobs.paymentId, id),
          payment.state === "captured" ? undefined : ne(paymentJobs.action, "refund"),
        ),
      )
      .orderBy(desc(paymentJobs.createdAt), paymentJobs.id)
      .limit(1);
    if (!job) return false;
    await tx
      .update(paymentJobs)
      .set({ state: "refused", endedAt: sql`now()` })
      .where(and(eq(paymentJobs.id, job.id), isNull(paymentJobs.endedAt)));
    const { action, cents, documentId } = job;
    if (action === "capture") await changePaymentState(tx, id, "ask capture");
    await sendJob(tx, { paymentId: id, action, cents, documentId, createdBy: staff.userId });
    await recordPaymentAudit(tx, staff, payment, {
      action: "card job retried",
      after: { asked: action },
    });
    return true;
  });
}

/** Takes a charge with trouble off the list. For staff who keep the books. */
export function noteTrouble(db: Database, staff: Staff<"money">, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (!payment?.trouble) return false;
    await tx.update(payments).set({ trouble: null }).where(eq(payments.id, id));
    const after = { about: payment.trouble };
    await recordPaymentAudit(tx, staff, payment, { action: "card trouble seen", after });
    return true;
  });
}
