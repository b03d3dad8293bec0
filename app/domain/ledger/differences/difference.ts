import { formatCents } from "#app/lib/amounts/money.ts";

/**
 * A small difference from earlier, as whoever orders reads it. Information only: it is part of the
 * balance, and no order's total has it.
 *
 * @param cents positive where it is open, negative where it is the customer's credit
 * @param whose "their" where staff read it
 */
export function differenceInWords(cents: number, whose: "your" | "their" = "your"): string {
  const amount = formatCents(Math.abs(cents));
  return cents < 0
    ? `${amount} to ${whose} credit from earlier, settled with ${whose} next payment.`
    : `${amount} still open from earlier, to be added to ${whose} next payment.`;
}
