import { areSuspect, isFarAbove, usualLb } from "#app/domain/packages/typed-weight.ts";
import { lbIn, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { amountOf, type SaleLine } from "../sale.ts";
import type { TillProduct } from "./till-product.ts";

/** Hundredths of a lb; limit for a package of a product never sold at a counter. */
const mostUnasked = 10_00;

/**
 * Says why a weight, whose decimal point may be misplaced, has to be entered twice; empty if it is
 * plausible. Works offline: usual package weights come with the page, and the sale's own lines
 * count for a product that was never packed. Wholesale's cases say little of a counter's packages,
 * so those have a limit.
 */
export function doubtOf(product: TillProduct, line: SaleLine, lines: readonly SaleLine[]): string {
  const netLb = amountOf(line)?.netLb ?? "0";
  const said = (lb: string) => lbIn(line.unit, lb);
  const { typicalPieceLb } = product;
  if (product.soldBy === "piece" && typicalPieceLb !== null) {
    if (!areSuspect(typicalPieceLb, netLb, line.pieces ?? 1)) return "";
    return `${said(netLb)} is far from what is expected: a piece weighs about ${said(typicalPieceLb)}.`;
  }
  const soFar = product.usualLb === null ? weightsOf(product, lines) : [product.usualLb];
  if (isFarAbove(netLb, soFar)) {
    return `${said(netLb)} is far above the packages so far, of about ${said(usualLb(soFar) ?? "")}.`;
  }
  const isKnown = product.isUsualHere || weightsOf(product, lines).length > 0;
  return !isKnown && toHundredthsLb(netLb) > mostUnasked
    ? `${said(netLb)} is a lot for one package of ${product.name} at the counter.`
    : "";
}

const weightsOf = ({ id }: TillProduct, lines: readonly SaleLine[]) =>
  lines.filter(({ productId }) => productId === id).flatMap((line) => amountOf(line)?.netLb ?? []);
