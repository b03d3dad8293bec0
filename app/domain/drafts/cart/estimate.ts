import { type Piece, piecesInWords } from "#app/domain/catalogue/pieces.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import {
  type CostLine,
  costLine,
  orderCosts,
  promiseInWords,
} from "#app/domain/orders/order-costs.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { poundsOf } from "./amount.ts";

/** Returns the estimate and the promise for an amount, after the number of pieces if known. */
export function estimateOf(
  product: ProductSummary & { piece?: Piece | null },
  amount: number,
): string {
  const pounds = poundsOf(product, amount);
  const estimate = estimateText([costLine(product, pounds)]);
  return product.piece ? `${piecesInWords(product.piece, pounds)} ${estimate}` : estimate;
}

/** Returns the text about lines before ordering (trade rules, sections 1 and 13). */
export function estimateText(lines: readonly CostLine[]): string {
  const { taxes, estimateCents, mostCents } = orderCosts(lines);
  const withTax = taxes.length > 0 ? " with tax" : "";
  return `Estimate ${formatCents(estimateCents)}${withTax}. ${promiseInWords(mostCents)}`;
}
