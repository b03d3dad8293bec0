import { formatCents, toCents, toDollars } from "./money.ts";

/** Pounds in a kilogram, from the exact international pound of 0.45359237 kg. */
const lbPerKg = 1 / 0.45359237;

/**
 * Converts a price per pound to a price per kilogram in whole cents, rounded half up. Only displayed,
 * never charged.
 */
export function centsPerKg(centsPerLb: number): number {
  return Math.round(centsPerLb * lbPerKg);
}

/** Formats a price per lb for comparison: 2499 cents → "$55.09/kg". */
export function formatPricePerKg(centsPerLb: number): string {
  return `${formatCents(centsPerKg(centsPerLb))}/kg`;
}

const quantityFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** What pieces of a typical weight weigh: pounds with two decimals. Exact for whole pieces. */
export function poundsOfPieces(pieces: number, typicalPieceLb: string): string {
  return toDollars(pieces * toCents(typicalPieceLb));
}

/** Formats grams: 1235 → "1.235 kg". */
export function formatKg(grams: number): string {
  return `${Math.floor(grams / 1000)}.${String(grams % 1000).padStart(3, "0")} kg`;
}

/** Formats a weight: 2.5 → "2.5 lb". */
export function formatLb(quantity: number): string {
  return `${quantityFormat.format(quantity)} lb`;
}
