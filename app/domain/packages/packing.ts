import type { RunLoad } from "#app/domain/delivery/capacity.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { lbLess, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import type { HoldReason, OrderStatus, OverDecision, PackState } from "#db/schema/values/orders.ts";
import type { Category, SalesUnit, Storage } from "#db/schema/values/products.ts";
import type { Wish } from "#db/schema/values/wishes.ts";

/** A package of a line that was not voided. */
export interface StationPackage {
  id: string;
  /** Made by the station that sent it. */
  requestId: string;
  /** Of this package alone; its label says it as a bar code. 0 for one that is not stored yet. */
  labelNumber: number;
  pieces: number | null;
  /** Pounds with two decimals, and grams. */
  netLb: string;
  netG: number;
  /** That it was read in. */
  unit: WeightUnit;
  lotId: string | null;
  lotCode: string | null;
  /** Whether that lot is on hold: the package has to be taken out again. */
  isHeld: boolean;
  boxNumber: number | null;
  /** Who weighed it: the account's name, or its address. */
  packedBy: string;
  /** Whether that is who is signed in. */
  isOwn: boolean;
  packedAt: Date;
}

/**
 * A line of an order at the packing station. Pounds are text, as in the database. No prices: packers
 * see none, and what is sent to a page can be read there.
 */
export interface StationLine {
  id: string;
  productId: string | null;
  productName: string;
  /** Of the product as it is now; null for one without, or that is gone. */
  category: Category | null;
  soldBy: SalesUnit;
  orderedPieces: number | null;
  typicalPieceLb: string | null;
  /** Pounds ordered; of pieces, about. */
  quantity: string;
  /** How it is to be cut and packed. */
  wish: Wish | null;
  overCapPct: number;
  /** The most pounds that the promised maximum pays for; above them somebody has to decide. */
  mostLb: string;
  packState: PackState;
  packedLb: string;
  packedPieces: number;
  packNote: string;
  overDecision: OverDecision | null;
  /** What it gets where there is not enough for all; null for all that was ordered. */
  shareLb: string | null;
  sharePieces: number | null;
  substitutesItemId: string | null;
  /** Of the product as it is now. */
  tareG: number;
  isTraced: boolean;
  storage: Storage;
  itemNumber: number | null;
  gtin: string | null;
  /** The GTIN on our own labels of it; null for a shop without a GS1 prefix. */
  labelGtin: string | null;
  packages: StationPackage[];
  /** Those that were taken back: their labels may still be about. */
  voided: VoidedPackage[];
}

/** A package that was taken back: what its label is known by, and the lot that it was of. */
interface VoidedPackage
  extends Pick<StationPackage, "id" | "labelNumber" | "netLb" | "lotId" | "lotCode"> {
  voidedAt: Date;
}

/** When an order leaves, and with which run. */
interface StationDelivery {
  kind: DeliveryKind;
  /** The Pacific day, and the window as "08:00". */
  day: string;
  from: string;
  to: string;
  zoneName: string;
  /** Its place among the stops of the run as they are now. */
  stop: number;
}

/** An order as the packing station shows it. */
export interface StationOrder extends NamedOrder {
  status: OrderStatus;
  /** Rises with every change; finishing the order names the one that was seen. */
  version: number;
  placedAt: Date;
  companyName: string;
  contactName: string;
  phone: string;
  /** Of the site it goes to, or where it is picked up; may have several lines. */
  address: string;
  /** Null for an order without a day. */
  delivery: StationDelivery | null;
  /** What is booked on the run of that day. */
  runLoad: RunLoad | null;
  notes: string;
  standingNotes: string;
  isNewClient: boolean;
  /** Why it is on hold; empty if it isn't. */
  holds: HoldReason[];
  /** Whether it waits for its card, which is held, but not for all that it comes to. */
  isCardShort: boolean;
  /** Whether it is on hold for nothing but what was added at the station. */
  isRaised: boolean;
  /** The customer's purchase order number; may be empty. */
  poNumber: string;
  allowsSubstitutes: boolean;
  /** Whether the client is to be called before one is sent. */
  callFirst: boolean;
  invoiceNumber: string | null;
  /** Sold over the counter, where nothing is sorted to stops. */
  isCounter: boolean;
  /** Whether it is out, and can't be opened again. */
  hasLeft: boolean;
  /** Whether its client can be told by mail. */
  isMailed: boolean;
  /** Whether that waits until the order leaves. */
  waitsToLeave: boolean;
  lines: StationLine[];
  /** Those it goes out in, by their numbers; packages go into the last unless another is chosen. */
  boxes: StationBox[];
  /** Others who were seen packing it within the last two minutes. */
  packers: string[];
  /** Who is signed in: packages are stored as packed by them. */
  packer: string;
}

/** A box of an order. */
export interface StationBox {
  id: string;
  /** From 1 within the order. */
  number: number;
  /** Of this box alone; its label says it as a bar code. */
  labelNumber: number;
}

/** How a weight compares with what was ordered. */
export type Verdict = "ok" | "under" | "over" | "suspect";

type Ordered = Pick<
  StationLine,
  "soldBy" | "orderedPieces" | "typicalPieceLb" | "quantity" | "overCapPct"
>;

/** A package further than this from what is expected has to be typed twice. */
const suspectShare = 50n;

/** More than so many typical pieces is a slip of the decimal point. */
const suspectPieces = 3;

/**
 * Whether a package can hardly be what the scale showed: more than half off the expected weight of
 * its pieces, above three times a typical piece, or, for a line by the pound, more than half above
 * all that was ordered. `pieces` counts for lines by the piece only.
 */
export function isSuspect(line: Ordered, netLb: string, pieces: number): boolean {
  if (line.soldBy === "lb" || line.typicalPieceLb === null) {
    const net = BigInt(toHundredthsLb(netLb));
    return net * 100n > BigInt(toHundredthsLb(line.quantity)) * (100n + suspectShare);
  }
  return areSuspect(line.typicalPieceLb, netLb, pieces);
}

/** Whether pieces can hardly weigh so much, or so little, by what one typically weighs. */
export function areSuspect(typicalPieceLb: string, netLb: string, pieces: number): boolean {
  const net = BigInt(toHundredthsLb(netLb));
  const expected = BigInt(toHundredthsLb(typicalPieceLb)) * BigInt(pieces);
  const difference = net > expected ? net - expected : expected - net;
  return difference * 100n > expected * suspectShare || net > expected * BigInt(suspectPieces);
}

/**
 * Whether a package is far above those of the same product that were packed so far: a slip of the
 * decimal point, where no typical piece is known. Asked where it is typed alone, and never refused: by
 * the time it is stored others may have packed more.
 */
export function isFarAbove(netLb: string, soFar: readonly string[]): boolean {
  const usual = usualLb(soFar);
  return usual !== null && toHundredthsLb(netLb) > suspectPieces * toHundredthsLb(usual);
}

/** What packages weigh in the middle of them; null for none. */
export function usualLb(packages: readonly string[]): string | null {
  const sorted = packages.toSorted((one, other) => toHundredthsLb(one) - toHundredthsLb(other));
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

/** The least and most pounds that are as ordered: the estimate less and plus the tolerance. */
export function expectedRange({ quantity, overCapPct }: Ordered): { least: number; most: number } {
  const ordered = toHundredthsLb(quantity);
  return {
    least: Math.ceil((ordered * (100 - overCapPct)) / 100) / 100,
    most: Math.floor((ordered * (100 + overCapPct)) / 100) / 100,
  };
}

/**
 * How a line's packed weight compares with the order. `over` is more than the promised maximum pays
 * for: it needs a recorded decision.
 */
export function judgeLine(
  line: Pick<
    StationLine,
    | "quantity"
    | "overCapPct"
    | "packedLb"
    | "mostLb"
    | "orderedPieces"
    | "packedPieces"
    | "soldBy"
    | "typicalPieceLb"
  >,
): Exclude<Verdict, "suspect"> {
  if (lbLess(line.packedLb, line.mostLb) > 0) return "over";
  return isShort(line) ? "under" : "ok";
}

/** Whether less than was ordered is packed: too few pieces, or pounds below the tolerance. */
export function isShort(line: Ordered & Pick<StationLine, "packedLb" | "packedPieces">): boolean {
  if (line.soldBy === "piece" && line.packedPieces < (line.orderedPieces ?? 0)) return true;
  return Number(line.packedLb) < expectedRange(line).least;
}

/** An order in the day's list. */
export interface OrderToPack extends NamedOrder {
  companyName: string;
  contactName: string;
  placedAt: Date;
  hasDay: boolean;
  /** Of the run it leaves with; null without a day. */
  zoneId: string | null;
  zoneName: string | null;
  /** Of somebody without an account. */
  isRetail: boolean;
  /** A new client's, which has to be confirmed before it is finished. */
  isHeld: boolean;
  lines: number;
  linesDone: number;
  /** Pounds with two decimals. */
  orderedLb: string;
  packedLb: string;
  /** Who was seen packing it within the last two minutes. */
  packers: string[];
  /** Whether packages of it are of lots on hold. */
  hasHeldPackages: boolean;
}

/** Stands for the day of orders without one; after all days. */
export const withoutDay = "none";

/**
 * The day that the packing page starts on: today's, or the next that has orders; of past days alone
 * the oldest. `days` are oldest first; `withoutDay` comes after them.
 */
export function startDay<Day extends { day: string }>(
  days: readonly Day[],
  today: string,
): Day | undefined {
  return days.find(({ day }) => day >= today) ?? days[0];
}

/** A product across the day's orders: meat is cut by product, not by order. */
export interface CutToPack {
  productName: string;
  /** Null for one that is gone from the catalogue. */
  productId: string | null;
  storage: Storage;
  /** Pounds with two decimals. */
  orderedLb: string;
  packedLb: string;
  /** Null for what is sold by the pound. */
  pieces: number | null;
  orders: {
    orderId: string;
    orderNumber: number;
    companyName: string;
    orderedPieces: number | null;
    quantity: string;
    /** How it is to be cut and packed. */
    wish: Wish | null;
    packedLb: string;
    isDone: boolean;
    /** Codes of lots on hold that packages of the line are of. */
    heldLots: string[];
    /** Of the order and of every order of the client's. */
    notes: string;
  }[];
}

/** Why the station refused something; for a 409 or, when it may be confirmed, a 422. */
export type PackingRefusal =
  | "gone"
  | "not pending"
  | "changed"
  | "suspect"
  | "under"
  | "over"
  | "lot required"
  | "lot unknown"
  | "lot held"
  | "other meat"
  | "more than there"
  | "serial seen"
  | "taken"
  | "too light"
  | "no substitutes"
  | "replaced"
  | "box in use"
  | "product gone"
  | "open lines"
  | "card asked"
  | "new client";
