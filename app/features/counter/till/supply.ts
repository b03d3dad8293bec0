import { lackOfOffer, offerInWords, takenBy } from "#app/domain/stock/stock.ts";
import { amountOf, type SaleLine } from "../sale.ts";
import { isEmpty, isOf, lotsFor, type SoldOfLots } from "./till-lots.ts";
import type { TillLot, TillProduct } from "./till-product.ts";

interface Lots {
  lots: readonly TillLot[];
  today: string;
  sold: SoldOfLots;
}

/** Says what is wrong with a product's lots: all with meat are on hold, or none can be chosen. */
function lotsAgainst(product: TillProduct, { lots, today, sold }: Lots) {
  const all = lotsFor(product, lots, today, sold);
  const open = all.filter(({ isHeld }) => !isHeld);
  const hasMeat = open.some((lot) => !isEmpty(lot, sold));
  const isOwnLeft = open.some((lot) => isOf(lot, product) && !isEmpty(lot, sold));
  return {
    held: isOwnLeft ? [] : all.filter((lot) => lot.isHeld && isOf(lot, product)),
    isNone: product.isTraced && open.length === 0,
    isEmpty: product.isTraced && open.length > 0 && !hasMeat,
  };
}

/** Returns a tile's text beside the price: "Sold out", "Lot on hold"; empty for none. */
export function supplyOnTile(product: TillProduct, lots: Lots): string {
  const isOut = product.left !== undefined && lackOf(product, [], 1) !== null;
  if (isOut && product.left) return offerInWords(product.left, null) ?? "";
  const { held, isNone, isEmpty } = lotsAgainst(product, lots);
  if (held.length > 0) return held.length === 1 ? "Lot on hold" : "Lots on hold";
  if (isNone) return "No lot";
  return isEmpty ? "Lots empty" : "";
}

/**
 * Returns what staff should know of a product before they weigh it, for the sale's lines with the
 * weight in the field. Only a hold, or a missing lot of a traced product, blocks the sale: the meat
 * in their hands outweighs the books.
 */
export function supplyInWords(
  product: TillProduct,
  lines: readonly SaleLine[],
  lots: Lots,
): string[] {
  const said: string[] = [];
  const { held, isNone, isEmpty } = lotsAgainst(product, lots);
  const { name, isTraced } = product;
  if (held.length > 0) {
    const codes = held.map(({ code }) => code).join(", ");
    said.push(
      held.length === 1
        ? `Lot ${codes} is on hold: don’t sell meat of it.`
        : `Lots ${codes} are on hold: don’t sell meat of them.`,
    );
  }
  if (isNone) {
    said.push(
      held.length > 0
        ? `There is no other lot of ${name} to sell.`
        : `${name} is traced, and there is no lot of it to sell. Receive it first, or scan its label.`,
    );
  }
  if (isEmpty) {
    said.push(`By the books, no lot of ${name} has any left. ${inYourHands(isTraced)}`);
  }
  const lack = lackOf(product, lines, 1);
  if (lack !== null && !isNone && !isEmpty) said.push(`${lack} ${inYourHands(false)}`);
  return said;
}

const inYourHands = (isLotNeeded: boolean) =>
  isLotNeeded
    ? "If you have it in your hands, show the empty lots, choose its lot and sell it, and count the lot afterward."
    : "If you have it in your hands, sell it, and count the stock afterward.";

/** Says that lines sell more of a product than can be promised; null if they don't. */
export function lackOf(product: TillProduct, lines: readonly SaleLine[], least = 0): string | null {
  const { left, typicalPieceLb } = product;
  if (!left) return null;
  const amount = lines
    .filter(({ productId }) => productId === product.id)
    .map((line) => ({ quantity: amountOf(line)?.netLb ?? "0", pieces: line.pieces }))
    .reduce((sum, taken) => sum + takenBy(taken, left.unit, typicalPieceLb), 0);
  return lackOfOffer(
    left,
    { productId: product.id, name: product.name },
    Math.max(least, amount),
    null,
  );
}
