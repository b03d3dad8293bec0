import { areSuspect, isFarAbove, usualLb } from "#app/domain/packages/packing.ts";
import { amountOf, type SaleLine } from "../sale.ts";
import type { TillProduct } from "./till-product.ts";

/**
 * Says why a weight has to be confirmed by a second entry, as at the packing station: it is
 * probably a misplaced decimal point. Empty for a plausible weight. Works offline: usual package
 * weights come with the page, and the sale's own lines count for a product that was never packed.
 */
export function doubtOf(product: TillProduct, line: SaleLine, lines: readonly SaleLine[]): string {
  const netLb = amountOf(line)?.netLb ?? "0";
  const { typicalPieceLb } = product;
  if (product.soldBy === "piece" && typicalPieceLb !== null) {
    if (!areSuspect(typicalPieceLb, netLb, line.pieces ?? 1)) return "";
    return `${netLb} lb is far from what is expected: a piece weighs about ${typicalPieceLb} lb.`;
  }
  const soFar = product.usualLb === null ? weightsOf(product, lines) : [product.usualLb];
  if (!isFarAbove(netLb, soFar)) return "";
  return `${netLb} lb is far above the packages so far, of about ${usualLb(soFar)} lb.`;
}

const weightsOf = ({ id }: TillProduct, lines: readonly SaleLine[]) =>
  lines.filter(({ productId }) => productId === id).flatMap((line) => amountOf(line)?.netLb ?? []);
