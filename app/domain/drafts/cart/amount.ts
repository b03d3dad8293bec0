import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { formatLb, poundsOfPieces, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { maxQuantity } from "./cart-on-every-page.ts";

// An amount is in pounds, or in whole pieces of products sold by the piece.

/** Fields of the product page's form for `POST /cart`: a product's id, and the typed amount. */
export const addField = "add";
export const amountField = "qty";

type Selling = Pick<ProductSummary, "soldBy" | "typicalPieceLb">;

/** Returns a piece's typical weight; null for products sold by the pound. */
export function pieceLb({ soldBy, typicalPieceLb }: Selling): string | null {
  return soldBy === "piece" ? typicalPieceLb : null;
}

/** Returns an amount in pounds, at the typical weight of a piece. */
export function poundsOf(selling: Selling, amount: number): number {
  const lb = pieceLb(selling);
  return lb === null ? amount : Number(poundsOfPieces(amount, lb));
}

/** Returns the largest amount in an order: `maxQuantity` pounds, or the pieces that fit. */
export function maxAmount(selling: Selling): number {
  const lb = pieceLb(selling);
  return lb === null ? maxQuantity : Math.floor((maxQuantity * 100) / toHundredthsLb(lb));
}

/** Formats pieces: "3 × about 1.25 lb"; null for products sold by the pound. */
export function formatPieces(selling: Selling, amount: number): string | null {
  const lb = pieceLb(selling);
  return lb === null ? null : `${amount} × about ${formatLb(Number(lb))}`;
}
