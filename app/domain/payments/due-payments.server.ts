import { and, asc, eq, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { isStandingDocument } from "#db/schema/money/documents.ts";
import { paymentEvents, paymentJobs, payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { lockPayment } from "./apply-intent.server.ts";
import { refreshIntent, refreshPayments } from "./card-payments.server.ts";
import { reauthorize, voidOrderPayments, voidPayment } from "./order-payments.server.ts";
import { changePaymentState } from "./payment-state.server.ts";
import { type PaymentWork, performJob } from "./perform-job.server.ts";
import { queueJob, sendJob } from "./send-job.server.ts";

const hour = 3600_000;

/** Authorizations that expire within this are renewed. */
const endingSoon = 24 * hour;

/** Card forms older than this are cancelled; those of orders have 30 minutes. */
const abandoned = 24 * hour;

/** The provider repeats an event for three days; its id is kept longer, to recognize it. */
const eventsKept = 30 * 24 * hour;

/** In seconds. */
const lookEvery = 5 * 60;

/** Runs the jobs of payments, one at a time for each payment. */
export async function workCardPayments(jobs: JobRunner, work: PaymentWork): Promise<void> {
  await jobs.work("card-payments", { workers: 1, batch: 5 }, async ({ data, isLastAttempt }) => {
    try {
      if ("jobId" in data) await performJob(work, data.jobId);
      else await refreshIntent(work, data.intentRef);
    } catch (error) {
      // A job that failed for good would block the payment's later ones. The rounds resend it.
      if (!isLastAttempt) throw error;
      work.log.error({ err: error, ...data }, "the card provider can't be reached");
    }
  });
  await jobs.repeat("card-rounds", lookEvery, () => doRounds(work));
}

/**
 * Does what is due by the clock: voids card payments that were settled otherwise, authorizes the
 * day's saved cards, renews expiring authorizations, voids abandoned forms, and sends due jobs.
 * Safe to repeat.
 */
export async function doRounds(work: PaymentWork): Promise<void> {
  const now = work.now?.() ?? new Date();
  await giveUpSettled(work);
  await authorizeDue(work, now);
  await renewAuthorizations(work, now);
  await giveUpForms(work, now);
  await sendDue(work, now);
  await work.db
    .delete(paymentEvents)
    .where(lt(paymentEvents.receivedAt, new Date(now.getTime() - eventsKept)));
}

function paymentsThat({ db }: PaymentWork, where: ReturnType<typeof and>) {
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(where)
    .orderBy(asc(payments.createdAt));
}

/** Voids an order's card payment once its invoice was paid otherwise, e.g. by e-transfer. */
async function giveUpSettled(work: PaymentWork): Promise<void> {
  const settled = and(
    inArray(payments.state, ["to_hold", "holding", "needs_customer"]),
    sql`exists (select from document_orders join documents on documents.id = document_id
      where document_orders.order_id = ${payments.orderId} and documents.kind = 'invoice'
        and ${isStandingDocument})`,
    sql`not exists (select from document_orders join invoice_balances using (document_id)
      where document_orders.order_id = ${payments.orderId} and open_cents > 0)`,
  );
  for (const { id } of await paymentsThat(work, settled)) {
    await work.db.transaction(async (tx) => {
      const payment = await lockPayment(tx, id);
      if (payment?.orderId) await voidOrderPayments(tx, payment.orderId);
    });
  }
}

async function authorizeDue(work: PaymentWork, now: Date): Promise<void> {
  const isDue = and(eq(payments.state, "to_hold"), lte(payments.holdOn, pacificDay(now)));
  for (const { id } of await paymentsThat(work, isDue)) {
    await work.db.transaction(async (tx) => {
      const payment = await lockPayment(tx, id);
      if (payment?.state !== "to_hold" || !payment.orderId) return;
      // Lines may have changed since the card was saved.
      const { mostCents: cents } = await costsNow(tx, payment.orderId);
      await changePaymentState(tx, id, "ask authorization", { cents });
      await sendJob(tx, { paymentId: id, action: "hold", cents });
    });
  }
}

async function renewAuthorizations(work: PaymentWork, now: Date): Promise<void> {
  const { db, log } = work;
  const soon = and(
    eq(payments.state, "held"),
    payments.isCurrent,
    lt(payments.captureBefore, new Date(now.getTime() + endingSoon)),
  );
  for (const { id } of await paymentsThat(work, soon)) {
    const renewed = await db.transaction(async (tx) => {
      const payment = await lockPayment(tx, id);
      if (payment?.state !== "held" || !payment.orderId || !payment.captureBefore) return true;
      const [order] = await tx
        .select({ status: orders.status })
        .from(orders)
        .where(eq(orders.id, payment.orderId));
      if (order?.status !== "pending") return true;
      const tried = await tx.$count(payments, eq(payments.replacesId, id));
      if (tried > 0) return true;
      const { mostCents } = await costsNow(tx, payment.orderId);
      return reauthorize(tx, payment.orderId, mostCents);
    });
    if (!renewed) log.warn({ paymentId: id }, "an authorization expires and can't be renewed");
  }
  // The webhook that an authorization expired may be lost.
  const over = and(eq(payments.state, "held"), lt(payments.captureBefore, now));
  await refreshPayments(work, over);
}

async function giveUpForms(work: PaymentWork, now: Date): Promise<void> {
  const left = and(
    eq(payments.state, "confirming"),
    isNull(payments.orderId),
    lt(payments.createdAt, new Date(now.getTime() - abandoned)),
  );
  for (const { id } of await paymentsThat(work, left)) {
    await work.db.transaction(async (tx) => {
      const payment = await lockPayment(tx, id);
      if (payment?.state === "confirming") await voidPayment(tx, payment);
    });
  }
}

/** Sends due jobs and those never sent, as a restored copy may lack the queue. */
async function sendDue({ db }: PaymentWork, now: Date): Promise<void> {
  const due = await db
    .select({ id: paymentJobs.id, paymentId: paymentJobs.paymentId })
    .from(paymentJobs)
    .where(
      and(
        eq(paymentJobs.state, "waiting"),
        lte(paymentJobs.notBefore, now),
        or(
          ne(paymentJobs.action, "refund"),
          sql`exists (select from payments where payments.id = ${paymentJobs.paymentId} and state = 'captured')`,
        ),
        or(isNull(paymentJobs.sentAt), lt(paymentJobs.sentAt, new Date(now.getTime() - hour))),
        sql`not exists (select from pgboss.job where name = 'card-payments' and state < 'completed'
          and data->>'jobId' = ${paymentJobs.id}::text)`,
      ),
    );
  for (const { id, paymentId } of due) {
    await db.transaction((tx) => queueJob(tx, id, paymentId));
  }
}
