import { eq, inArray } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import type { CardIntent, CardProvider } from "./provider/card-provider.ts";

/** What the provider knows of a payment and the books don't. */
export interface PaymentNotInBooks extends CardIntent {
  /** The order that it is for; null for an invoice's, and for one of a payment that is not here. */
  orderNumber: number | null;
  /** Whether the payment itself is here, as it stood when the backup was taken. */
  isKnown: boolean;
}

/** Authorizations last a week at most. */
const heldDays = 8;

/**
 * Card payments that are authorized or were captured or refunded at the provider, and not so in the books:
 * what happened after the backup that a shop was restored from. For whoever restores.
 *
 * @param since when the backup was taken; earlier payments are looked at too that were authorized then
 */
export async function paymentsNotInBooks(
  db: Database,
  provider: Pick<CardProvider, "madeSince">,
  since: Date,
): Promise<PaymentNotInBooks[]> {
  const from = new Date(since.getTime() - heldDays * 24 * 3600_000);
  const found = (await provider.madeSince(from)).filter(
    ({ state, refundedCents }) =>
      state === "authorized" || state === "captured" || refundedCents > 0,
  );
  if (found.length === 0) return [];
  const refs = found.map(({ ref }) => ref);
  const booked = await db
    .select({
      intentRef: payments.intentRef,
      state: payments.state,
      capturedCents: payments.capturedCents,
      refundedCents: payments.refundedCents,
      orderNumber: orders.number,
    })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(inArray(payments.intentRef, refs));
  const ofRef = new Map(booked.map((payment) => [payment.intentRef, payment]));
  return found.flatMap((intent) => {
    const here = ofRef.get(intent.ref);
    const isBooked =
      here !== undefined &&
      here.capturedCents === intent.capturedCents &&
      here.refundedCents === intent.refundedCents &&
      (intent.state !== "authorized" || here.state === "held");
    if (isBooked) return [];
    return [{ ...intent, orderNumber: here?.orderNumber ?? null, isKnown: here !== undefined }];
  });
}
