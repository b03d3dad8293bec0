import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { formatLb, poundsOfPieces, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { maxQuantity } from "./cart-on-every-page.ts";

// An amount is what a customer counts: pounds, or whole pieces of what is sold by the piece.

/** The product page's form, as `POST /cart` takes it: a product's id, and its amount as typed. */
export const addField = "add";
export const amountField = "qty";

type Selling = Pick<ProductSummary, "soldBy" | "typicalPieceLb">;

/** What a piece typically weighs; null for what is sold by the pound. */
export function pieceLb({ soldBy, typicalPieceLb }: Selling): string | null {
  return soldBy === "piece" ? typicalPieceLb : null;
}

/** The pounds of an amount. Pieces weigh what they typically do. */
export function poundsOf(selling: Selling, amount: number): number {
  const lb = pieceLb(selling);
  return lb === null ? amount : Number(poundsOfPieces(amount, lb));
}

/** The largest amount of a product in an order: `maxQuantity` pounds, or as many whole pieces. */
export function maxAmount(selling: Selling): number {
  const lb = pieceLb(selling);
  return lb === null ? maxQuantity : Math.floor((maxQuantity * 100) / toHundredthsLb(lb));
}

/** Formats pieces: "3 × about 1.25 lb"; null for what is sold by the pound. */
export function formatPieces(selling: Selling, amount: number): string | null {
  const lb = pieceLb(selling);
  return lb === null ? null : `${amount} × about ${formatLb(Number(lb))}`;
}
