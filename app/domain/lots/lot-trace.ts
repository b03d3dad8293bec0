import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/** What was packed of a lot for one line of an order. Pounds are text with two decimals. */
export interface TracedLine {
  lotId: string;
  lotCode: string;
  itemId: string;
  productName: string;
  orderId: string;
  orderNumber: number;
  isRetail: boolean;
  status: OrderStatus;
  packages: number;
  lb: string;
  /** Of it what was refused at the door, or credited as bad or wrong: it is not at the client's any more. */
  backLb: string;
  packedAt: Date;
  placedAt: Date;
  deliveryDay: string | null;
  deliveredAt: Date | null;
  /** Its site, as copied to the order. */
  site: string;
  address: string;
  phone: string;
}

/** A customer who got something of the lots, with all records that are one with it. */
export interface TracedCustomer {
  /** Of the record that stands for it. */
  id: string;
  companyName: string;
  contactName: string;
  email: string;
  /** Of the latest order, or else of the customer. */
  phone: string;
  isGuest: boolean;
  lines: TracedLine[];
}

/** How many of each were found, and the pounds of all packages. */
export interface TraceSums {
  customers: number;
  sites: number;
  orders: number;
  packages: number;
  lb: string;
  backLb: string;
}

export function sumsOf(customers: readonly TracedCustomer[]): TraceSums {
  const lines = customers.flatMap((customer) => customer.lines);
  const siteOf = ({ site, address }: TracedLine) => `${site}\n${address}`;
  return {
    customers: customers.length,
    sites: customers.reduce((sum, one) => sum + new Set(one.lines.map(siteOf)).size, 0),
    orders: new Set(lines.map(({ orderId }) => orderId)).size,
    packages: lines.reduce((sum, line) => sum + line.packages, 0),
    lb: toPounds(sumLb(lines.map(({ lb }) => lb))),
    backLb: toPounds(sumLb(lines.map(({ backLb }) => backLb))),
  };
}

/** Whether a line may have left the shop: orders that are being packed, and cancelled ones, have not. */
export function isAway({ status }: Pick<TracedLine, "status">): boolean {
  return status === "fulfilled" || status === "delivered";
}

/** What of a customer's lines left the shop and is not back, in pounds. */
export function lbAt(customer: Pick<TracedCustomer, "lines">): string {
  const lines = customer.lines.filter(isAway);
  const packed = sumLb(lines.map(({ lb }) => lb));
  return toPounds(hundredthsLb(packed - sumLb(lines.map(({ backLb }) => backLb))));
}

/**
 * What came back of a line, shared out over the lots that it was packed from: nobody knows which package it
 * was. `elsewhere` is what was packed of other lots. Each pound stands once.
 */
export function backByLot(backLb: string, ofLots: readonly string[], elsewhere: string): string[] {
  const weights = [...ofLots, elsewhere].map((lb) => toHundredthsLb(lb));
  const packed = weights.reduce((sum, weight) => sum + weight, 0);
  const back = Math.min(toHundredthsLb(backLb), packed);
  const shares = sharedOut(back, weights);
  return ofLots.map((_, index) => toPounds(hundredthsLb(shares[index] ?? 0)));
}

/** A lot in the balance. Null is not known. */
export interface LotBalance {
  id: string;
  code: string;
  supplier: string;
  receivedLb: string | null;
  /** In packages that count, less what came back to the stock. */
  packedLb: string;
  /** What went into lots of the recall, and into others; null where it was not entered. */
  intoLb: string | null;
  /** Of that what went into lots that the recall does not have. */
  outsideLb: string;
  /** What came in from lots that the recall does not have; null where none of its parents is in it. */
  fromOutsideLb: string;
  hasParentsInside: boolean;
  wastedLb: string;
  /** Null where nobody counts it. */
  onHandLb: string | null;
}

/** Received = packed + wasted + on hand ± difference, over all lots of a recall. Null is not known. */
export interface Balance {
  receivedLb: string | null;
  packedLb: string;
  wastedLb: string;
  onHandLb: string;
  /** Went into lots that are not looked at here. */
  outsideLb: string;
  /** Positive for what is not accounted for, negative for more than came in. */
  differenceLb: string | null;
  /** Lots of which nobody counts what is on hand. */
  uncounted: number;
}

/** The balance of one lot by itself. */
export function differenceOf(lot: LotBalance): string | null {
  if (lot.receivedLb === null || lot.intoLb === null) return null;
  const out = sumLb([lot.packedLb, lot.intoLb, lot.wastedLb, lot.onHandLb ?? "0"]);
  return toPounds(hundredthsLb(toHundredthsLb(lot.receivedLb) - out));
}

/**
 * The balance of all together: what came in from outside against what left them or is there. What went from
 * one of them into another is neither.
 */
export function balanceOf(lots: readonly LotBalance[]): Balance {
  const first = lots.filter(({ hasParentsInside }) => !hasParentsInside);
  const isKnown = first.every(({ receivedLb }) => receivedLb !== null);
  const received = sumLb([
    ...first.map(({ receivedLb }) => receivedLb ?? "0"),
    ...lots.filter((lot) => lot.hasParentsInside).map(({ fromOutsideLb }) => fromOutsideLb),
  ]);
  const sum = (of: (lot: LotBalance) => string) => sumLb(lots.map(of));
  const [packed, wasted] = [sum(({ packedLb }) => packedLb), sum(({ wastedLb }) => wastedLb)];
  const onHand = sum(({ onHandLb }) => onHandLb ?? "0");
  const outside = sum(({ outsideLb }) => outsideLb);
  return {
    receivedLb: isKnown ? toPounds(received) : null,
    packedLb: toPounds(packed),
    wastedLb: toPounds(wasted),
    onHandLb: toPounds(onHand),
    outsideLb: toPounds(outside),
    differenceLb: isKnown
      ? toPounds(hundredthsLb(received - packed - wasted - onHand - outside))
      : null,
    uncounted: lots.filter(({ onHandLb }) => onHandLb === null).length,
  };
}
