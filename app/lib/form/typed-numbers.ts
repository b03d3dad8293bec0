import { toCents } from "../amounts/money.ts";

// Apart from the schema, because the form's example needs these and the schema is larger than it.

/** Why a text is not a number, before checking bounds. */
type NumberProblem = "missing" | "malformed" | "too precise";

/**
 * Parses a number with at most two decimals into hundredths, i.e. dollars into cents: "24.99",
 * "$24.", ".5". Infinity if it is longer than any bound.
 */
export function hundredthsOf(typed: string): number | NumberProblem {
  const text = typed.replace(/^[\s$]+/, "").trim();
  if (text === "") return "missing";
  if (/^\d*\.\d{3,}$/.test(text)) return "too precise";
  if (!/^(\d+\.?|\d*\.\d{1,2})$/.test(text)) return "malformed";
  // Beyond safe integers it is out of bounds anyway.
  if (text.length > 12) return Number.POSITIVE_INFINITY;
  return toCents(text.replace(/^\./, "0.").replace(/\.$/, ""));
}

/** Parses a whole number; Infinity if it is longer than any bound. */
export function wholeOf(typed: string): number | NumberProblem {
  const text = typed.trim();
  if (text === "") return "missing";
  if (!/^\d+$/.test(text)) return "malformed";
  return text.length > 12 ? Number.POSITIVE_INFINITY : Number(text);
}

/**
 * Parses pounds into hundredths: "1,250.5", "12,5", "12 lb"; or returns the sentence about what is
 * wrong, with an `example` of valid input. Bounds are the caller's.
 */
export function poundsOf(typed: string, example: string): number | { problem: string } {
  const text = typed
    .trim()
    .replace("−", "-")
    .replace(/\s*lbs?$/i, "")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  if (/^-\s*[\d.]/.test(text)) return { problem: "Pounds can't be less than none" };
  const read = hundredthsOf(text);
  if (typeof read === "number") return read;
  return {
    problem:
      read === "too precise"
        ? "Please enter pounds with at most two decimals, for instance 250.5"
        : `Please enter pounds, for instance ${example}`,
  };
}

/** Parses a whole number of things; null if empty, or the sentence about what is wrong. */
export function wholeNumber(
  typed: string,
  things: "boxes" | "pieces",
  most: number,
): number | null | { problem: string } {
  const read = wholeOf(typed);
  if (read === "missing") return null;
  if (typeof read !== "number") return { problem: `Please enter whole ${things}, for instance 12` };
  return read > most ? { problem: "That is too many. Please check it" } : read;
}

interface Bounds {
  least: number;
  most: number;
}

/** Bounds of the table: the price in cents, pounds in hundredths, the tare in grams. */
export const numberBounds = {
  pricePerLb: { least: 1, most: 1_000_000 },
  typicalPieceLb: { least: 5, most: 100_000 },
  orderStepLb: { least: 1, most: 100_000 },
  overCapPct: { least: 0, most: 30 },
  tareG: { least: 0, most: 5000 },
  itemNumber: { least: 1, most: 99_999 },
} satisfies Record<string, Bounds>;

export const textBounds = { cutType: 200, description: 5000 };

/** True if a number was parsed and is within its bounds. */
export function isWithin(value: number | NumberProblem, { least, most }: Bounds): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

const mostCents = 999_999_999;

/** Asks for an amount where something else was typed. */
export const askAmount = "Please enter an amount in dollars, such as 250.00";

export function centsOf(typed: string): number | null {
  const pointed = typed.replace(/^([\s$]*\d+),(\d{1,2}\s*)$/, "$1.$2");
  const cents = hundredthsOf(pointed.replace(/(?<=\d),(?=\d{3}(?!\d))/g, ""));
  return typeof cents === "number" && cents <= mostCents ? cents : null;
}
