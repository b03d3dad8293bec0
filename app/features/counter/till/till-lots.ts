import { firstWithEnough } from "#app/domain/lots/lots.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { formatDay } from "#app/lib/dates.ts";
import { amountOf, type SaleLine } from "../sale.ts";
import type { TillLot, TillProduct } from "./till-product.ts";

/** Sold weight of each lot since the page was loaded, in hundredths of a lb. */
export type SoldOfLots = Readonly<Record<string, number>>;

/** Returns sold weights including these lines, in hundredths of a lb. */
export function soldWith(sold: SoldOfLots, lines: readonly SaleLine[]): SoldOfLots {
  const sum: Record<string, number> = { ...sold };
  for (const line of lines) {
    if (line.lotId)
      sum[line.lotId] = (sum[line.lotId] ?? 0) + sumLb([amountOf(line)?.netLb ?? "0"]);
  }
  return sum;
}

/** Returns what is left of a lot, in hundredths of a lb; null if unknown. */
function leftOf({ id, leftLb }: TillLot, sold: SoldOfLots): number | null {
  return leftLb === null ? null : toHundredthsLb(leftLb) - (sold[id] ?? 0);
}

/** A lot with an unknown amount may still have some. */
export const isEmpty = (lot: TillLot, sold: SoldOfLots) => (leftOf(lot, sold) ?? 1) <= 0;

export const isOf = ({ soldAs }: TillLot, { id }: TillProduct) => soldAs?.includes(id) ?? false;

/** True if a lot is the product itself, not a primal that it may be cut from. */
const isNamed = ({ namedAs }: TillLot, { id }: TillProduct) => namedAs.includes(id);

/**
 * Returns the lots that a product may be sold from, unexpired and each group by expiry: its own,
 * then those of its primal or, if nothing is left of these, also unassigned ones. Empty lots come
 * late and lots on hold last; these are shown, but can't be selected.
 */
export function lotsFor(
  product: TillProduct,
  lots: readonly TillLot[],
  today: string,
  sold: SoldOfLots,
): TillLot[] {
  const rank = (lot: TillLot) =>
    (lot.isHeld ? 6 : 0) +
    (isEmpty(lot, sold) ? 3 : 0) +
    (isNamed(lot, product) ? 0 : isOf(lot, product) ? 1 : 2);
  const last = "9999";
  const fitting = lots
    .filter((lot) => lot.soldAs === null || isOf(lot, product))
    .filter(({ expiresOn }) => expiresOn === null || expiresOn >= today);
  const own = fitting.filter((lot) => isOf(lot, product));
  return (own.some((lot) => !lot.isHeld && !isEmpty(lot, sold)) ? own : fitting).toSorted(
    (one, other) =>
      rank(one) - rank(other) || (one.expiresOn ?? last).localeCompare(other.expiresOn ?? last),
  );
}

/** Returns the default lot: the first in `lotsFor` with stock, else the only one that fits. */
export function proposedLot(
  product: TillProduct,
  lots: readonly TillLot[],
  today: string,
  sold: SoldOfLots,
): TillLot | undefined {
  const there = lotsFor(product, lots, today, sold).filter(
    (lot) => !lot.isHeld && !isEmpty(lot, sold),
  );
  const [first, second] = there;
  if (first && isOf(first, product)) return first;
  return second ? undefined : first;
}

/**
 * Returns the lot for a weight: the first in `lotsFor` with enough of it. Staff have to choose if
 * none has enough, or if several aren't known to be of the product.
 */
export function lotForWeight(
  product: TillProduct,
  lots: readonly TillLot[],
  today: string,
  { sold, netLb }: { sold: SoldOfLots; netLb: string },
): { lot: TillLot | undefined; isAsked: boolean } {
  const there = lotsFor(product, lots, today, sold).filter(
    (lot) => !lot.isHeld && !isEmpty(lot, sold),
  );
  const own = there.filter((lot) => isOf(lot, product));
  const [first, second] = there;
  if (own.length === 0) return { lot: second ? undefined : first, isAsked: false };
  const lot = firstWithEnough(own, toHundredthsLb(netLb), (one) => leftOf(one, sold));
  return { lot, isAsked: lot === undefined };
}

export const withoutLot =
  "Without a lot, a recall can’t find who bought this meat, and no lot has less of it.";

/** Says why a traced product can't be added without a lot. */
export function wantsLot({ name }: TillProduct, lots: readonly TillLot[]): string {
  return lots.some(({ isHeld }) => !isHeld)
    ? `${name} is traced. Choose its lot, then press Add.`
    : `${name} is traced, and there is no lot of it to sell. Receive it first, or scan its label.`;
}

/** The lots with stock by the books, and the selected one; others are shown on request. */
export function lotsWithMeat(
  lots: readonly TillLot[],
  sold: SoldOfLots,
  chosenId: string,
): TillLot[] {
  return lots.filter((lot) => lot.id === chosenId || !isEmpty(lot, sold));
}

/** "C-201, Chuck roll, 12 lb left, best before Dec 3" */
export function lotInWords(lot: TillLot, sold: SoldOfLots): string {
  const left = leftOf(lot, sold);
  return [
    lot.code,
    lot.meat,
    lot.isHeld ? "on hold" : "",
    left === null ? "" : `${formatLb(Math.max(0, left) / 100)} left`,
    lot.expiresOn ? `best before ${formatDay(lot.expiresOn)}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * Says which lot the weight in the field will come from, and why it isn't `first`, which is
 * proposed without a weight. Empty without a lot.
 */
export function comesFrom(
  lot: TillLot | undefined,
  first: TillLot | undefined,
  isChosen: boolean,
): string {
  if (!lot) return "";
  if (!first || first.id === lot.id || isChosen)
    return `The next piece comes from lot ${lot.code}.`;
  return `Lot ${first.code} has less than this left by the books, so it comes from lot ${lot.code}.`;
}

/** Says what to do with the meat of a lot on hold. */
export function heldLot({ code }: TillLot): string {
  return `Lot ${code} is on hold. Don’t sell its meat: set it aside and tell the owner.`;
}

/** Says why a lot named by a label can't be sold as a product; undefined if it can. */
export function whyNot(lot: TillLot, product: TillProduct, today: string): string | undefined {
  if (lot.isHeld) return `${heldLot(lot)} Nothing was added.`;
  if (lot.expiresOn && lot.expiresOn < today)
    return `Lot ${lot.code} is past its best-before date. Nothing was added.`;
  if (lot.soldAs !== null && !isOf(lot, product)) {
    return `Lot ${lot.code} is not ${product.name}. Nothing was added.`;
  }
  return undefined;
}

/** Warns that more of a lot is sold than is left; empty if enough is. */
export function moreThanThere(lot: TillLot | undefined, sold: SoldOfLots): string {
  const left = lot ? leftOf(lot, sold) : null;
  if (!lot || left === null || left >= 0) return "";
  return `That is ${toPounds(hundredthsLb(-left))} lb more than lot ${lot.code} has by the books.`;
}
