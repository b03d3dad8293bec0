import type { CutFacts } from "#app/content/cuts.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { Product } from "./product.ts";

/** What one piece of a product sold by the pound is like. */
export interface Piece {
  noun: "steak" | "piece";
  /** Pounds. */
  lb: number;
  /** "1¼ in", as far as known. */
  thickness?: string | undefined;
}

const ouncesPerLb = 16;

/**
 * A typical piece of a product sold by the pound: as its own weight of a piece says, else as is said
 * of its cut; null where neither is known. What is sold by the piece says its weight already.
 */
export function pieceOf(
  {
    name,
    cutType,
    soldBy,
    typicalPieceLb,
  }: Pick<Product, "name" | "cutType" | "soldBy" | "typicalPieceLb">,
  cut: Pick<CutFacts, "thickness" | "ounces"> | undefined,
): Piece | null {
  if (soldBy === "piece") return null;
  const noun = /\bsteak/i.test(`${name} ${cutType ?? ""}`) ? "steak" : "piece";
  const thickness = cut?.thickness;
  if (typicalPieceLb !== null) return { noun, lb: Number(typicalPieceLb), thickness };
  return cut?.ounces ? { noun, lb: cut.ounces / ouncesPerLb, thickness } : null;
}

/** "About 2 steaks of about 14 oz, 1¼ in thick."; of less than one, what one weighs. */
export function piecesInWords({ noun, lb, thickness }: Piece, pounds: number): string {
  const count = Math.round(pounds / lb);
  const thick = thickness ? `, ${thickness} thick` : "";
  // Buyers of steaks think in ounces, buyers of roasts in pounds.
  const weight = lb < 2 ? `${Math.round(lb * ouncesPerLb)} oz` : formatLb(lb);
  if (pounds < lb * 0.8) return `One ${noun} is about ${weight}${thick}.`;
  const pieces = `${count.toLocaleString("en-CA")} ${noun}${count === 1 ? "" : "s"}`;
  return `About ${pieces} of about ${weight}${thick}.`;
}
