import type { Cents, HundredthsLb } from "./units.ts";
import { hundredthsLb, toPounds } from "./weight.ts";

/**
 * All price arithmetic: line totals and sums. Cart, order, invoice, mail and export use it, so that
 * they agree to the cent; nothing else may multiply a price (tests/house-rules.test.ts), except the
 * generated columns of `order_items`, which the database computes by the same rules.
 */

/**
 * Returns the price of a weight at `centsPerLb`, rounded once: half away from zero, like
 * PostgreSQL's round(numeric, 2). Corrections on invoices have negative weights.
 */
export function lineTotalCents(centsPerLb: Cents, weight: HundredthsLb): Cents {
  const exact = BigInt(centsPerLb) * BigInt(weight);
  // BigInt division truncates towards zero.
  return Number((exact + (exact < 0n ? -50n : 50n)) / 100n);
}

/**
 * Returns the promised maximum of a line in cents: its estimate plus `overCapPct` percent, rounded
 * half up. It is shown before ordering and never exceeded without a recorded consent (trade rules,
 * section 1).
 */
export function promiseCents(estimateCents: Cents, overCapPct: number): Cents {
  return raised(estimateCents, overCapPct);
}

/** Returns the maximum weight that may be packed without asking; rounded like its price. */
export function promiseLb(weight: HundredthsLb, overCapPct: number): HundredthsLb {
  return hundredthsLb(raised(weight, overCapPct));
}

/** Returns a whole percentage of an amount in cents, rounded half up. */
export function perCentOf(cents: Cents, perCent: number): Cents {
  return raised(cents, perCent) - cents;
}

function raised(whole: number, perCent: number): number {
  return Number((BigInt(whole) * BigInt(100 + perCent) + 50n) / 100n);
}

/** Sums line totals. They are whole cents, so nothing is rounded again. */
export function sumCents<Line>(lines: readonly Line[], centsOf: (line: Line) => Cents): Cents {
  return lines.reduce((sum, line) => sum + centsOf(line), 0);
}

/** Returns a tax in cents: a percentage with up to three decimals, rounded half up as in SQL. */
export function taxCents(taxableCents: Cents, ratePct: string | number): Cents {
  const exact = BigInt(taxableCents) * BigInt(Math.round(Number(ratePct) * 1000));
  // BigInt division truncates towards zero.
  return Number((exact + (exact < 0n ? -50_000n : 50_000n)) / 100_000n);
}

/**
 * Returns a price in cents, raised by hundredths of a percent (300 for 3%) and rounded half up to a
 * multiple of `step` cents; at least one step.
 */
export function raisedCents(cents: Cents, hundredths: number, step: Cents): Cents {
  const exact = BigInt(cents) * BigInt(10_000 + hundredths);
  const unit = BigInt(step) * 10_000n;
  const steps = Number((exact * 2n + unit) / (unit * 2n));
  return Math.max(1, steps) * step;
}

/**
 * Returns the most pounds that cost no more than a maximum in cents, as text with two decimals.
 * With one hundredth more, `lineTotalCents` exceeds it.
 */
export function mostPounds(centsPerLb: Cents, mostCents: Cents): string {
  return toPounds(hundredthsLb(Number((BigInt(mostCents) * 100n + 49n) / BigInt(centsPerLb))));
}

/**
 * Returns the weight of a package from its price in cents and the price per pound or kilogram, as
 * text with three decimals, rounded half up.
 */
export function weightOfPrice(cents: Cents, centsPerUnit: Cents): string {
  const [price, unit] = [BigInt(cents) * 1000n, BigInt(centsPerUnit)];
  const thousandths = String((price * 2n + unit) / (unit * 2n)).padStart(4, "0");
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
}

/** Returns the price of a number of boxes at `centsPerBox`. */
export function boxesTotalCents(centsPerBox: Cents, boxes: number): Cents {
  return Number(BigInt(centsPerBox) * BigInt(boxes));
}

/** Returns the part of an amount for `part` of `whole`, rounded half up. */
export function partOfCents(cents: Cents, part: HundredthsLb, whole: HundredthsLb): Cents {
  const divisor = BigInt(whole);
  return Number((2n * BigInt(cents) * BigInt(part) + divisor) / (2n * divisor));
}

/**
 * Divides an amount in cents by weight, exact in sum: each share is rounded down, and the remaining
 * cents go to the largest remainders, earlier ones first. Without any weight, nothing is divided.
 */
export function sharedCents(cents: Cents, weights: readonly HundredthsLb[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole <= 0n) return weights.map(() => 0);
  const exact = weights.map((weight, place) => {
    const product = BigInt(cents) * BigInt(weight);
    return { place, share: Number(product / whole), remainder: product % whole };
  });
  const left = cents - exact.reduce((sum, { share }) => sum + share, 0);
  const luckiest = exact
    .toSorted((one, other) =>
      one.remainder === other.remainder
        ? one.place - other.place
        : one.remainder > other.remainder
          ? -1
          : 1,
    )
    .slice(0, left);
  const more = new Set(luckiest.map(({ place }) => place));
  return exact.map(({ place, share }) => share + (more.has(place) ? 1 : 0));
}
