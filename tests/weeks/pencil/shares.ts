/** Shares a scarce product among orders (trade.md 14, "By cut"). */
import { sum } from "./sums.ts";

export interface Sharer {
  id: string;
  /** The order's number; the lower was placed first. */
  number: number;
  /** Hundredths of a pound, ordered and packed. */
  asked: number;
  has: number;
}

/** Fills the orders in the order in which they were placed until nothing is left. */
export function sharedByTime(sharers: readonly Sharer[], lb: number): Map<string, number> {
  let left = lb;
  const gets = new Map(sharers.map(({ id, has }) => [id, has]));
  for (const { id, asked, has } of [...sharers].sort((a, b) => a.number - b.number)) {
    const more = Math.min(left, asked - has);
    gets.set(id, has + more);
    left -= more;
  }
  return gets;
}

/**
 * True if the split is in proportion to what was ordered: everything is shared, nobody gets less
 * than is packed or more than was ordered, and each gets the same part but for a hundredth of
 * rounding.
 */
export function isShared(
  sharers: readonly Sharer[],
  lb: number,
  gets: ReadonlyMap<string, number>,
): boolean {
  const all = Math.min(lb + sum(sharers.map(({ has }) => has)), sum(sharers.map((s) => s.asked)));
  if (sum([...gets.values()]) !== all) return false;
  const at = (part: number) => sharers.map(({ asked, has }) => Math.max(has, asked * part));
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (at(middle).reduce((so, one) => so + one, 0) < all) low = middle;
    else high = middle;
  }
  const right = at(high);
  return sharers.every(({ id }, index) => {
    const got = gets.get(id) ?? Number.NaN;
    return Math.abs(got - (right[index] ?? 0)) <= 1.000001;
  });
}
