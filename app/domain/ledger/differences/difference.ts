import { formatCents } from "#app/lib/amounts/money.ts";

/**
 * Describes a small difference left from earlier, for people who order. It counts in the balance,
 * but in no order's total.
 *
 * @param cents positive if owed, negative if it is the customer's credit
 * @param whose "their" if staff read it
 */
export function differenceInWords(cents: number, whose: "your" | "their" = "your"): string {
  const amount = formatCents(Math.abs(cents));
  return cents < 0
    ? `${amount} to ${whose} credit from earlier, settled with ${whose} next payment.`
    : `${amount} still open from earlier, to be added to ${whose} next payment.`;
}
