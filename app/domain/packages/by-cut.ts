import { promiseLb } from "#app/lib/amounts/line-totals.ts";
import { hundredthsLb, poundsOfPieces, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { isShort, judgeLine, type StationLine } from "./packing.ts";

// Meat is cut by product: one stands at a product, weighs piece after piece, and each goes to the next
// line that wants it.

/** What of a line says how much more it wants. */
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
  /** Counted for lines by the piece alone. */
  pieces: number;
}

/**
 * The line as it is to be packed: as ordered, or its share where there is not enough for all. The
 * promised maximum stays the highest of all.
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

/** Whether a line gets less than was ordered, because there is not enough for all. */
export function hasShare({ shareLb, quantity }: CutAsk): boolean {
  return shareLb !== null && toHundredthsLb(shareLb) < toHundredthsLb(quantity);
}

/** Nobody cuts a package of so little, in hundredths of a pound: a share that lacks no more is reached. */
const leastLeft = 5;

/**
 * Whether a line is open and has less than it is to get: less than was ordered, by its tolerance, and
 * less than its share if it has one. A share is the weight itself, since what one is short of it is
 * kept from nobody else.
 */
export function wantsMore(line: CutAsk): boolean {
  if (line.packState !== "open" || judgeLine(line) !== "under") return false;
  if (!hasShare(line)) return true;
  const asked = askedOf(line);
  if (line.soldBy === "piece") return line.packedPieces < (asked.orderedPieces ?? 0);
  return toHundredthsLb(asked.quantity) - toHundredthsLb(line.packedLb) > leastLeft;
}

/**
 * Whether a line may be marked as done with what it has: it wants no more, or is as near to its share
 * as an order may be to what was ordered.
 */
export function mayBeDone(line: CutAsk): boolean {
  return !wantsMore(line) || (hasShare(line) && !isShort(askedOf(line)));
}

/** The pounds that a line still wants, in hundredths; never below 0. */
export function hundredthsLeft(line: CutAsk): number {
  if (!wantsMore(line)) return 0;
  const asked = askedOf(line);
  return Math.max(0, toHundredthsLb(asked.quantity) - toHundredthsLb(line.packedLb));
}

/** The pieces that a line by the piece still wants; null for one by the pound. */
export function piecesLeft(line: CutAsk): number | null {
  if (line.soldBy !== "piece") return null;
  return wantsMore(line) ? Math.max(0, (askedOf(line).orderedPieces ?? 0) - line.packedPieces) : 0;
}

/**
 * Whether a package fits within what a line wants and was promised at most. To a share it has to bring
 * the line nearer: what is above it is another's.
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
 * Where a package goes: to the line with the smallest remainder that it fits within, else to the next
 * that wants more. Without a weight, to the next. `lines` are in the order of runs and stops; of equal
 * remainders the first counts.
 */
export function proposedLine<Line extends CutAsk>(
  lines: readonly Line[],
  weight: CutWeight | null,
): Line | undefined {
  return candidates(lines, weight)[0];
}

/** All lines that want more, the proposed one first and then as they would be proposed without it. */
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

/** The line after this one among those that a package may go to, from the top again after the last. */
export function nextCandidate<Line extends CutAsk & { id: string }>(
  lines: readonly Line[],
  weight: CutWeight | null,
  from: string | undefined,
): Line | undefined {
  const found = candidates(lines, weight);
  return found[(found.findIndex(({ id }) => id === from) + 1) % Math.max(1, found.length)];
}

/** How what is short is shared. */
export const sharings = ["pro_rata", "rank", "time"] as const;
export type Sharing = (typeof sharings)[number];

/** A line that shares in what there is. */
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
  /** Of its client, from 1; null comes after all with a rank. */
  rank: number | null;
  placedAt: Date;
}

/** What a line gets of what there is. */
export interface Share {
  id: string;
  shareLb: string;
  sharePieces: number | null;
  /** It gets what was ordered, or has that already, within its tolerance: no share is kept for it. */
  isAll: boolean;
}

/**
 * Shares what is left to cut over lines, in hundredths of a pound and whole pieces, and never less than
 * was packed of a line. Who has what was ordered, within the tolerance, is not short and takes no more
 * of it. `leftLb` is what there is besides what they have. Pro rata goes by what was
 * ordered, its rounding to the largest remainders; by rank or time each gets all that it ordered, one
 * after another, until there is no more.
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
  /** Gives a line more, as far as there is any and it asked for it, in its steps. */
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
      (one, other) =>
        rankOf(one) - rankOf(other) || one.line.placedAt.getTime() - other.line.placedAt.getTime(),
    );
    for (const row of inTurn) give(row, row.asked);
  }
  return new Map(rows.map(({ line, gets, step }) => [line.id, shareOf(line, gets, step)]));
}

/**
 * What each would get exactly, pro rata of what was ordered. Who has more than that already keeps it,
 * and the others share the rest.
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

/** The least that a share differs by: a piece, or a hundredth of a pound. */
function stepOf({ soldBy, typicalPieceLb }: Sharer): number {
  return soldBy === "piece" && typicalPieceLb !== null ? toHundredthsLb(typicalPieceLb) : 1;
}

/** What a line has already; of pieces, as they were estimated. */
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
