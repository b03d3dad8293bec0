import type { WeightUnit } from "#db/schema/values/meat/packages.ts";

export interface TypedWeight {
  kind: "weight";
  value: string;
  unit: WeightUnit;
  pieces: number | null;
}

export type Typed = TypedWeight | { kind: "scan"; text: string } | { kind: "nothing" };

/** How pieces are typed, as every screen that reads them with `readTyped` says it. */
export const piecesHint =
  "A weight alone counts as 1 piece. For several, type their number and what they weigh together: 2 pieces 5.3, or 2 x 5.3.";

/** A number of pieces before their weight: "2 x", "2 pieces", "2 pcs,". */
const countPattern = /^(\d{1,4})\s*(?:[x*×]|(?:pieces?|pcs?)(?![a-z])[\s,:=]*)\s*/i;

/** Returns the number of typed pieces whose weight is missing, as in "2 pieces"; null if none is. */
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
