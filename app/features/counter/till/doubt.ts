import { areSuspect, isFarAbove, usualLb } from "#app/domain/packages/packing.ts";
import { amountOf, type SaleLine } from "../sale.ts";
import type { TillProduct } from "./till-product.ts";

/**
 * Why a weight has to be entered twice, as at the packing station: it is most likely a slip of the decimal point.
 * Empty for one that may be. It needs no network: what packages usually weigh came with the page, and of what
 * was never packed those in the sale count.
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
