import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { holdOrder } from "#app/domain/orders/holds.server.ts";
import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { applyIntent, lockPayment, type Payment, type Tell } from "./apply-intent.server.ts";
import { bookRefund } from "./book-card.server.ts";
import { alignAuthorization, isGivenUp, voidPayment } from "./order-payments.server.ts";
import { changePaymentState } from "./payment-state.server.ts";
import {
  type CardIntent,
  type CardProvider,
  CardRefusedError,
  wantsCustomer,
} from "./provider/card-provider.ts";
import { sendJob } from "./send-job.server.ts";

export interface PaymentWork extends Tell {
  db: Database;
  provider: CardProvider;
  log: Pick<Log, "info" | "warn" | "error">;
  tellRefused: (tx: Transaction, orderId: string) => Promise<void>;
  now?: (() => Date) | undefined;
}

type PaymentJob = typeof paymentJobs.$inferSelect;

/** In ms. The provider forgets a key after 24 hours, so nothing is sent again after this. */
const keyLasts = 23 * 3600_000;

/** Pacific time at which a declined authorization is retried. */
const nextMorning = "08:00";

/**
 * Sends a job to the provider, and stores the answer with all its consequences in one transaction.
 * Safe to repeat and to run concurrently: the job's id is the provider's idempotency key, and an
 * answer is stored once.
 *
 * @throws CardUnansweredError, to be retried later
 */
export async function performJob(work: PaymentWork, jobId: string): Promise<void> {
  const { db, provider, log } = work;
  const now = work.now?.() ?? new Date();
  const begun = await begin(db, jobId, now);
  if (!begun) return;
  const { job, payment, isLate } = begun;
  const facts = { paymentId: payment.id, jobId, action: job.action };
  if (isMoot(job, payment)) {
    await db.transaction((tx) => end(tx, job, "refused", "not needed any more", payment));
    return;
  }
  if (isLate) {
    await lookUp(work, job, payment);
    return;
  }
  try {
    const intent = await ask(provider, job, payment);
    await db.transaction((tx) => store(tx, work, job, intent, now));
    log.info({ ...facts, answer: intent?.state ?? "nothing to do" }, "asked the card provider");
  } catch (error) {
    if (!(error instanceof CardRefusedError)) throw error;
    const ref = payment.intentRef ?? payment.setupRef;
    const intent = ref ? await provider.fetch(ref) : null;
    await db.transaction((tx) => storeRefusal(tx, work, job, error.code, intent));
    log.warn({ ...facts, refusal: error.code }, "the card provider refused");
  }
}

/** Marks a job as being sent; undefined if it has ended or isn't due. */
async function begin(db: Database, jobId: string, now: Date) {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(paymentJobs)
      .where(
        and(
          eq(paymentJobs.id, jobId),
          eq(paymentJobs.state, "waiting"),
          lte(paymentJobs.notBefore, now),
        ),
      )
      .for("update");
    if (!job) return undefined;
    const [payment] = await tx.select().from(payments).where(eq(payments.id, job.paymentId));
    // A refund made while the card is being charged waits for the capture.
    if (job.action === "refund" && payment?.state !== "captured") return undefined;
    const isLate = job.sentAt !== null && now.getTime() - job.sentAt.getTime() > keyLasts;
    await tx
      .update(paymentJobs)
      .set({ attempts: job.attempts + 1, sentAt: job.sentAt ?? now })
      .where(eq(paymentJobs.id, jobId));
    return payment && { job, payment, isLate };
  });
}

function isMoot({ action, sentAt }: PaymentJob, { state }: Payment): boolean {
  // A request that was sent may have been carried out, so its outcome must be known.
  if (action === "hold")
    return sentAt === null && state !== "holding" && state !== "needs_customer";
  if (action === "capture") return state === "captured";
  return action === "release" && (state === "captured" || state === "released");
}

/** Null if the provider knows nothing of the payment. */
async function ask(
  provider: CardProvider,
  { id: key, action, cents }: PaymentJob,
  { id: paymentId, intentRef, setupRef, payerRef, cardRef }: Payment,
): Promise<CardIntent | null> {
  const amount = cents ?? 0;
  if (action === "hold") {
    if (!payerRef || !cardRef) throw new CardRefusedError("no saved card");
    const card = { payerRef, cardRef };
    return provider.authorize({
      key,
      paymentId,
      cents: amount,
      card,
      intentRef: intentRef ?? undefined,
    });
  }
  const ref = intentRef ?? (action === "release" ? setupRef : null);
  if (!ref) return null;
  if (action === "capture") return provider.capture({ key, intentRef: ref, cents: amount });
  if (action === "release") return provider.void({ key, intentRef: ref });
  return provider.refund({ key, intentRef: ref, cents: amount });
}

async function store(
  tx: Transaction,
  work: PaymentWork,
  job: PaymentJob,
  intent: CardIntent | null,
  now: Date,
): Promise<void> {
  const payment = await lockPayment(tx, job.paymentId);
  if (!payment) return;
  if (job.action === "hold" && intent?.state === "unconfirmed") {
    await applyIntent(tx, intent, work);
    if (!(await end(tx, job, "refused", intent.refusal || "refused", payment))) return;
    // The order may have been lowered or cancelled while the bank was asked.
    const isWanted = payment.state === "holding" || payment.state === "needs_customer";
    if (isWanted && !(await isGivenUp(tx, payment.id))) {
      return declined(tx, work, job, intent.refusal, now);
    }
    return voidPayment(tx, { ...payment, intentRef: intent.ref });
  }
  if (!(await end(tx, job, "done", intent?.state ?? "nothing to do", payment))) return;
  if (job.action === "refund") await storeRefund(tx, job, payment);
  if (intent) await applyIntent(tx, intent, work);
  else if (job.action === "release") await changePaymentState(tx, payment.id, "void");
}

async function storeRefund(tx: Transaction, job: PaymentJob, payment: Payment): Promise<void> {
  const cents = job.cents ?? 0;
  const entryId = await bookRefund(tx, payment, { cents, requestId: job.id, note: "" });
  await tx.update(paymentJobs).set({ entryId }).where(eq(paymentJobs.id, job.id));
  await tx
    .update(payments)
    .set({
      refundedCents: payment.refundedCents + cents,
      refundingCents: payment.refundingCents - cents,
    })
    .where(eq(payments.id, payment.id));
}

/**
 * Handles a declined saved card: tells the customer and puts the order on hold. Retries once the
 * next morning, unless the bank requires the customer.
 */
async function declined(
  tx: Transaction,
  { tellRefused }: PaymentWork,
  job: PaymentJob,
  refusal: string,
  now: Date,
): Promise<void> {
  const { paymentId, cents } = job;
  const tries = await tx.$count(
    paymentJobs,
    and(eq(paymentJobs.paymentId, paymentId), eq(paymentJobs.action, "hold")),
  );
  await changePaymentState(tx, paymentId, "decline");
  if (tries === 1 && refusal !== wantsCustomer) {
    const notBefore = pacificMoment(daysAfter(pacificDay(now), 1), nextMorning);
    await sendJob(tx, { paymentId, action: "hold", cents, notBefore });
  }
  const [payment] = await tx
    .select({ orderId: payments.orderId, isCurrent: payments.isCurrent })
    .from(payments)
    .where(eq(payments.id, paymentId));
  if (!payment?.orderId) return;
  await holdOrder(tx, payment.orderId, "card");
  // The order's amount may have changed while the bank was asked.
  if (payment.isCurrent) await alignAuthorization(tx, payment.orderId);
  if (tries === 1) await tellRefused(tx, payment.orderId);
}

async function storeRefusal(
  tx: Transaction,
  work: PaymentWork,
  job: PaymentJob,
  code: string,
  intent: CardIntent | null,
): Promise<void> {
  const payment = await lockPayment(tx, job.paymentId);
  if (!payment || !(await end(tx, job, "refused", code, payment))) return;
  if (intent) await applyIntent(tx, intent, work);
  if (job.action === "hold" && payment.state === "holding") {
    await declined(tx, work, job, code, work.now?.() ?? new Date());
  }
  // Still authorized, so staff decide on /admin/payments.
  if (job.action === "capture" && intent?.state === "authorized") {
    await changePaymentState(tx, payment.id, "refuse capture", { refusal: code });
  }
}

/** Ends a job unless another worker has; a refund that was not made can be requested again. */
async function end(
  tx: Transaction,
  job: PaymentJob,
  state: "done" | "refused",
  answer: string,
  payment: Payment,
): Promise<boolean> {
  const [ended] = await tx
    .update(paymentJobs)
    .set({ state, answer: answer.slice(0, 500), endedAt: sql`now()` })
    .where(and(eq(paymentJobs.id, job.id), inArray(paymentJobs.state, ["waiting", "stuck"])))
    .returning({ id: paymentJobs.id });
  if (ended && state === "refused" && job.action === "refund") {
    await tx
      .update(payments)
      .set({ refundingCents: sql`${payments.refundingCents} - ${job.cents ?? 0}` })
      .where(eq(payments.id, payment.id));
  }
  return ended !== undefined;
}

/**
 * Looks up the outcome of a job that was unanswered for a day. The provider has forgotten its key,
 * so sending it again could do it twice. What was not done is left to staff.
 */
async function lookUp(work: PaymentWork, job: PaymentJob, payment: Payment): Promise<void> {
  const { db, provider, log } = work;
  const { intentRef, setupRef, payerRef, id: paymentId } = payment;
  const ref = intentRef ?? (job.action === "release" ? setupRef : null);
  const intent = ref
    ? await provider.fetch(ref)
    : payerRef && (await provider.find({ paymentId, payerRef }));
  const wasDone =
    job.action === "refund"
      ? ref !== null && (await provider.wasRefunded({ key: job.id, intentRef: ref }))
      : intent &&
        intent.state === { hold: "authorized", capture: "captured", release: "voided" }[job.action];
  if (intent && wasDone) {
    await db.transaction((tx) => store(tx, work, job, intent, work.now?.() ?? new Date()));
    return;
  }
  await db
    .update(paymentJobs)
    .set({ state: "stuck", answer: "no answer for a day, and not done" })
    .where(and(eq(paymentJobs.id, job.id), eq(paymentJobs.state, "waiting")));
  log.error({ paymentId, jobId: job.id, action: job.action }, "a card payment needs a person");
}
