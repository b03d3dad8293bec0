/**
 * Orders' shares of a product when there isn't enough for all (trade.md 14, "By cut"): in
 * hundredths of a lb, or in whole pieces of a product sold by the piece.
 */
import { sum } from "./sums.ts";

export interface Sharer {
  id: string;
  /** The order's number; lower numbers were placed first. */
  number: number;
  /** The owner's rank of its client: 1 comes first, null last. */
  rank: number | null;
  /** Ordered; `has` is packed. */
  asked: number;
  has: number;
}

/** Fills orders in turn while stock lasts: by rank and then number, or by number alone. */
export function sharedInTurn(
  sharers: readonly Sharer[],
  there: number,
  how: "rank" | "time",
): Map<string, number> {
  let left = Math.floor(there);
  const gets = new Map(sharers.map(({ id, has }) => [id, has]));
  const turn = ({ rank }: Sharer) => (how === "rank" ? (rank ?? Number.MAX_SAFE_INTEGER) : 0);
  const inTurn = [...sharers].sort((a, b) => turn(a) - turn(b) || a.number - b.number);
  for (const { id, asked, has } of inTurn) {
    const more = Math.max(0, Math.min(left, asked - has));
    gets.set(id, has + more);
    left -= more;
  }
  return gets;
}

/**
 * True if stock is shared in proportion to the orders: all of it is given out, nobody gets less
 * than is packed or more than was ordered, and all get the same ratio, up to rounding.
 *
 * @param there for pieces, the pounds' worth of pieces, including a fraction
 */
export function isShared(
  sharers: readonly Sharer[],
  there: number,
  gets: ReadonlyMap<string, number>,
): boolean {
  const has = sum(sharers.map((one) => one.has));
  const most = sum(sharers.map(({ asked, has: own }) => Math.max(asked, own)));
  if (sum([...gets.values()]) !== Math.min(Math.floor(there) + has, most)) return false;
  const all = Math.min(there + has, most);
  const at = (part: number) => sharers.map(({ asked, has: own }) => Math.max(own, asked * part));
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 60; turn += 1) {
    const middle = (low + high) / 2;
    if (at(middle).reduce((so, one) => so + one, 0) < all) low = middle;
    else high = middle;
  }
  const right = at(high);
  return sharers.every(({ id, has: own }, index) => {
    const got = gets.get(id) ?? Number.NaN;
    return got >= own && Math.abs(got - (right[index] ?? 0)) <= 1.000001;
  });
}
