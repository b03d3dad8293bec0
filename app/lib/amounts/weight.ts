import { formatCents } from "./money.ts";
import { type Cents, decimalOf, type HundredthsLb, hundredthsIn } from "./units.ts";

// Weights in integer hundredths of a pound, so that sums never use floating point.

/** Reads pounds such as "12.50". @throws RangeError unless it has at most two decimals */
export function toHundredthsLb(pounds: string | number): HundredthsLb {
  return hundredthsLb(hundredthsIn(pounds));
}

/** Marks a whole number as hundredths of a pound, e.g. a sum or difference of weights. */
export function hundredthsLb(hundredths: number): HundredthsLb {
  return hundredths as HundredthsLb;
}

/** Converts hundredths to stored pounds with two decimals: 1250 → "12.50". */
export function toPounds(hundredths: HundredthsLb): string {
  return decimalOf(hundredths);
}

/** Sums weights given in pounds. */
export function sumLb(pounds: readonly (string | number)[]): HundredthsLb {
  return hundredthsLb(pounds.reduce<number>((sum, weight) => sum + toHundredthsLb(weight), 0));
}

/** Subtracts one weight from another, both stored pounds; negative if the other is more. */
export function lbLess(pounds: string, less: string): HundredthsLb {
  return hundredthsLb(toHundredthsLb(pounds) - toHundredthsLb(less));
}

/** True if stored pounds are zero. */
export function isNoWeight(pounds: string): boolean {
  return toHundredthsLb(pounds) === 0;
}

/** From the exact international pound of 0.45359237 kg. */
const lbPerKg = 1 / 0.45359237;

/** Converts a price per pound to cents per kilogram, rounded half up. Displayed, never charged. */
export function centsPerKg(centsPerLb: Cents): Cents {
  return Math.round(centsPerLb * lbPerKg);
}

/** Formats a price per lb for comparison: 2499 cents → "$55.09/kg". */
export function formatPricePerKg(centsPerLb: Cents): string {
  return `${formatCents(centsPerKg(centsPerLb))}/kg`;
}

const quantityFormat = new Intl.NumberFormat("en-CA", { maximumFractionDigits: 2 });

/** Returns pieces at their typical weight: pounds with two decimals. Exact for whole pieces. */
export function poundsOfPieces(pieces: number, typicalPieceLb: string): string {
  return toPounds(hundredthsLb(pieces * toHundredthsLb(typicalPieceLb)));
}

/** Returns the typical whole pieces for pounds, half away from zero: "-10.00" of 1.25 lb is -8. */
export function piecesOfPounds(lb: string, typicalPieceLb: string): number {
  const pieces = Math.round(Math.abs(Number(lb) * 100) / toHundredthsLb(typicalPieceLb));
  return Number(lb) < 0 ? -pieces || 0 : pieces;
}

/** Formats grams: 1235 → "1.235 kg". */
export function formatKg(grams: number): string {
  return `${Math.floor(grams / 1000)}.${String(grams % 1000).padStart(3, "0")} kg`;
}

/** Formats a weight: 2.5 → "2.5 lb". */
export function formatLb(quantity: number): string {
  return `${quantityFormat.format(quantity)} lb`;
}

/**
 * Formats pounds in the unit of a scale: ("lb", "5.29") → "5.29 lb", ("kg", "5.29") → "2.40 kg".
 * For warnings about a weight; amounts are computed from pounds.
 */
export function lbIn(unit: "lb" | "kg", lb: string): string {
  if (unit === "lb") return `${lb} lb`;
  const kg = Number(lb) / lbPerKg;
  // To the gram only for small weights: hundredths of a pound are no more exact than 5 g.
  return `${kg.toFixed(kg < 0.1 ? 3 : 2)} kg`;
}

/** Keeps each figure and its unit on one line: `20.12 lb` never breaks in the middle. */
export function holdLb(text: string): string {
  return text.replaceAll(/(\d) (lb\b)/g, "$1\u00a0$2");
}
