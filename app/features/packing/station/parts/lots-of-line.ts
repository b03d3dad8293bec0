import { firstWithEnough, type LotToScan } from "#app/domain/lots/lots.ts";
import type { StationPackage } from "#app/domain/packages/packing.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { ShownLine } from "../station-view.ts";

type WithLots = readonly { packages: readonly Pick<StationPackage, "lotId" | "netLb">[] }[];

export type LineLot = Pick<LotToScan, "id" | "code"> & {
  /** Why it is proposed, if nobody chose it. */
  proposedAs?: "first to expire" | "first with enough";
};

/** What a line takes from its lot next, in hundredths of a lb. */
export interface Wanted {
  /** All that the line still wants. */
  rest: number;
  weight: number | null;
}

/**
 * Returns the lot to propose for a product: the first to expire with enough for the rest of the
 * line, so that a nearly empty lot isn't taken by mistake; if none has enough, the first to expire.
 * A weight changes the lot only if the lot hasn't enough for it, because the packer has its meat in
 * hand.
 *
 * Only the product's own lots are proposed, with meat left by the books, unexpired and not on hold.
 * A lot that is other products too is left out, because nobody knows which of them is left; so is a
 * primal or carcass, which has to be cut first.
 */
export function proposedLot(
  { productId }: Pick<ShownLine, "productId">,
  lots: readonly Pick<LotToScan, "id" | "code" | "leftLb" | "isHeld" | "expiresOn" | "namedAs">[],
  today: string,
  { rest, weight }: Wanted,
): LineLot | undefined {
  const last = "9999";
  const leftOf = ({ leftLb }: Pick<LotToScan, "leftLb">) =>
    leftLb === null ? null : toHundredthsLb(leftLb);
  const own = lots
    .filter(({ namedAs: [named, ...others] }) => named === productId && others.length === 0)
    .filter(({ isHeld, expiresOn }) => !isHeld && (expiresOn ?? last) >= today)
    .filter((lot) => (leftOf(lot) ?? 0) > 0)
    // The newest come first, also among those that expire on the same day.
    .toSorted((one, other) => (one.expiresOn ?? last).localeCompare(other.expiresOn ?? last));
  const [first] = own;
  const forRest = firstWithEnough(own, rest, leftOf) ?? first;
  const isTooLittle = forRest && weight !== null && (leftOf(forRest) ?? 0) < weight;
  const lot = isTooLittle ? (firstWithEnough(own, weight, leftOf) ?? forRest) : forRest;
  if (!lot) return undefined;
  const proposedAs = lot === first ? "first to expire" : "first with enough";
  return { id: lot.id, code: lot.code, proposedAs };
}

/** Returns the lots less what was packed since the page was loaded. */
export function lotsNow(
  lots: readonly LotToScan[],
  lines: WithLots,
  loaded: WithLots,
): LotToScan[] {
  const [packed, before] = [poundsByLot(lines), poundsByLot(loaded)];
  return lots.map((lot) => {
    if (lot.leftLb === null) return lot;
    const since = (packed.get(lot.id) ?? 0) - (before.get(lot.id) ?? 0);
    return { ...lot, leftLb: toPounds(hundredthsLb(toHundredthsLb(lot.leftLb) - since)) };
  });
}

export interface Overdrawn {
  id: string;
  code: string;
  /** What the books have for these lines. */
  hasLb: string;
  packedLb: string;
  /** Left by the books after these packages, in hundredths of a lb; below 0. */
  left: number;
}

/**
 * Returns the lots from which more is packed than they have by the books, as of the page's loading.
 * Only a warning, because the books may be wrong.
 */
export function overdrawnLots(
  lots: readonly Pick<LotToScan, "id" | "code" | "leftLb">[],
  lines: WithLots,
  loaded: WithLots,
): Overdrawn[] {
  const packed = poundsByLot(lines);
  const before = poundsByLot(loaded);
  return lots.flatMap(({ id, code, leftLb }) => {
    const now = packed.get(id);
    if (leftLb === null || now === undefined) return [];
    const has = toHundredthsLb(leftLb) + (before.get(id) ?? 0);
    if (now <= has) return [];
    const hasLb = toPounds(hundredthsLb(Math.max(0, has)));
    return [{ id, code, hasLb, packedLb: toPounds(hundredthsLb(now)), left: has - now }];
  });
}

function poundsByLot(lines: WithLots): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { lotId, netLb } of lines.flatMap(({ packages }) => packages)) {
    if (lotId) sums.set(lotId, (sums.get(lotId) ?? 0) + toHundredthsLb(netLb));
  }
  return sums;
}

/**
 * Warning text: "By the books lot C225-1 had 0.34 lb left. This package takes it to −2.16 lb. …"
 */
export function overdrawnInWords(
  { code, left }: Overdrawn,
  added: readonly Pick<StationPackage, "netLb">[],
): string {
  const had = left + sumLb(added.map(({ netLb }) => netLb));
  const before = had > 0 ? `${formatLb(had / 100)} left` : "nothing left";
  const [take, these] = added.length > 1 ? ["take", "These packages"] : ["takes", "This package"];
  return `By the books lot ${code} had ${before}. ${these} ${take} it to −${formatLb(-left / 100)}. Is it the right lot?`;
}
