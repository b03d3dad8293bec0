/**
 * One order on paper (trade.md 1, 2, 13): its estimate, its maximum and its final amount. The fee
 * is given; stops.ts says which order of a stop bears it.
 */
import { amount, atMost, type Sums, sum, sumByCode, type TaxCode } from "./sums.ts";

export interface LineAsked {
  id: string;
  product: string;
  /** Hundredths of a pound; omitted for a line by the piece, which has `pieces` and `typicalLb`. */
  lb?: number;
  pieces?: number;
  /** Usual weight of a piece in hundredths of a lb. */
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
  pieces?: number | undefined;
  price: number;
  overPercent: number;
  tax: TaxCode;
  state: "open" | "packed" | "short" | "substituted" | "dropped";
  packages: Package[];
  inPlaceOf?: string;
  /** Added by staff while packing. */
  added: boolean;
  /** The customer agreed to pay more than the promise. */
  agreed: boolean;
  /** Staff set the price, which overrides the day's. */
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
  day: string;
  lines: Line[];
  charges: Charge[];
  /** Undefined while the zone's fee applies; the tax is fixed when the order is finished. */
  fee?: { cents: number; by: "staff" | "customer" | "finishing"; tax?: TaxCode | undefined };
  state: "pending" | "fulfilled" | "delivered" | "cancelled";
  holds: Set<HoldReason>;
  /** Its card, if any, was saved rather than authorized when the delivery day was last decided. */
  isCardSaved: boolean;
  /** Its invoice or delivery note. */
  paper?: string;
}

export function lineOf(asked: LineAsked): Line {
  const { id, product, price, pieces, typicalLb = 0, overPercent = 10, tax = "Z" } = asked;
  return {
    id,
    product,
    price,
    overPercent,
    tax,
    state: "open",
    lb: pieces === undefined ? (asked.lb ?? 0) : pieces * typicalLb,
    byPiece: pieces !== undefined,
    pieces,
    packages: [],
    added: false,
    agreed: false,
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

/** Returns the packed amount, at most the promise unless the customer agreed to more. */
export function lineBill(line: Line): number {
  const packed = amount(packedLb(line), line.price);
  return line.agreed ? packed : Math.min(packed, linePromise(line));
}

/** A line's maximum: its promise, or its bill if that is more; its bill if dropped or replaced. */
function lineMost(line: Line): number {
  const isGone = line.state === "substituted" || line.state === "dropped";
  return isGone ? lineBill(line) : Math.max(linePromise(line), lineBill(line));
}

/** Goods as ordered, before fees and tax: the base of fees, minimums and "free from". */
export function goodsEstimate(order: Order): number {
  return sum(asAsked(order).map(lineEstimate));
}

/** Hundredths of a pound with the tolerance, as booked on the day's run. */
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
