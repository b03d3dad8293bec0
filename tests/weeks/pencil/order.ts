/**
 * One order on paper (trade.md 1, 2, 13): what it was estimated at, what it may cost at most, and what it
 * came to. These take the fee as given; stops.ts says which order of a stop bears it.
 */
import { amount, atMost, type Sums, sum, sumByCode, type TaxCode } from "./sums.ts";

export interface LineAsked {
  id: string;
  product: string;
  /** Hundredths of a pound; left out of a line by the piece, which has `pieces` and `typicalLb`. */
  lb?: number;
  pieces?: number;
  /** Hundredths of a pound that a piece has as a rule. */
  typicalLb?: number;
  /** Cents per pound. */
  price: number;
  /** 10 unless the product says otherwise. */
  overPercent?: number;
  /** Z unless the product says otherwise. */
  tax?: TaxCode;
}

interface Package {
  id: string;
  lb: number;
  pieces: number;
  voided: boolean;
}

export interface Line {
  id: string;
  product: string;
  /** As ordered. */
  lb: number;
  byPiece: boolean;
  /** As ordered, of what is sold by the piece. */
  pieces?: number | undefined;
  price: number;
  overPercent: number;
  tax: TaxCode;
  state: "open" | "packed" | "short" | "substituted" | "dropped";
  packages: Package[];
  /** The line that it stands in for. */
  inPlaceOf?: string;
  /** Put in by staff while packing. */
  added: boolean;
  /** The customer said yes to paying for more than the promise. */
  agreed: boolean;
  /** Staff have said what it costs, whatever the day's price is. */
  isSaid?: boolean;
}

export interface Charge {
  cents: number;
  tax: TaxCode;
}

export type HoldReason =
  | "credit"
  | "overdue"
  | "manual"
  | "card"
  | "prepay"
  | "approval"
  | "deposit"
  | "lot";

export interface Order {
  id: string;
  number?: number;
  customer: string;
  site: string;
  zone: string;
  /** Of the delivery. */
  day: string;
  lines: Line[];
  charges: Charge[];
  /** Said by staff in place of the zone's, or fixed when the order was finished. */
  /** With its tax once the order is finished: what it was finished with stays, wherever it goes. */
  fee?: { cents: number; by: "staff" | "finishing"; tax?: TaxCode | undefined };
  state: "pending" | "fulfilled" | "delivered" | "cancelled";
  holds: Set<HoldReason>;
  /** Its card, if it has one, was saved and not held when its delivery day was last decided. */
  isCardSaved: boolean;
  /** The invoice or delivery note that stands for it. */
  paper?: string;
}

export function lineOf(asked: LineAsked): Line {
  const { id, product, price, pieces, typicalLb = 0, overPercent = 10, tax = "Z" } = asked;
  return {
    ...{ id, product, price, overPercent, tax, state: "open" },
    lb: pieces === undefined ? (asked.lb ?? 0) : pieces * typicalLb,
    ...{ byPiece: pieces !== undefined, pieces },
    ...{ packages: [], added: false, agreed: false },
  };
}

export function packedLb(line: Line): number {
  return sum(line.packages.filter(({ voided }) => !voided).map(({ lb }) => lb));
}

function lineEstimate(line: Line): number {
  return amount(line.lb, line.price);
}

export function linePromise(line: Line): number {
  return atMost(lineEstimate(line), line.overPercent);
}

/** What the line is billed at: what was packed, and the promise where that is less and nobody said yes. */
export function lineBill(line: Line): number {
  const packed = amount(packedLb(line), line.price);
  return line.agreed ? packed : Math.min(packed, linePromise(line));
}

/** What it may cost: the promise, or more where somebody said yes; of what is gone, what was packed of it. */
function lineMost(line: Line): number {
  const isGone = line.state === "substituted" || line.state === "dropped";
  return isGone ? lineBill(line) : Math.max(linePromise(line), lineBill(line));
}

/** Goods as asked for, before fees and tax: fees, minimums and "free from" are judged by it. */
export function goodsEstimate(order: Order): number {
  return sum(asAsked(order).map(lineEstimate));
}

/** Hundredths of a pound with the tolerance: what the day's run has booked. */
export function promisedLb(order: Order): number {
  return sum(asAsked(order).map(({ lb, overPercent }) => atMost(lb, overPercent)));
}

function asAsked(order: Order): Line[] {
  return order.lines.filter(({ inPlaceOf }) => inPlaceOf === undefined);
}

function extras(order: Order, fee: Charge): Charge[] {
  return [...order.charges, fee];
}

export function estimateSums(order: Order, fee: Charge): Sums {
  const goods = asAsked(order).map((line) => ({ cents: lineEstimate(line), tax: line.tax }));
  return sumByCode([...goods, ...extras(order, fee)]);
}

export function mostSums(order: Order, fee: Charge): Sums {
  const goods = order.lines.map((line) => ({ cents: lineMost(line), tax: line.tax }));
  return sumByCode([...goods, ...extras(order, fee)]);
}

export function billSums(order: Order, fee: Charge): Sums {
  const goods = order.lines.map((line) => ({ cents: lineBill(line), tax: line.tax }));
  return sumByCode([...goods, ...extras(order, fee)]);
}
