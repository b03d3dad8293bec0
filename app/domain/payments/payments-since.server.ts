import { eq, inArray } from "drizzle-orm";
import { pick } from "#app/lib/pick.ts";
import type { Database } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import type { CardIntent, CardProvider } from "./provider/card-provider.ts";

/** A payment that the provider knows and the books don't. */
export interface PaymentNotInBooks extends CardIntent {
  /** Null for an invoice's payment, and for one that isn't in the database. */
  orderNumber: number | null;
  /** True if the payment is in the database, in its state at the time of the backup. */
  isKnown: boolean;
}

/** Authorizations last a week at most. */
const heldDays = 8;

/**
 * Returns the card payments that were authorized, captured or refunded at the provider but not in
 * the books, i.e. after the backup that the shop was restored from. For a restore.
 *
 * @param since when the backup was taken; payments that were authorized then are checked too
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
      ...pick(payments, "intentRef", "state", "capturedCents", "refundedCents"),
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
