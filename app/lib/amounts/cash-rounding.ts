import type { Cents } from "./units.ts";

/**
 * Rounds an amount to be paid in cash to five cents, as Canada has no pennies. Only the cash part
 * is rounded, never what is billed or taxed.
 */
export function roundedForCash(cents: Cents): Cents {
  return Math.round(cents / 5) * 5;
}
