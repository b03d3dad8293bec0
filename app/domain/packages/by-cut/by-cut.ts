import { promiseLb } from "#app/lib/amounts/line-totals.ts";
import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { isShort, judgeLine, type StationLine } from "../packing.ts";

// Cutting by product: one person weighs a product piece after piece, and each piece goes to the
// next line that wants it.

export type CutAsk = Pick<
  StationLine,
  | "soldBy"
  | "orderedPieces"
  | "typicalPieceLb"
  | "quantity"
  | "overCapPct"
  | "mostLb"
  | "packState"
  | "packedLb"
  | "packedPieces"
  | "shareLb"
  | "sharePieces"
>;

export interface CutWeight {
  /** Pounds with two decimals. */
  netLb: string;
  /** Counted only for lines by the piece. */
  pieces: number;
}

/**
 * Returns the line with what it should get: as ordered, or its share if there isn't enough for all.
 * The promised maximum remains the upper limit.
 */
export function askedOf<Line extends CutAsk>(line: Line): Line {
  const { shareLb, sharePieces, overCapPct, mostLb } = line;
  if (shareLb === null || !hasShare(line)) return line;
  const most = promiseLb(toHundredthsLb(shareLb), overCapPct);
  return {
    ...line,
    quantity: shareLb,
    orderedPieces: line.orderedPieces === null ? null : (sharePieces ?? line.orderedPieces),
    mostLb: toPounds(hundredthsLb(Math.min(most, toHundredthsLb(mostLb)))),
  };
}

/** True if a line gets less than was ordered, because there isn't enough for all. */
export function hasShare({ shareLb, quantity }: CutAsk): boolean {
  return shareLb !== null && toHundredthsLb(shareLb) < toHundredthsLb(quantity);
}

/** In hundredths of a pound; nobody cuts a smaller package, so a share missing less is reached. */
const leastLeft = 5;

/**
 * True if a line is open and has less than it should get: less than ordered, allowing for its
 * tolerance, and less than its share, if any. A share has no tolerance: a shortfall would benefit
 * nobody.
 */
export function wantsMore(line: CutAsk): boolean {
  if (line.packState !== "open" || judgeLine(line) !== "under") return false;
  if (!hasShare(line)) return true;
  const asked = askedOf(line);
  if (line.soldBy === "piece") return line.packedPieces < (asked.orderedPieces ?? 0);
  return toHundredthsLb(asked.quantity) - toHundredthsLb(line.packedLb) > leastLeft;
}

/** True if a line may be marked as done: it wants no more, or its share within the tolerance. */
export function mayBeDone(line: CutAsk): boolean {
  return !wantsMore(line) || (hasShare(line) && !isShort(askedOf(line)));
}

/** Returns how much a line still wants, in hundredths of a pound; never below 0. */
export function hundredthsLeft(line: CutAsk): number {
  if (!wantsMore(line)) return 0;
  const asked = askedOf(line);
  return Math.max(0, toHundredthsLb(asked.quantity) - toHundredthsLb(line.packedLb));
}

/** Returns the pieces that a line by the piece still wants; null for a line by the pound. */
export function piecesLeft(line: CutAsk): number | null {
  if (line.soldBy !== "piece") return null;
  return wantsMore(line) ? Math.max(0, (askedOf(line).orderedPieces ?? 0) - line.packedPieces) : 0;
}

/**
 * True if a package fits within what a line wants and its promised maximum. With a share, it must
 * also bring the line closer to it, as any excess belongs to others.
 */
export function fits(line: CutAsk, { netLb, pieces }: CutWeight): boolean {
  if (!wantsMore(line)) return false;
  const net = toHundredthsLb(netLb);
  if (toHundredthsLb(line.packedLb) + net > toHundredthsLb(askedOf(line).mostLb)) return false;
  if (hasShare(line) && line.soldBy === "lb" && net >= 2 * hundredthsLeft(line)) return false;
  const left = piecesLeft(line);
  return left === null || pieces <= left;
}

/**
 * Returns the line that a package should go to: the one with the smallest remainder that the
 * package fits, else, or without a weight, the next that wants more. `lines` are in the order of
 * runs and stops, which breaks ties.
 */
export function proposedLine<Line extends CutAsk>(
  lines: readonly Line[],
  weight: CutWeight | null,
): Line | undefined {
  return candidates(lines, weight)[0];
}

/** Returns all lines that want more, in the order they would be proposed. */
export function candidates<Line extends CutAsk>(
  lines: readonly Line[],
  weight: CutWeight | null,
): Line[] {
  const wanting = lines.filter(wantsMore);
  if (!weight) return wanting;
  const fitting = wanting
    .filter((line) => fits(line, weight))
    // The sort is stable: equal remainders stay in the order of stops.
    .sort((one, other) => hundredthsLeft(one) - hundredthsLeft(other));
  return [...fitting, ...wanting.filter((line) => !fitting.includes(line))];
}

/** Returns the line after this one among the candidates, wrapping around at the end. */
export function nextCandidate<Line extends CutAsk & { id: string }>(
  lines: readonly Line[],
  weight: CutWeight | null,
  from: string | undefined,
): Line | undefined {
  const found = candidates(lines, weight);
  return found[(found.findIndex(({ id }) => id === from) + 1) % Math.max(1, found.length)];
}
