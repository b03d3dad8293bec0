/**
 * The pencil's arithmetic (trade.md 1, 11, 13, 14), in whole numbers: money in cents, weight in
 * hundredths of a lb, readings in thousandths of their unit.
 */

/** Thrown for an act that trade.md forbids. If the shop accepted it, that is a finding. */
export class Impossible extends Error {}

function whole(...numbers: number[]): void {
  for (const number of numbers) {
    if (!Number.isSafeInteger(number)) throw new Impossible(`${number} is not a whole number`);
  }
}

/**
 * Returns `over / under`, rounded half away from zero. Trade.md 1.3 rounds half up, for amounts
 * that are never negative; a credit is the negated amount, so its half rounds down.
 */
export function nearest(over: number, under: number): number {
  whole(over, under);
  const doubled = 2 * Math.abs(over) + under;
  whole(doubled);
  const rounded = (doubled - (doubled % (2 * under))) / (2 * under);
  return over < 0 ? -rounded : rounded;
}

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  whole(total);
  return total;
}

export interface Reading {
  /** Thousandths of a pound, or grams. */
  thousandths: number;
  unit: "lb" | "kg";
  /** Tare of all packages on the scale together. */
  tareGrams?: number;
}

/** A pound is 453.59237 g exactly; this is 10⁵ times that. */
const pound = 45_359_237;

/** Returns the net weight in hundredths of a lb, at least 5 (1.5), rounded once after tare (1.1) */
export function netWeight({ thousandths, unit, tareGrams = 0 }: Reading): number {
  const net =
    unit === "kg"
      ? nearest((thousandths - tareGrams) * 10_000_000, pound)
      : nearest(thousandths * pound - tareGrams * 100_000_000, 10 * pound);
  if (net < 5) throw new Impossible(`${net} hundredths of a pound is no package`);
  return net;
}

/** Returns the cents of hundredths of a lb at a price in cents per lb (1.3). */
export function amount(lb: number, pricePerLb: number): number {
  whole(lb, pricePerLb);
  return nearest(lb * pricePerLb, 100);
}

/** Returns the estimate, or the weight, plus the tolerance (1.6). */
export function atMost(estimate: number, overPercent: number): number {
  return nearest(estimate * (100 + overPercent), 100);
}

export type TaxCode = "Z" | "E" | "G" | "GP";

/** Percent. Rates are rounded separately; for GP, see interpretation 2 in pencil.ts. */
const taxes: Record<TaxCode, readonly number[]> = { Z: [], E: [], G: [5], GP: [12] };

/** Cents before tax by tax code. */
export type Sums = Partial<Record<TaxCode, number>>;

export function sumByCode(parts: Iterable<{ cents: number; tax: TaxCode }>): Sums {
  const sums: Sums = {};
  for (const { cents, tax } of parts) sums[tax] = sum([sums[tax] ?? 0, cents]);
  return sums;
}

/** Tax per code on the document's sum (11). */
export function taxOn(sums: Sums): number {
  return sum(
    (Object.keys(taxes) as TaxCode[]).flatMap((code) =>
      taxes[code].map((percent) => nearest((sums[code] ?? 0) * percent, 100)),
    ),
  );
}

export function withTax(sums: Sums): number {
  return sum(Object.values(sums)) + taxOn(sums);
}

/** Rounds to coins of five cents (14). */
export function inCash(cents: number): number {
  return 5 * nearest(cents, 5);
}
