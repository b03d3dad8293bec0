import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { RunState, StopState } from "#db/schema/values/deliveries.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { isSlight } from "./refused-at-door.ts";

/** Where packed meat is; "cancelled" for a cancelled order's. */
export type TracedPlace = "client" | "truck" | "shop" | "cancelled";

/** Pounds packed from a lot for one order line, as text with two decimals. */
export interface TracedLine {
  /** Empty, as is `lotCode`, for meat packed without a lot. */
  lotId: string;
  lotCode: string;
  itemId: string;
  productId: string | null;
  productName: string;
  orderId: string;
  orderNumber: number;
  isRetail: boolean;
  /** True if sold over the counter, also to a client; missing in older closed files. */
  isOverCounter?: boolean;
  status: OrderStatus;
  place: TracedPlace;
  packages: number;
  lb: string;
  /** The part that came back: weighed, credited as bad or wrong, or never off the counter. */
  backLb: string;
  /** The part never handed over: refused at the door, or of a wrongly keyed counter sale. */
  refusedLb: string;
  /** The part of `refusedLb` still to be weighed, on the truck. */
  awaitedLb: string;
  /** The part of `backLb` that never left the counter; missing if there is none. */
  stayedLb?: string;
  packedAt: Date;
  placedAt: Date;
  deliveryDay: string | null;
  deliveredAt: Date | null;
  /** The site's name, as copied to the order. */
  site: string;
  address: string;
  phone: string;
}

/** A customer who got meat of the lots, including all merged records. */
export interface TracedCustomer {
  /** The id of the surviving record. */
  id: string;
  companyName: string;
  contactName: string;
  email: string;
  /** The latest order's, else the customer's. */
  phone: string;
  isGuest: boolean;
  /** True if sold over the counter to an unknown person, whom nobody can notify. */
  isCounter: boolean;
  lines: TracedLine[];
}

/** Packages of a product that left without a lot while the lots were here. */
interface UnnamedProduct {
  productId: string;
  name: string;
  lb: string;
  /** First and last Pacific day on which it may have come from the lots. */
  from: string;
  until: string;
}

/** Meat that may come from the lots, since it was packed without a lot while they were here. */
export interface UnnamedMeat {
  products: UnnamedProduct[];
  customers: TracedCustomer[];
}

/** Counts of what was traced, and the pounds of all packages. */
export interface TraceSums {
  /** Customers and sites that can be called, which excludes the counter. */
  customers: number;
  sites: number;
  isAtCounter: boolean;
  orders: number;
  packages: number;
  lb: string;
  backLb: string;
}

export function sumsOf(customers: readonly TracedCustomer[]): TraceSums {
  const lines = customers.flatMap((customer) => customer.lines);
  const siteOf = ({ site, address }: TracedLine) => `${site}\n${address}`;
  const named = customers.filter(({ isCounter }) => !isCounter);
  return {
    customers: named.length,
    sites: named.reduce((sum, one) => sum + new Set(one.lines.map(siteOf)).size, 0),
    isAtCounter: named.length < customers.length,
    orders: new Set(lines.map(({ orderId }) => orderId)).size,
    packages: lines.reduce((sum, line) => sum + line.packages, 0),
    lb: toPounds(sumLb(lines.map(({ lb }) => lb))),
    backLb: toPounds(sumLb(lines.map(({ backLb }) => backLb))),
  };
}

/**
 * Returns where an order's packed meat is: in the shop until its run departs, and on the truck
 * until delivered, unless it was packed later. If that wasn't recorded, it counts as with the
 * client once its day has passed or its run is back: an unnecessary warning does less harm than a
 * missing one.
 *
 * @param order `runState` is null without a run, `deliveryDay` without a day
 */
export function placeOfOrder(
  order: {
    status: OrderStatus;
    runState: RunState | null;
    deliveryDay: string | null;
    stopState?: StopState | null;
    isLeftBehind?: boolean;
  },
  today: string,
): TracedPlace {
  const { status, runState, deliveryDay, stopState, isLeftBehind = false } = order;
  if (status === "cancelled") return "cancelled";
  if (status === "delivered") return "client";
  if (status !== "fulfilled") return "shop";
  const isDue = deliveryDay === null || deliveryDay < today;
  if (isLeftBehind) return isDue ? "client" : "shop";
  if (runState === "out") return "truck";
  // The driver was there and brought it back.
  if (stopState === "not_home" || stopState === "kept") return "shop";
  if (runState === "planned") return isDue ? "client" : "shop";
  return isDue || deliveryDay === today || runState === "done" ? "client" : "shop";
}

type WhereLb = Pick<TracedLine, "place" | "lb" | "backLb" | "refusedLb" | "awaitedLb" | "stayedLb">;

/** Returns the hundredths of a lb of a line that its client still has, as far as we know. */
export function leftWith({ place, lb, backLb, awaitedLb }: WhereLb): number {
  if (place !== "client") return 0;
  return Math.max(0, sumLb([lb, `-${backLb}`, `-${awaitedLb}`]));
}

/** Returns the hundredths of a lb of a line that are on the truck, sent or refused at the door. */
export function onTruck({ place, lb, awaitedLb }: WhereLb): number {
  if (place === "truck") return toHundredthsLb(lb);
  return place === "client" ? toHundredthsLb(awaitedLb) : 0;
}

/** True if something of a line may still be with the client. */
export function isAway(line: WhereLb): boolean {
  return leftWith(line) > 0;
}

/** Says where the meat of a line is: "9.11 lb with the client, 5 lb came back". */
export function whereOfLine(line: WhereLb): string {
  const pounds = (lb: string | number) => formatLb(Number(lb));
  if (line.place === "shop") return `${pounds(line.lb)} in the shop`;
  if (line.place === "truck") return `${pounds(line.lb)} on the truck`;
  if (line.place === "cancelled") return `${pounds(line.lb)}, order cancelled`;
  const left = leftWith(line);
  const stayedLb = line.stayedLb ?? "0";
  const backLb = sumLb([line.backLb, `-${stayedLb}`]);
  return [
    ...(left > 0 ? [`${pounds(left / 100)} with the client`] : []),
    ...(Number(line.awaitedLb) > 0
      ? [`${pounds(line.awaitedLb)} refused, on the truck until it is weighed`]
      : []),
    ...(backLb > 0 ? [`${pounds(backLb / 100)} came back`] : []),
    ...(Number(stayedLb) > 0 ? [`${pounds(stayedLb)} never left the counter`] : []),
  ].join(", ");
}

/** True if all of a line came back and was weighed, allowing for scales and drip. */
export function isBackWhole(line: WhereLb): boolean {
  const { place, lb, backLb, awaitedLb } = line;
  if (Number(backLb) === 0 || Number(awaitedLb) > 0) return false;
  if (place === "client" && (leftWith(line) === 0 || handedOver(line) === 0)) return true;
  return isSlight(Math.max(0, sumLb([lb, `-${backLb}`])), { refusedLb: lb });
}

/** Returns the hundredths of a lb of a line that were handed over, before returns. */
export function handedOver({ place, lb, refusedLb }: WhereLb): number {
  return place === "client" ? Math.max(0, sumLb([lb, `-${refusedLb}`])) : 0;
}

/** Meat of an order that hasn't reached the client and can be stopped. */
export interface OrderToStop {
  orderId: string;
  orderNumber: number;
  client: string;
  isOnTruck: boolean;
  /** True for meat that was refused at the door and waits to be weighed. */
  isRefused: boolean;
  deliveryDay: string | null;
  lots: string[];
  lb: string;
}

/** Returns the orders to stop: those on the truck first, then those in the shop, by day. */
export function ordersToStop(customers: readonly TracedCustomer[]): OrderToStop[] {
  const found = customers.flatMap(({ companyName, contactName, lines }) => {
    const client = companyName || contactName || "Unknown Client";
    const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
    return [...byOrder.values()].flatMap((own): OrderToStop[] => {
      const [first] = own;
      if (!first) return [];
      const { orderId, orderNumber, deliveryDay, place } = first;
      const isPacked = place === "truck" || place === "shop";
      // Meat refused at the door is on the truck until it is weighed.
      const lbOf = (line: TracedLine) => (isPacked ? line.lb : line.awaitedLb);
      const open = own.filter((line) => isPacked || isAwaited(line));
      if (open.length === 0) return [];
      const lots = [...new Set(open.map(({ lotCode }) => lotCode))];
      const lb = toPounds(sumLb(open.map(lbOf)));
      return [
        {
          orderId,
          orderNumber,
          client,
          deliveryDay,
          lots,
          lb,
          isOnTruck: place !== "shop",
          isRefused: !isPacked,
        },
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

const isAwaited = ({ place, awaitedLb }: Pick<TracedLine, "place" | "awaitedLb">) =>
  place === "client" && toHundredthsLb(awaitedLb) > 0;

/** Returns the pounds of a customer's lines that they still have, as far as we know. */
export function lbAt({ lines }: { lines: readonly WhereLb[] }): string {
  return toPounds(hundredthsLb(lines.reduce((sum, line) => sum + leftWith(line), 0)));
}

/**
 * Splits what came back of a line between the lots it was packed from, as nobody knows which
 * package it was. `elsewhere` is what was packed from other lots. Each pound counts once.
 */
export function backByLot(backLb: string, ofLots: readonly string[], elsewhere: string): string[] {
  const weights = [...ofLots, elsewhere].map((lb) => toHundredthsLb(lb));
  const packed = weights.reduce((sum, weight) => sum + weight, 0);
  const back = Math.min(toHundredthsLb(backLb), packed);
  const shares = sharedOut(back, weights);
  return ofLots.map((_, index) => toPounds(hundredthsLb(shares[index] ?? 0)));
}

/** A lot in the balance. Null means unknown. */
export interface LotBalance {
  id: string;
  code: string;
  supplier: string;
  meat: string;
  receivedLb: string | null;
  /** Packed, without voided packages; `backLb` is the part that came back to stock. */
  packedLb: string;
  backLb: string;
  /** Went into other lots, in the recall or not; null if it was not entered. */
  intoLb: string | null;
  outsideLb: string;
  /** Came from lots in the recall; null if it was not entered. */
  fromInsideLb: string | null;
  fromOutsideLb: string;
  hasParentsInside: boolean;
  /** Includes waste on cutting sheets. */
  wastedLb: string;
  /** Taken in by sheets, but neither in a lot nor thrown away; negative if the output was more. */
  cutLossLb: string;
  /** Counted above the expected amount; negative for less. */
  countedLb: string;
  /** On hand by the stock; null if it was never counted. */
  onHandLb: string | null;
  /** The time of the last count; null for none, missing in older closed recalls. */
  countedAt?: Date | null;
  /** By the books, for a lot that was never counted; null if unknown. */
  uncountedLb: string | null;
}

/**
 * The balance of all lots of a recall: received + counted more − counted less = packed − back +
 * wasted + cut loss + on hand + uncounted + outside + missing − surplus. Differences are summed per
 * lot, so that one lot's surplus doesn't hide another's shortage. Null means unknown.
 */
export interface Balance {
  receivedLb: string | null;
  /** The part of `receivedLb` that came from lots outside this balance. */
  fromOthersLb: string;
  packedLb: string;
  backLb: string;
  wastedLb: string;
  cutLossLb: string;
  onHandLb: string;
  uncountedLb: string;
  outsideLb: string;
  countedLessLb: string;
  countedMoreLb: string;
  missingLb: string;
  surplusLb: string;
  /** Number of lots never counted of which something may be left. */
  uncounted: number;
  /** Number of lots with too little information to say what is missing. */
  unknown: number;
}

/** Returns the cutting loss, which the books explain; a negative loss is a surplus instead. */
const lossOf = ({ cutLossLb }: LotBalance) =>
  toPounds(hundredthsLb(Math.max(0, toHundredthsLb(cutLossLb))));

/** True if a lot was never counted and something may be left of it. */
export function isUncounted({
  onHandLb,
  uncountedLb,
}: Pick<LotBalance, "onHandLb" | "uncountedLb">): boolean {
  return onHandLb === null && (uncountedLb === null || toHundredthsLb(uncountedLb) > 0);
}

/** Returns what is unaccounted for of a lot, negative for a surplus; null if unknown. */
export function differenceOf(lot: LotBalance): string | null {
  const { receivedLb, fromInsideLb, fromOutsideLb, intoLb } = lot;
  const came =
    lot.hasParentsInside && fromInsideLb !== null
      ? toPounds(sumLb([fromInsideLb, fromOutsideLb]))
      : receivedLb;
  if (came === null || intoLb === null) return null;
  const there = lot.onHandLb ?? lot.uncountedLb ?? "0";
  const out = sumLb([lot.packedLb, `-${lot.backLb}`, intoLb, lot.wastedLb, lossOf(lot), there]);
  return toPounds(hundredthsLb(toHundredthsLb(came) + toHundredthsLb(lot.countedLb) - out));
}

/** Sums the positive and the negative amounts; both sums are positive. */
function apart(amounts: readonly string[]): { above: string; below: string } {
  const of = (sign: 1 | -1) =>
    toPounds(
      hundredthsLb(amounts.reduce((sum, lb) => sum + Math.max(0, sign * toHundredthsLb(lb)), 0)),
    );
  return { above: of(1), below: of(-1) };
}

/**
 * Returns the balance of all lots together: what came in from outside against what left or is
 * there. Transfers between them cancel out.
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
    backLb: sum(({ backLb }) => backLb),
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
