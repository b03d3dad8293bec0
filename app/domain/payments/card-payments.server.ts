import { and, asc, eq, type SQL } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import type { PaymentState } from "#db/schema/values/payments.ts";
import { applyIntent } from "./apply-intent.server.ts";
import type { CardFormFacts } from "./card-form/card-form.ts";
import type { PaymentWork } from "./perform-job.server.ts";
import { type CardIntent, CardUnansweredError } from "./provider/card-provider.ts";

/** Card payments for pages. Null in the request's context if no keys are set. */
export interface CardPayments {
  isLive: boolean;
  /**
   * Returns the card form of a payment that waits for its customer; null if it doesn't. For whoever
   * may pay it. Idempotent.
   *
   * @throws CardUnansweredError, CardRefusedError
   */
  prepare(paymentId: string): Promise<CardFormFacts | null>;
  /**
   * Asks the provider for a payment's state, e.g. when the customer returns from the form; null if
   * unknown.
   *
   * @throws CardUnansweredError
   */
  refresh(paymentId: string): Promise<PaymentState | null>;
}

export function createCardPayments(work: PaymentWork): CardPayments {
  const { isLive } = work.provider;
  return {
    isLive,
    prepare: (paymentId) => prepare(work, paymentId),
    refresh: (paymentId) => refreshPayment(work, paymentId),
  };
}

async function prepare(work: PaymentWork, paymentId: string): Promise<CardFormFacts | null> {
  const { db, provider } = work;
  const payment = await read(db, paymentId);
  if (!payment || !["confirming", "needs_customer"].includes(payment.state)) return null;
  const ref = payment.intentRef ?? payment.setupRef;
  const intent = ref ? await provider.fetch(ref) : await begin(work, payment);
  if (!intent) return null;
  await db.transaction((tx) => applyIntent(tx, intent, work));
  if (intent.state !== "unconfirmed") return null;
  const now = await read(db, paymentId);
  if (!now || now.state === "released" || now.state === "failed") {
    // Voided in the meantime, so nobody may pay it.
    await provider.void({ key: `${paymentId}-late`, intentRef: intent.ref });
    return null;
  }
  const { publishableKey, browser } = provider;
  const { clientSecret, kind } = intent;
  return { scriptUrl: browser.scriptUrl, publishableKey, clientSecret, kind };
}

/** Returns the provider's intent for a payment. Idempotent, also after a lost answer. */
function begin(
  { provider }: PaymentWork,
  { id: paymentId, cents, holdOn, orderId }: typeof payments.$inferSelect,
): Promise<CardIntent> {
  const key = paymentId;
  if (holdOn) return provider.setupCard({ key, paymentId });
  return orderId
    ? provider.authorize({ key, paymentId, cents })
    : provider.chargeNow({ key, paymentId, cents });
}

async function refreshPayment(work: PaymentWork, paymentId: string): Promise<PaymentState | null> {
  const payment = await read(work.db, paymentId);
  const ref = payment?.intentRef ?? payment?.setupRef;
  if (!payment || !ref) return payment?.state ?? null;
  await refreshIntent(work, ref);
  return (await read(work.db, paymentId))?.state ?? null;
}

/** Refreshes the matching payments, oldest first; false if the provider doesn't answer. */
export async function refreshPayments(work: PaymentWork, which: SQL | undefined): Promise<boolean> {
  const found = await work.db
    .select({ id: payments.id })
    .from(payments)
    .where(which)
    .orderBy(asc(payments.createdAt));
  try {
    for (const { id } of found) await refreshPayment(work, id);
    return true;
  } catch (error) {
    if (!(error instanceof CardUnansweredError)) throw error;
    work.log.warn({ err: error }, "the card provider can't be reached");
    return false;
  }
}

export async function refreshIntent(work: PaymentWork, ref: string): Promise<void> {
  const intent = await work.provider.fetch(ref);
  if (intent) await work.db.transaction((tx) => applyIntent(tx, intent, work));
}

async function read(db: Database, id: string) {
  if (!isUuid(id)) return undefined;
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id)));
  return payment;
}
