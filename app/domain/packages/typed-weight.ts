import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import type { Ordered } from "./packing.ts";

export interface TypedWeight {
  kind: "weight";
  value: string;
  unit: WeightUnit;
  pieces: number | null;
}

export type Typed = TypedWeight | { kind: "scan"; text: string } | { kind: "nothing" };

/** The hint for typing pieces, on every screen that uses `readTyped`. */
export const piecesHint =
  "A weight alone counts as 1 piece. For several, type their number and what they weigh together: 2 pieces 5.3, or 2 x 5.3.";

/** A number of pieces before their weight: "2 x", "2 pieces", "2 pcs,". */
const countPattern = /^(\d{1,4})\s*(?:[x*×]|(?:pieces?|pcs?)(?![a-z])[\s,:=]*)\s*/i;

/** Returns the number of typed pieces without a weight, as in "2 pieces"; null if none is typed. */
export function piecesWithoutWeight(text: string): number | null {
  const typed = text.trim();
  const [counted, pieces] = countPattern.exec(typed) ?? [];
  return counted === typed ? Number(pieces) : null;
}

/**
 * Parses text typed or scanned into the only field of a station or a till: a weight ("3.86", "1,75
 * kg", "585 g"), a weight of several pieces together ("2 x 2.5", "2 pieces 2.5"), or else a code.
 * Codes have at least eight digits, so no weight looks like one.
 */
export function readTyped(text: string, unit: WeightUnit): Typed {
  const typed = text.trim();
  if (typed === "") return { kind: "nothing" };
  const [counted = "", pieces] = countPattern.exec(typed) ?? [];
  const weight = /^(\d{1,5}(?:[.,]\d{1,3})?|[.,]\d{1,3})\s*(lb|kg|g)?$/i.exec(
    typed.slice(counted.length),
  );
  if (!weight) return { kind: "scan", text };
  const [, digits = "", typedUnit = unit] = weight;
  const value = digits.replace(",", ".").replace(/^\./, "0.");
  const inUnit = typedUnit.toLowerCase();
  const count = pieces ? Number(pieces) : null;
  if (inUnit !== "g") {
    return { kind: "weight", value, unit: inUnit === "kg" ? "kg" : "lb", pieces: count };
  }
  // No scale in the trade shows fractions of a gram.
  if (value.includes(".")) return { kind: "scan", text };
  const grams = value.padStart(4, "0");
  return {
    kind: "weight",
    value: `${grams.slice(0, -3)}.${grams.slice(-3)}`,
    unit: "kg",
    pieces: count,
  };
}

/** Deviation in percent above which a weight must be typed twice. */
const suspectShare = 50n;

/** More typical pieces than this mean a misplaced decimal point. */
const suspectPieces = 3;

/**
 * True if a package's weight is implausible: more than half off the expected weight of its pieces,
 * above three times it, or, for a line by the pound, more than half above all that was ordered.
 * `pieces` only counts for lines by the piece.
 */
export function isSuspect(line: Ordered, netLb: string, pieces: number): boolean {
  if (line.soldBy === "lb" || line.typicalPieceLb === null) {
    const net = BigInt(toHundredthsLb(netLb));
    return net * 100n > BigInt(toHundredthsLb(line.quantity)) * (100n + suspectShare);
  }
  return areSuspect(line.typicalPieceLb, netLb, pieces);
}

/** True if the weight of pieces is implausible, given their typical weight. */
export function areSuspect(typicalPieceLb: string, netLb: string, pieces: number): boolean {
  const net = BigInt(toHundredthsLb(netLb));
  const expected = BigInt(toHundredthsLb(typicalPieceLb)) * BigInt(pieces);
  const difference = net > expected ? net - expected : expected - net;
  return difference * 100n > expected * suspectShare || net > expected * BigInt(suspectPieces);
}

/**
 * True if a package is far above those of the same product packed so far, which suggests a
 * misplaced decimal point if no typical piece is known. Only asked when typing and never refused,
 * as others may have packed more by the time it is stored.
 */
export function isFarAbove(netLb: string, soFar: readonly string[]): boolean {
  const usual = usualLb(soFar);
  return usual !== null && toHundredthsLb(netLb) > suspectPieces * toHundredthsLb(usual);
}

/** Returns the median weight of packages; null for none. */
export function usualLb(packages: readonly string[]): string | null {
  const sorted = packages.toSorted((one, other) => toHundredthsLb(one) - toHundredthsLb(other));
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
