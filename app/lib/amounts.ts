import { toCents } from "./money.ts";

/**
 * The shop's arithmetic: what a weight costs at a price, and what lines come to together. Cart,
 * order, invoice, mail and export call it, so that they all show the same cent; nothing else may
 * multiply a price (tests/house-rules.test.ts). The one other place is the column
 * `order_items.subtotal`, which the database computes by the same rule.
 */

/**
 * Cents of `quantity` lb (at most two decimals) at `centsPerLb`, rounded half up to the cent once,
 * which is what PostgreSQL's round(numeric, 2) does for positive amounts.
 */
export function lineTotalCents(centsPerLb: number, quantity: string | number): number {
  const hundredths = BigInt(toCents(quantity));
  return Number((BigInt(centsPerLb) * hundredths + 50n) / 100n);
}

/** Cents of lines together. They are whole cents already: nothing is rounded a second time. */
export function sumCents<Line>(lines: readonly Line[], centsOf: (line: Line) => number): number {
  return lines.reduce((sum, line) => sum + centsOf(line), 0);
}
