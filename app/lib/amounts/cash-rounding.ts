import type { Cents } from "./units.ts";

/**
 * What an amount comes to in cash: Canada has no pennies, so it ends on five cents or on none. Only the
 * part that is paid in cash is rounded, and nothing of what is billed or taxed.
 */
export function roundedForCash(cents: Cents): Cents {
  return Math.round(cents / 5) * 5;
}
