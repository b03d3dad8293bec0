/**
 * What each order gets of a product where there is not enough for all (trade.md 14, "By cut"): in hundredths
 * of a pound, or of what is sold by the piece in whole pieces.
 */
import { sum } from "./sums.ts";

export interface Sharer {
  id: string;
  /** The order's number; the lower was placed first. */
  number: number;
  /** Of its client, as the owner has it: 1 comes first, and those without one last. */
  rank: number | null;
  /** Ordered and packed. */
  asked: number;
  has: number;
}

/** In turn each gets all of it, until there is no more: by the clients' rank, then who ordered first; or by that alone. */
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
 * Whether it is shared in proportion to what was ordered: all that there is, to nobody less than is packed
 * or more than was ordered, and to each the same part, but for the rounding of a hundredth, or of a piece.
 *
 * @param there of pieces, as many as the pounds come to, with what is left of one
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
