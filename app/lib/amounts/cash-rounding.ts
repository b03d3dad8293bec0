import type { Cents } from "./units.ts";

/** Rounds a cash payment to five cents, as there are no pennies; never what is billed or taxed. */
export function roundedForCash(cents: Cents): Cents {
  return Math.round(cents / 5) * 5;
}
