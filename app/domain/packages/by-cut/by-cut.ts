import { promiseLb } from "#app/lib/amounts/line-totals.ts";
import { hundredthsLb, poundsOfPieces, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { isShort, judgeLine, type StationLine } from "../packing.ts";

// Cutting by product: one person stands at a product and weighs piece after piece, and each piece
// goes to the next line that wants it.

/** The parts of a line that say how much more it wants. */
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

/** A package on the scale. */
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
 * tolerance, and less than its share if it has one. A share has no tolerance, since a shortfall
 * would benefit nobody else.
 */
export function wantsMore(line: CutAsk): boolean {
  if (line.packState !== "open" || judgeLine(line) !== "under") return false;
  if (!hasShare(line)) return true;
  const asked = askedOf(line);
  if (line.soldBy === "piece") return line.packedPieces < (asked.orderedPieces ?? 0);
  return toHundredthsLb(asked.quantity) - toHundredthsLb(line.packedLb) > leastLeft;
}

/**
 * True if a line may be marked as done: it wants no more, or is within the order's tolerance of its
 * share.
 */
export function mayBeDone(line: CutAsk): boolean {
  return !wantsMore(line) || (hasShare(line) && !isShort(askedOf(line)));
}

/** Returns the pounds that a line still wants, in hundredths; never below 0. */
export function hundredthsLeft(line: CutAsk): number {
  if (!wantsMore(line)) return 0;
  const asked = askedOf(line);
  return Math.max(0, toHundredthsLb(asked.quantity) - toHundredthsLb(line.packedLb));
}

/** Returns the pieces that a line by the piece still wants; null for one by the pound. */
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
 * Returns the line a package should go to: the one with the smallest remainder that it fits, else
 * the next that wants more. Without a weight, the next one. `lines` are in the order of runs and
 * stops, which breaks ties.
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

export const sharings = ["pro_rata", "rank", "time"] as const;
export type Sharing = (typeof sharings)[number];

export interface Sharer
  extends Pick<
    CutAsk,
    | "soldBy"
    | "orderedPieces"
    | "typicalPieceLb"
    | "quantity"
    | "overCapPct"
    | "packedLb"
    | "packedPieces"
  > {
  id: string;
  /** The client's rank, from 1; null comes last. */
  rank: number | null;
  /** Increases with the time at which orders were placed, also of two placed in the same moment. */
  orderNumber: number;
}

export interface Share {
  id: string;
  shareLb: string;
  sharePieces: number | null;
  /** True if it gets or has what was ordered, within its tolerance, so no share is stored. */
  isAll: boolean;
}

/**
 * Shares what is left to cut over lines, in hundredths of a pound and whole pieces, never below
 * what is already packed of a line. Lines within the tolerance of what was ordered take no more.
 * `leftLb` excludes what is packed. Pro rata divides by the ordered quantity and rounds by the
 * largest remainders; rank and time serve each line in full, in turn, until nothing is left.
 */
export function sharesOf(
  lines: readonly Sharer[],
  leftLb: string,
  how: Sharing,
): Map<string, Share> {
  const rows = lines.map((line) => {
    const step = stepOf(line);
    const has: number = hasOf(line, step);
    const asked: number = isShort(line) ? Math.max(toHundredthsLb(line.quantity), has) : has;
    return { line, step, asked, has, gets: has };
  });
  let left: number = toHundredthsLb(leftLb);
  /** Gives a line more in its steps, up to what is left and what it asked for. */
  const give = (row: (typeof rows)[number], most: number) => {
    const room = Math.min(left, most, row.asked - row.gets);
    const given = Math.max(0, Math.floor(room / row.step) * row.step);
    row.gets += given;
    left -= given;
  };
  if (how === "pro_rata") {
    const ideal = idealShares(rows, left);
    for (const [index, row] of rows.entries()) give(row, Math.floor(ideal[index] ?? 0) - row.gets);
    const byRemainder = rows
      .map((row, index) => ({ row, short: ((ideal[index] ?? 0) - row.gets) / row.step }))
      .sort((one, other) => other.short - one.short);
    for (const { row } of byRemainder) give(row, row.step);
    for (const { row } of byRemainder) give(row, row.asked);
  } else {
    const rankOf = ({ line }: (typeof rows)[number]) => (how === "rank" ? (line.rank ?? 100) : 0);
    const inTurn = rows.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || one.line.orderNumber - other.line.orderNumber,
    );
    for (const row of inTurn) give(row, row.asked);
  }
  return new Map(rows.map(({ line, gets, step }) => [line.id, shareOf(line, gets, step)]));
}

/**
 * Returns the exact pro-rata shares of the ordered quantities. Lines that have more than theirs
 * keep it, and the others share the rest.
 */
function idealShares(rows: readonly { asked: number; has: number }[], left: number): number[] {
  const kept = new Set<number>();
  for (;;) {
    const free = rows
      .map((row, index) => ({ ...row, index }))
      .filter(({ index }) => !kept.has(index));
    const asked = free.reduce((sum, row) => sum + row.asked, 0);
    const there = left + free.reduce((sum, { has }) => sum + has, 0);
    const part = asked === 0 ? 0 : Math.min(1, there / asked);
    const over = free.filter((row) => row.has > row.asked * part);
    if (over.length === 0 || asked === 0) {
      return rows.map((row, index) => (kept.has(index) ? row.has : row.asked * part));
    }
    for (const { index } of over) kept.add(index);
  }
}

/** Returns the smallest unit of a share: a piece, or a hundredth of a pound. */
function stepOf({ soldBy, typicalPieceLb }: Sharer): number {
  return soldBy === "piece" && typicalPieceLb !== null ? toHundredthsLb(typicalPieceLb) : 1;
}

/** Returns what a line already has; pieces count with their estimated weight. */
function hasOf({ soldBy, packedLb, packedPieces }: Sharer, step: number): number {
  return soldBy === "piece" ? packedPieces * step : toHundredthsLb(packedLb);
}

function shareOf(line: Sharer, gets: number, step: number): Share {
  const { id, soldBy, typicalPieceLb } = line;
  const isAll = !isShort(line) || gets >= toHundredthsLb(line.quantity);
  if (soldBy !== "piece" || typicalPieceLb === null) {
    return { id, shareLb: toPounds(hundredthsLb(gets)), sharePieces: null, isAll };
  }
  const pieces = Math.round(gets / step);
  return { id, shareLb: poundsOfPieces(pieces, typicalPieceLb), sharePieces: pieces, isAll };
}
