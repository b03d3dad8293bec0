import { formatCents } from "./money.ts";
import type { Cents } from "./units.ts";

/**
 * Rounds an amount to be paid in cash to five cents, as Canada has no pennies. Only the cash part
 * is rounded, never what is billed or taxed.
 */
export function roundedForCash(cents: Cents): Cents {
  return Math.round(cents / 5) * 5;
}

/** Returns e.g. "There are no pennies: $20.03 is $20.05 in cash". */
export function penniesInWords(cents: Cents): string {
  return `There are no pennies: ${formatCents(cents)} is ${formatCents(roundedForCash(cents))} in cash`;
}
