/** Acts at the packing station (trade.md 2). Nothing is deleted: packages are voided. */
import {
  type Line,
  type LineAsked,
  lineBill,
  lineOf,
  linePromise,
  type Order,
  packedLb,
} from "./order.ts";
import type { StockBook } from "./stock/stock-book.ts";
import { amount, Impossible, netWeight, type Reading, sum } from "./sums.ts";

/** A package on the scale: hundredths of a pound, and pieces of products sold by the piece. */
export interface OnScale {
  lb: number;
  pieces: number;
}

const livePieces = ({ packages }: Line) =>
  sum(packages.filter(({ voided }) => !voided).map(({ pieces }) => pieces));

const piecesLeft = (line: Line) => (line.pieces ?? 0) - livePieces(line);

/** Hundredths of a pound that a line still lacks. */
export const leftByCut = (line: Line) => Math.max(0, line.lb - packedLb(line));

/** True if pounds, or pieces of a line by the piece, are still missing. */
export const isToPack = (line: Line) => (line.byPiece ? piecesLeft(line) : leftByCut(line)) > 0;

/** True if these pounds cost more than the promise, even by a cent of rounding. */
const isOver = (line: Line, lb: number) => amount(lb, line.price) > linePromise(line);

/** True if a line is below its tolerance or has too few pieces (2, 14). */
export function wantsMore(line: Line, isDone: boolean): boolean {
  const { lb, overPercent, state, byPiece } = line;
  if (isDone || (state !== "open" && state !== "packed")) return false;
  const packed = packedLb(line);
  if (isOver(line, packed)) return false;
  return packed * 100 < lb * (100 - overPercent) || (byPiece && piecesLeft(line) > 0);
}

/** True if a package fits what a line lacks and stays within its promise (14, "By cut"). */
export function fitsByCut(line: Line, { lb, pieces }: OnScale, isDone: boolean): boolean {
  if (!wantsMore(line, isDone)) return false;
  if (isOver(line, packedLb(line) + lb)) return false;
  return !line.byPiece || pieces <= piecesLeft(line);
}

export class Packing {
  readonly #find: (id: string) => Order;
  readonly #stock: StockBook;

  constructor(find: (id: string) => Order, stock: StockBook) {
    this.#find = find;
    this.#stock = stock;
  }

  /** Returns the weight in hundredths of a pound, as printed on the sticker and the slip. */
  weighed(
    at: { order: string; line: string; id: string; pieces?: number; lot?: string } & Reading,
  ): number {
    const line = this.#line(at.order, at.line);
    if (line.packages.some(({ id }) => id === at.id)) {
      throw new Impossible(`package ${at.id} is on the line already`);
    }
    const lb = netWeight(at);
    const pieces = at.pieces ?? 1;
    line.packages.push({ id: at.id, lb, pieces, voided: false });
    const { product, byPiece } = line;
    this.#stock.packed(at.id, { product, lot: at.lot, lb, pieces: byPiece ? pieces : 0 });
    if (line.state !== "substituted") Object.assign(line, { state: "packed", agreed: false });
    return lb;
  }

  voided(at: { order: string; line: string; id: string }): void {
    const line = this.#line(at.order, at.line);
    const found = line.packages.find(({ id, voided }) => id === at.id && !voided);
    if (!found) throw new Impossible(`there is no package ${at.id} to void`);
    found.voided = true;
    this.#stock.unpacked(at.id);
    if (line.state === "substituted") return;
    Object.assign(line, { state: packedLb(line) === 0 ? "open" : "packed", agreed: false });
  }

  /** Closes a line with less than was ordered; with nothing packed it is dropped. */
  short(at: { order: string; line: string }): void {
    const line = this.#line(at.order, at.line);
    line.state = packedLb(line) === 0 ? "dropped" : "short";
  }

  dropped(at: { order: string; line: string }): void {
    const line = this.#line(at.order, at.line);
    if (packedLb(line) > 0) throw new Impossible(`${line.id} has packages`);
    line.state = "dropped";
  }

  /** Reopens a line that was short or dropped by mistake. */
  opened(at: { order: string; line: string }): void {
    const line = this.#line(at.order, at.line);
    Object.assign(line, { state: packedLb(line) === 0 ? "open" : "packed", agreed: false });
  }

  /**
   * Substitutes a line at the lower of both prices. Without consent, the substitute's promise is at
   * most what the replaced line's bill leaves of its own promise.
   */
  substituted(at: { order: string; line: string; by: LineAsked; agreed?: boolean }): void {
    const order = this.#find(at.order);
    const line = this.#line(at.order, at.line);
    const standIn = {
      ...lineOf({ ...at.by, price: Math.min(line.price, at.by.price) }),
      inPlaceOf: line.id,
    };
    const left = linePromise(line) - lineBill(line);
    if (!at.agreed && linePromise(standIn) > left) {
      throw new Impossible(
        `${linePromise(standIn)} promised in place of the ${left} that are left`,
      );
    }
    // The consent covers the packed part of the replaced line too.
    line.agreed = at.agreed === true;
    line.state = "substituted";
    order.lines.push(standIn);
  }

  added(at: { order: string; line: LineAsked }): void {
    const order = this.#packable(at.order);
    order.lines.push({ ...lineOf(at.line), added: true });
  }

  /** Records whether the customer agreed to pay more than the promise; the last answer counts. */
  answered(at: { order: string; line: string; isAgreed: boolean }): void {
    this.#line(at.order, at.line).agreed = at.isAgreed;
  }

  #packable(id: string): Order {
    const order = this.#find(id);
    if (order.state !== "pending") throw new Impossible(`${id} is ${order.state}`);
    return order;
  }

  #line(order: string, id: string): Line {
    const line = this.#packable(order).lines.find((one) => one.id === id);
    if (!line) throw new Impossible(`${order} has no line ${id}`);
    return line;
  }
}
