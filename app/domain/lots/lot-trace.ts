import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { RunState } from "#db/schema/values/deliveries.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/**
 * Where meat that was packed is: with the client, on the truck, in the shop, or nowhere since its order was
 * cancelled.
 */
export type TracedPlace = "client" | "truck" | "shop" | "cancelled";

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
  place: TracedPlace;
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
  /** Sold at a counter to somebody nobody knows: there is no one to tell. */
  isCounter: boolean;
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

/**
 * Where what was packed for an order is. A packed one waits in the shop until its run is sent out, and is on the
 * truck until it is delivered. Where nobody said so, it is taken to be with the client once its day has passed or
 * its run is back: to warn somebody for nothing does less harm than not to warn.
 *
 * @param order its run's state is null without a run, and its day without one
 */
export function placeOfOrder(
  order: { status: OrderStatus; runState: RunState | null; deliveryDay: string | null },
  today: string,
): TracedPlace {
  const { status, runState, deliveryDay } = order;
  if (status === "cancelled") return "cancelled";
  if (status === "delivered") return "client";
  if (status !== "fulfilled") return "shop";
  const isDue = deliveryDay === null || deliveryDay < today;
  if (runState === "out") return "truck";
  if (runState === "planned") return isDue ? "client" : "shop";
  return isDue || deliveryDay === today || runState === "done" ? "client" : "shop";
}

/** Whether a line may be with the client. */
export function isAway({ place }: Pick<TracedLine, "place">): boolean {
  return place === "client";
}

/** An order whose meat has not reached the client, so that it can be stopped. */
export interface OrderToStop {
  orderId: string;
  orderNumber: number;
  client: string;
  isOnTruck: boolean;
  deliveryDay: string | null;
  lots: string[];
  lb: string;
}

/** The orders to be stopped: on the truck first, then those of the shop, by their day. */
export function ordersToStop(customers: readonly TracedCustomer[]): OrderToStop[] {
  const found = customers.flatMap(({ companyName, contactName, lines }) => {
    const client = companyName || contactName || "Unknown Client";
    const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
    return [...byOrder.values()].flatMap((own): OrderToStop[] => {
      const [first] = own;
      if (!first || (first.place !== "truck" && first.place !== "shop")) return [];
      const { orderId, orderNumber, deliveryDay } = first;
      const lots = [...new Set(own.map(({ lotCode }) => lotCode))];
      const lb = toPounds(sumLb(own.map((line) => line.lb)));
      return [
        { orderId, orderNumber, client, isOnTruck: first.place === "truck", deliveryDay, lots, lb },
      ];
    });
  });
  const rank = ({ isOnTruck, deliveryDay }: OrderToStop) =>
    `${isOnTruck ? 0 : 1} ${deliveryDay ?? ""}`;
  return found.sort(
    (one, other) =>
      rank(one).localeCompare(rank(other), "en") || one.orderNumber - other.orderNumber,
  );
}

/** What of a customer's lines is with them and not back, in pounds. */
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
  /** What came into other lots, of the recall or not; null where it was not entered. */
  intoLb: string | null;
  /** Of that what went into lots that the recall does not have. */
  outsideLb: string;
  /** What came in from lots of the recall, null where it was not entered; and from others. */
  fromInsideLb: string | null;
  fromOutsideLb: string;
  hasParentsInside: boolean;
  /** Also on cutting sheets. */
  wastedLb: string;
  /** What sheets took in that is neither in a lot nor thrown away; negative where more came of it. */
  cutLossLb: string;
  /** What counts found more than there should be; negative for less. */
  countedLb: string;
  /** What the stock says is there; null of a lot that nobody has counted. */
  onHandLb: string | null;
  /** Of one that nobody has counted: what should be left by the books; null where that is not known. */
  uncountedLb: string | null;
}

/**
 * Received = packed + wasted + on hand + not counted ± what counts corrected, over all lots of a recall, and
 * what doesn't add up of each: what is missing of one is not made up for by too much of another. Null is not
 * known.
 */
export interface Balance {
  receivedLb: string | null;
  /** Of it what came of lots that are not looked at here. */
  fromOthersLb: string;
  packedLb: string;
  wastedLb: string;
  /** Was neither thrown away nor in a lot when it was cut. */
  cutLossLb: string;
  onHandLb: string;
  /** Should be left of lots that nobody has counted. */
  uncountedLb: string;
  /** Went into lots that are not looked at here. */
  outsideLb: string;
  /** Counts found so much less, or more, than there should be. */
  countedLessLb: string;
  countedMoreLb: string;
  /** Not accounted for. */
  missingLb: string;
  /** More than came in. */
  surplusLb: string;
  /** Lots that nobody has counted and of which something may be left. */
  uncounted: number;
  /** Lots of which not enough is known to say what is missing. */
  unknown: number;
}

/** What cutting has lost, which the books explain; more out than in is too much. */
const lossOf = ({ cutLossLb }: LotBalance) =>
  toPounds(hundredthsLb(Math.max(0, toHundredthsLb(cutLossLb))));

/** Whether nobody has counted a lot of which something may be left. */
export function isUncounted({
  onHandLb,
  uncountedLb,
}: Pick<LotBalance, "onHandLb" | "uncountedLb">): boolean {
  return onHandLb === null && (uncountedLb === null || toHundredthsLb(uncountedLb) > 0);
}

/**
 * What is not accounted for of a lot, negative for more than came in; null where it is not known. What came
 * of other lots is what those say.
 */
export function differenceOf(lot: LotBalance): string | null {
  const { receivedLb, fromInsideLb, fromOutsideLb, intoLb } = lot;
  const came =
    lot.hasParentsInside && fromInsideLb !== null
      ? toPounds(sumLb([fromInsideLb, fromOutsideLb]))
      : receivedLb;
  if (came === null || intoLb === null) return null;
  const there = lot.onHandLb ?? lot.uncountedLb ?? "0";
  const out = sumLb([lot.packedLb, intoLb, lot.wastedLb, lossOf(lot), there]);
  return toPounds(hundredthsLb(toHundredthsLb(came) + toHundredthsLb(lot.countedLb) - out));
}

/** The sums of those above and below nothing, both positive. */
function apart(amounts: readonly string[]): { above: string; below: string } {
  const of = (sign: 1 | -1) =>
    toPounds(
      hundredthsLb(amounts.reduce((sum, lb) => sum + Math.max(0, sign * toHundredthsLb(lb)), 0)),
    );
  return { above: of(1), below: of(-1) };
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
  const sum = (of: (lot: LotBalance) => string | null) =>
    toPounds(sumLb(lots.map((lot) => of(lot) ?? "0")));
  const differences = lots.map(differenceOf);
  const counted = apart(lots.map(({ countedLb }) => countedLb));
  const { above: missingLb, below: surplusLb } = apart(differences.map((lb) => lb ?? "0"));
  return {
    receivedLb: isKnown ? toPounds(received) : null,
    fromOthersLb: sum(({ fromOutsideLb }) => fromOutsideLb),
    packedLb: sum(({ packedLb }) => packedLb),
    wastedLb: sum(({ wastedLb }) => wastedLb),
    cutLossLb: sum(lossOf),
    onHandLb: sum(({ onHandLb }) => onHandLb),
    uncountedLb: sum(({ uncountedLb }) => uncountedLb),
    outsideLb: sum(({ outsideLb }) => outsideLb),
    countedLessLb: counted.below,
    countedMoreLb: counted.above,
    missingLb,
    surplusLb,
    uncounted: lots.filter(isUncounted).length,
    unknown: differences.filter((lb) => lb === null).length,
  };
}
