import { sumCents } from "#app/lib/amounts/line-totals.ts";
import type { TillReceipt } from "./till-receipts.server.ts";

type Counted = Pick<TillReceipt, "cents" | "method" | "isLate" | "isTakenBack" | "takenBack">;

/**
 * Returns a counted drawer's payments and refunds as they stood at its signed count: without those
 * that arrived later, and with those that were taken back later.
 */
export function asCounted<Receipt extends Counted>(receipts: readonly Receipt[]): Receipt[] {
  return receipts
    .filter(({ isLate }) => !isLate)
    .map((one) =>
      one.takenBack?.isAfterCount ? { ...one, isTakenBack: false, takenBack: null } : one,
    );
}

/**
 * Returns how much more cash a counted drawer should have held, by what became known since. It held
 * the cash of payments that arrived late, but no cash that was never received. Cash that was given
 * back later, or is still here, was in it and counted, so it changes nothing.
 */
export function foundSinceCount(receipts: readonly Counted[]): number {
  return sumCents(receipts, ({ cents, method, isLate, takenBack }) => {
    if (method !== "cash") return 0;
    const was = takenBack?.cash ?? null;
    if (isLate) return takenBack === null || (was !== null && was !== "never received") ? cents : 0;
    return was === "never received" ? -cents : 0;
  });
}
