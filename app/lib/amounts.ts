import { toCents } from "./money.ts";

/**
 * All price arithmetic: line totals, sums and prices per kilogram, and the pounds they are for. Cart,
 * order, invoice, mail and export use it, so that they all agree to the cent; nothing else may multiply a price (tests/house-rules.test.ts). The
 * only exception is the column `order_items.subtotal`, which the database computes by the same
 * rule.
 */

/**
 * Price in cents of `quantity` lb (at most two decimals) at `centsPerLb`, rounded half up once,
 * like PostgreSQL's round(numeric, 2) for positive amounts.
 */
export function lineTotalCents(centsPerLb: number, quantity: string | number): number {
  const hundredths = BigInt(toCents(quantity));
  return Number((BigInt(centsPerLb) * hundredths + 50n) / 100n);
}

/** Sum of line totals. They are whole cents, so nothing is rounded again. */
export function sumCents<Line>(lines: readonly Line[], centsOf: (line: Line) => number): number {
  return lines.reduce((sum, line) => sum + centsOf(line), 0);
}

/** Pounds in a kilogram, from the exact international pound of 0.45359237 kg. */
const lbPerKg = 1 / 0.45359237;

/**
 * Converts a price per pound to a price per kilogram in whole cents, for comparison. Only
 * displayed, never charged.
 */
export function centsPerKg(centsPerLb: number): number {
  return Math.round(centsPerLb * lbPerKg);
}

const quantityFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** Formats a weight: 2.5 → "2.5 lb". */
export function formatLb(quantity: number): string {
  return `${quantityFormat.format(quantity)} lb`;
}
