import type { CutFacts } from "#app/content/cuts.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { Product } from "./product.ts";

/** The typical piece of a product sold by the pound. */
export interface Piece {
  noun: "steak" | "piece";
  lb: number;
  thickness?: string | undefined;
}

const ouncesPerLb = 16;

/**
 * Returns the typical piece of a product sold by the pound, by its own piece weight, else its cut's
 * facts; null if unknown, and for products sold by the piece, which state their weight.
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

/** Returns "About 2 steaks of about 14 oz, 1¼ in thick."; below one piece, the weight of one. */
export function piecesInWords({ noun, lb, thickness }: Piece, pounds: number): string {
  const count = Math.round(pounds / lb);
  const thick = thickness ? `, ${thickness} thick` : "";
  // Small pieces are bought by the ounce, large ones by the pound.
  const weight = lb < 2 ? `${Math.round(lb * ouncesPerLb)} oz` : formatLb(lb);
  if (pounds < lb * 0.8) return `One ${noun} is about ${weight}${thick}.`;
  const pieces = `${count.toLocaleString("en-CA")} ${noun}${count === 1 ? "" : "s"}`;
  return `About ${pieces} of about ${weight}${thick}.`;
}
