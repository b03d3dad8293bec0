import { toCents } from "../amounts/money.ts";

// Apart from the schema, which is larger than the form itself: the form's example reads them too.

/** Why a text is no number, before any bounds. */
type NumberProblem = "missing" | "malformed" | "too precise";

/**
 * A typed number with at most two decimals in hundredths, i.e. dollars in cents: "24.99", "$24.",
 * ".5". Infinity for one that is longer than any bound.
 */
export function hundredthsOf(typed: string): number | NumberProblem {
  const text = typed.replace(/^[\s$]+/, "").trim();
  if (text === "") return "missing";
  if (/^\d*\.\d{3,}$/.test(text)) return "too precise";
  if (!/^(\d+\.?|\d*\.\d{1,2})$/.test(text)) return "malformed";
  // More digits than a safe integer are too many in any case.
  if (text.length > 12) return Number.POSITIVE_INFINITY;
  return toCents(text.replace(/^\./, "0.").replace(/\.$/, ""));
}

/** A typed whole number; Infinity for one that is longer than any bound. */
export function wholeOf(typed: string): number | NumberProblem {
  const text = typed.trim();
  if (text === "") return "missing";
  if (!/^\d+$/.test(text)) return "malformed";
  return text.length > 12 ? Number.POSITIVE_INFINITY : Number(text);
}

interface Bounds {
  least: number;
  most: number;
}

/** Bounds of the table: the price in cents, weights in hundredths of a pound. */
export const numberBounds = {
  pricePerLb: { least: 1, most: 1_000_000 },
  typicalPieceLb: { least: 5, most: 100_000 },
  orderStepLb: { least: 1, most: 100_000 },
  overCapPct: { least: 0, most: 30 },
  tareG: { least: 0, most: 5000 },
  itemNumber: { least: 1, most: 99_999 },
} satisfies Record<string, Bounds>;

/** Most characters of a product’s texts. */
export const textBounds = { cutType: 200, description: 5000 };

/** Whether a typed number was read and is within its bounds. */
export function isWithin(value: number | NumberProblem, { least, most }: Bounds): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

const mostCents = 999_999_999;

/** Cents of a typed amount: "1,234.50", "$40"; null for anything else. */
export function centsOf(typed: string): number | null {
  const cents = hundredthsOf(typed.replace(/(?<=\d),(?=\d{3}(?!\d))/g, ""));
  return typeof cents === "number" && cents <= mostCents ? cents : null;
}
