import { z } from "zod";
import { hundredthsLb, poundsOfPieces, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { isShort } from "../packing.ts";
import type { CutAsk } from "./by-cut.ts";

export const sharings = ["pro_rata", "rank", "time"] as const;
export type Sharing = (typeof sharings)[number];

export const sharingInWords: Record<Sharing, string> = {
  pro_rata: "In proportion to what was ordered",
  rank: "By the clients’ rank",
  time: "By the time of the order",
};

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
  /** True if the line gets or has what was ordered, within its tolerance; no share is stored. */
  isAll: boolean;
}

/**
 * Shares what is left to cut over lines, in hundredths of a pound and whole pieces, never below
 * what is already packed of a line. Lines within the tolerance of what was ordered take no more.
 * `leftLb` excludes what is packed. Pro rata divides by the ordered quantity and rounds by the
 * largest remainders; by rank and by time, each line in turn gets all it ordered until nothing is
 * left.
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

function stepOf({ soldBy, typicalPieceLb }: Sharer): number {
  return soldBy === "piece" && typicalPieceLb !== null ? toHundredthsLb(typicalPieceLb) : 1;
}

/** Pieces count with their estimated weight. */
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

export interface CutSharing {
  productId: string;
  itemIds: string[];
  /** Pounds available besides those packed. */
  leftLb: string;
  how: Sharing;
  seen: string;
}

/** Serializes shares as shown, to compare them with those computed under the orders' locks. */
export function seenShares(itemIds: readonly string[], shares: ReadonlyMap<string, Share>): string {
  return itemIds.map((id) => shares.get(id)?.shareLb ?? "gone").join(" ");
}

const incomplete = "Please reload the page";

const sharingForm = z.object({
  itemIds: z
    .string(incomplete)
    .transform((text) => text.split(" ").filter(Boolean))
    .pipe(z.array(z.guid(incomplete).toLowerCase()).min(1, incomplete).max(2_000, incomplete)),
  leftLb: z
    .string(incomplete)
    .regex(/^\d{1,5}(\.\d{1,2})?$/, "Please enter pounds, for instance 40"),
  how: z.enum(sharings, "Please choose how it is shared"),
  seen: z.string(incomplete).max(40_000, incomplete),
});

/** Parses a submitted decision, or returns the answer with its errors. */
export function checkSharing(fields: Record<string, string>) {
  return checkForm(sharingForm, fields);
}
