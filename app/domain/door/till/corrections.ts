import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import type { TillMethod } from "#db/schema/values/tills.ts";
import { tillMethodText } from "./till.ts";
import type { TillReceipt } from "./till-receipts.server.ts";

interface Paid {
  method: TillMethod;
  cents: number;
}

/** A payment at a till that was recorded wrongly. */
export interface Correction<Receipt = { id: string }> {
  receipt: Receipt;
  was: Paid;
  /** What replaced it; empty if it was only taken back. */
  now: (Paid & { id: string })[];
  at: Date;
  by: string;
  why: string;
}

/** What tells which payments were wrong. */
type Correctable = Pick<
  TillReceipt,
  "id" | "orderId" | "method" | "cents" | "bookedAt" | "takenBack"
>;

/**
 * Returns which payments were taken back, in order, and what replaced each: the payments for its
 * order that were booked in the same transaction, as a wrong way of paying is corrected.
 */
export function correctionsAmong<Receipt extends Correctable>(
  receipts: readonly Receipt[],
): Correction<Receipt>[] {
  return receipts.flatMap((receipt) => {
    const { orderId, method, cents, takenBack } = receipt;
    if (!takenBack || cents < 0) return [];
    const now = receipts.filter(
      (one) => one.orderId === orderId && one.bookedAt.getTime() === takenBack.at.getTime(),
    );
    return {
      receipt,
      was: { method, cents },
      ...takenBack,
      now: now.map((one) => ({ id: one.id, method: one.method, cents: one.cents })),
    };
  });
}

/** "Recorded as $20.00 in cash, corrected to $20.00 by card terminal on Nov 28, …, by kim@…: why" */
export function correctionInWords({ was, now, at, by, why }: Correction): string {
  const became =
    now.length === 0 ? "taken back" : `corrected to ${now.map(paidInWords).join(" and ")}`;
  const who = by === "" ? "" : `, by ${by}`;
  return `Recorded as ${paidInWords(was)}, ${became} on ${formatDateTime(at)}${who}: ${why}`;
}

const paidInWords = ({ method, cents }: Paid) =>
  `${formatCents(cents)} ${tillMethodText[method].by}`;
