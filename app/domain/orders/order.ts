import type { RunLoad } from "#app/domain/delivery/capacity.ts";
import type { PriceReason } from "#app/domain/pricing/price-reason.ts";
import { isNoWeight, sumLb } from "#app/lib/amounts/weight.ts";
import type { DayRange } from "#app/lib/day-range.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { PackageSource } from "#db/schema/values/meat/packages.ts";
import type {
  ChargeKind,
  HoldReason,
  OrderChannel,
  OrderStatus,
  OverDecision,
  PackState,
  PaymentWay,
} from "#db/schema/values/orders.ts";
import type { SalesUnit, TaxCode } from "#db/schema/values/products.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import type { OrderHold } from "./hold.ts";

/**
 * True if every line was dropped or replaced with nothing packed of it. Such an order is cancelled
 * when somebody finishes it. Weight packed before a line was replaced is still delivered and
 * invoiced.
 */
export function isNothingLeft(
  lines: readonly { packState: PackState; packedLb: string }[],
): boolean {
  const isGone = ({ packState, packedLb }: { packState: PackState; packedLb: string }) =>
    (packState === "dropped" || packState === "substituted") && isNoWeight(packedLb);
  return lines.length > 0 && lines.every(isGone);
}

export interface NamedOrder {
  id: string;
  /** The number that people use (`orderName`). */
  number: number;
}

interface OrderSummary extends NamedOrder {
  status: OrderStatus;
  placedAt: Date;
  /** Dollars as stored, e.g. "249.90". */
  totalPrice: string;
  notes: string;
  /** True if the owner hasn't confirmed any order of the account yet. */
  isNewClient: boolean;
  /** Open holds; empty if there are none. */
  holds: HoldReason[];
  /** The Pacific day of delivery or pickup, e.g. "2026-11-26"; null without one. */
  deliveryDay: string | null;
  deliveryKind: "delivery" | "pickup" | null;
  /** True if it was delivered and the client refused everything. */
  isRefused: boolean;
}

export interface OwnOrderSummary extends OrderSummary {
  /** Total pounds of its lines, as stored, e.g. "132.50". */
  weightLb: string;
  poNumber: string;
}

export type LastOrder = OrderSummary;

export interface NextOrder extends OrderSummary {
  day: { date: string; from: string; to: string };
  more: number;
}

export interface WaitingOrder {
  id: string;
  number: number;
  /** It never had a day, it wasn't packed on its day, or nobody was there to take it. */
  why: "no day" | "late" | "missed";
}

export interface OrderFigures {
  /** Includes cancelled orders. */
  orders: number;
  pending: number;
  year: number;
  /** Pounds as stored, e.g. "132.50". */
  lbsThisYear: string;
}

interface OrderedBy {
  customerId: string;
  /** Display name in lists: the company, or "Staff"; empty for others without a company. */
  companyName: string;
}

export interface AdminOrderSummary extends OrderSummary, OrderedBy {
  /** Null without a day. */
  zoneName: string | null;
  /** Null for a client's order. */
  paymentWay: PaymentWay | null;
  channel: OrderChannel;
}

export interface OrderPackage {
  id: string;
  /** Pounds as stored, e.g. "1.29". */
  netLb: string;
  netG: number;
  pieces: number | null;
  lot: string | null;
  box: number | null;
  packedAt: Date;
  /** `assumed` means as ordered, without weighing. */
  source: PackageSource;
}

/**
 * A line with its name and price when it was placed. The ordered quantity is an estimate and stays;
 * the packed quantity is billed. Amounts are dollars and weights pounds, as stored, e.g. "12.50".
 */
export interface OrderItem {
  id: string;
  /** Null once the product has been deleted. */
  productId: string | null;
  productName: string;
  imageUrl: string | null;
  soldBy: SalesUnit;
  /** Null if sold by the pound. */
  orderedPieces: number | null;
  typicalPieceLb: string | null;
  /** For pieces, their typical weight. */
  quantity: string;
  wish: Wish | null;
  pricePerLb: string;
  /** Why that price, as of placing; `last` is the price billed before. */
  reason: PriceReason;
  /** The estimate. */
  subtotal: string;
  /** Percentage of the promised maximum above the estimate. */
  overCapPct: number;
  /** The promised maximum. */
  promisedAmount: string;
  taxCode: TaxCode;
  packState: PackState;
  /** Sums of its packages. */
  packedLb: string;
  packedPieces: number;
  /** Why it is short, replaced or unavailable; or who agreed to exceed the promise. */
  packNote: string;
  /** Who bears the weight packed beyond the promise; null if there is none. */
  overDecision: OverDecision | null;
  substitutesItemId: string | null;
  /** The packed amount, before a correction to the promised maximum. */
  finalAmount: string;
  /** In packing order. */
  packages: OrderPackage[];
}

export interface OrderCharge {
  kind: ChargeKind;
  description: string;
  /** Dollars. */
  amount: string;
  taxCode: TaxCode;
}

interface OrderDay {
  kind: DeliveryKind;
  zoneId: string;
  zoneName: string;
  date: string;
  /** E.g. "08:00". */
  from: string;
  to: string;
  cutOffAt: Date;
  /** True if the run is still planned and its cut-off has not passed. */
  isOpen: boolean;
}

/** An order's delivery, as copied when it was placed. */
export interface OrderDelivery {
  day: OrderDay | null;
  siteId: string | null;
  name: string;
  /** For a pickup, the pickup address. */
  address: string;
  postalCode: string;
  phone: string;
  notes: string;
}

/** Returns the client's notes for cutting, packing and delivery: the order's, then the standing. */
export function allNotes({ notes, standingNotes }: Pick<Order, "notes" | "standingNotes">): string {
  const [own, standing] = [notes.trim(), standingNotes.trim()];
  return own === standing ? own : [own, standing].filter(Boolean).join("\n");
}

export interface Order extends OrderSummary {
  charges: OrderCharge[];
  delivery: OrderDelivery;
  /** The client's standing notes when it was placed. */
  standingNotes: string;
  allowsSubstitutes: boolean;
  /** True if the shop must call the client before substituting. */
  callFirst: boolean;
  poNumber: string;
  /** Null before its run departed, and without a run. */
  departedAt: Date | null;
  /** When the driver met nobody; null if not, or once that is resolved. */
  missedAt: Date | null;
  /** Null until delivered, and for orders delivered before the time was recorded. */
  deliveredAt: Date | null;
  /** The customer's newest other order with this purchase order number. */
  samePoOrder: NamedOrder | null;
  invoiceNumber: string | null;
  /** When the order was fulfilled, or when its month was invoiced. */
  invoicedAt: Date | null;
  /** Path of the invoice; null if there is none, or for a member who may not see invoices. */
  invoiceUrl: string | null;
  /** Dollars, over all orders on the invoice. */
  invoiceTotal: string | null;
  /** Orders on the invoice; 0 before there is one. */
  invoicedOrders: number;
  /** True if credit notes left nothing of the invoice. */
  isInvoiceCredited: boolean;
  /** None for a member who may not see invoices. */
  creditNotes: { number: string; url: string | null }[];
  /** Further invoices for amounts billed too low; dollars. */
  differences: { number: string; total: string }[];
  noteNumber: string | null;
  /** Path of the delivery note, which has no prices. */
  noteUrl: string | null;
  /** The order's share of its invoice's taxes in dollars, without those of $0.00. */
  taxes: { label: string; amount: string }[];
  items: OrderItem[];
}

export interface AdminOrder extends Order, OrderedBy {
  /** Oldest first, including ended ones. */
  holdHistory: OrderHold[];
  /** Null for a client's order. */
  paymentWay: PaymentWay | null;
  invoiceId: string | null;
  /** When it is cancelled unless its guest confirms the address; null if it won't be. */
  confirmBy: Date | null;
  runId: string | null;
  runLoad: RunLoad | null;
  customer: OrderCustomer;
  /** Increases with every change to lines and packages; changes name the version they have seen. */
  version: number;
}

/** Missing details are the empty string. */
interface OrderCustomer {
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  notes: string;
  guestEmail: string;
  /** The client account that confirmed that address and sees the order. */
  account: { customerId: string; name: string } | null;
  /** The address its emails would go to while unproved; else null. */
  unprovedEmail: string | null;
}

/** An order's position in a list, used as the cursor. */
type OrderPlace = Pick<OrderSummary, "placedAt" | "id">;

/** A page of orders, newest first; the first page without a cursor, 50 orders without `limit`. */
export interface OrderPage {
  /** The last order of the previous page; a malformed cursor gives the newest page. */
  before?: OrderPlace | undefined;
  /** The first order of the following page; takes precedence over `before`. */
  after?: OrderPlace | undefined;
  limit?: number;
}

/** What an order waits for: confirmation of a new client, or release of a hold. */
export type HeldFor = "new" | "hold";

/** The next work on an order, by which the back office's list is divided. */
export const orderWorks = ["pack", "held", "packed", "delivered", "refused"] as const;

/**
 * `pack` can be packed, `held` waits for the owner, `packed` wasn't handed over yet, `delivered`
 * needs nothing more, and `refused` was delivered, but the client refused all of it.
 */
export type OrderWork = (typeof orderWorks)[number];

/**
 * Orders that somebody must see to, by work, and those of the packing list, which also has new
 * clients' orders. Delivered orders are not counted: there is nothing to do, and ever more of them.
 */
export type WorkCounts = Record<Exclude<OrderWork, "delivered"> | "packing", number>;

export interface OrderFilter {
  work?: OrderWork | undefined;
  ids?: readonly string[] | undefined;
  /** `packed` includes delivered orders. */
  status?: OrderStatus | "packed" | undefined;
  days?: DayRange | undefined;
  deliveryDay?: string | undefined;
  /** A zone's id, "delivery", "pickup", "counter", "placed" (all but counter), "none" (no day). */
  delivery?: string | undefined;
  dayBefore?: string | undefined;
  held?: HeldFor | undefined;
  /** Order number or last three digits, or part of the id, company, name, email or phone number. */
  search?: string | undefined;
}

/** Returns an order's name on screens, in emails and on paper: "Order 1042". */
export function orderName(number: number): string {
  return `Order ${orderNumber(number)}`;
}

/** Returns the number without separators, for columns and after the word "order". */
export function orderNumber(number: number): string {
  return String(number);
}

/** Returns "Order 1042 is …" or "Orders 1042, 1043 and 1044 are …". */
export function ordersInWords(
  orders: readonly NamedOrder[],
  [one, many]: [string, string],
  rest: string,
): string {
  const numbers = orders.map(({ number }) => orderNumber(number));
  const last = numbers.pop();
  return numbers.length > 0
    ? `Orders ${numbers.join(", ")} and ${last} ${many} ${rest}`
    : `Order ${last} ${one} ${rest}`;
}

/**
 * Parses a search for order numbers: "1042", "#1042", "Order 1042", or "042" for all that end with
 * it. Null for other text.
 */
export function numbersMeant(text: string): { number: number } | { lastThree: number } | null {
  const [, digits] = /^(?:order\s*)?#?\s*(\d{3,9})$/i.exec(text.trim()) ?? [];
  if (!digits) return null;
  return digits.length === 3 ? { lastThree: Number(digits) } : { number: Number(digits) };
}

/** Returns the title of an order's page, from its loader data. */
export function titleOfOrder(
  loaded: { order: Pick<NamedOrder, "number"> | null; isMissing: boolean } | undefined,
): string {
  if (loaded?.order) return orderName(loaded.order.number);
  return loaded?.isMissing ? "Order not found" : "Order";
}

/** Returns the first 8 characters of an order's id, as shown in the back office too. */
export function shortOrderId(id: string): string {
  return id.slice(0, 8);
}

/** Returns the total pounds: packed for finished lines, ordered for open ones. */
export function totalPounds(
  items: Pick<OrderItem, "quantity" | "packState" | "packedLb">[],
): number {
  return sumPounds(
    items.map((item) => (item.packState === "open" ? item.quantity : item.packedLb)),
  );
}

/** Adds weights to two decimals. */
export function sumPounds(weights: string[]): number {
  // Add hundredths, since floating-point sums would drift.
  return sumLb(weights) / 100;
}

/** Returns e.g. "With 2 other orders" for an order that shares its invoice. */
export function invoicedWith({ invoicedOrders }: Pick<Order, "invoicedOrders">): string {
  return invoicedOrders === 2 ? "With another order" : `With ${invoicedOrders - 1} other orders`;
}
