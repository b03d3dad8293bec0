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
 * True if every line was dropped or replaced, with nothing packed of it. Such an order is cancelled
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

/** An order as referred to elsewhere, by its page and number. */
export interface NamedOrder {
  id: string;
  /** The number that people use; `orderName` says it. */
  number: number;
}

/** An order in a list. */
interface OrderSummary extends NamedOrder {
  status: OrderStatus;
  placedAt: Date;
  /** Dollars as the database writes them, e.g. "249.90". */
  totalPrice: string;
  notes: string;
  /** True if the owner hasn't confirmed any order of the account yet. */
  isNewClient: boolean;
  /** The open holds that keep it from being packed; empty if there are none. */
  holds: HoldReason[];
  /** The Pacific day of delivery or pickup, e.g. "2026-11-26"; null without one. */
  deliveryDay: string | null;
  deliveryKind: "delivery" | "pickup" | null;
  /** True if it was brought, and the client refused everything that they were offered. */
  isRefused: boolean;
}

/** An order in its client's own list. */
export interface OwnOrderSummary extends OrderSummary {
  /** Total pounds of its lines, as the database writes them, e.g. "132.50". */
  weightLb: string;
  /** The client's purchase order number; may be empty. */
  poNumber: string;
}

/** One of a customer's latest orders, for staff. */
export type LastOrder = OrderSummary;

/** The client's next order to arrive. */
export interface NextOrder extends OrderSummary {
  /** Its day and window. */
  day: { date: string; from: string; to: string };
  /** Number of other orders on that day. */
  more: number;
}

/** An order without a future day. */
export interface WaitingOrder {
  id: string;
  number: number;
  /** It never had a day, it wasn't packed on its day, or nobody was there to take it. */
  why: "no day" | "late" | "missed";
}

/** Order figures on a client's dashboard. */
export interface OrderFigures {
  /** All orders ever placed, including cancelled ones. */
  orders: number;
  pending: number;
  /** The current calendar year, e.g. 2026. */
  year: number;
  /** Pounds, as the database writes them, e.g. "132.50". */
  lbsThisYear: string;
}

/** The customer of an order, in the back office. */
interface OrderedBy {
  customerId: string;
  /** Display name in lists: the company, or "Staff"; empty for any other without a company. */
  companyName: string;
}

/** An order in the back office's lists. */
export interface AdminOrderSummary extends OrderSummary, OrderedBy {
  /** The zone of its run; null without a day. */
  zoneName: string | null;
  /** How a retail order is paid; null for a client's order. */
  paymentWay: PaymentWay | null;
  /** Where it was placed or sold. */
  channel: OrderChannel;
}

/** A package weighed for a line, and not voided. */
export interface OrderPackage {
  id: string;
  /** Pounds as the database writes them, e.g. "1.29". */
  netLb: string;
  /** Grams. */
  netG: number;
  pieces: number | null;
  /** The code of its lot. */
  lot: string | null;
  /** The number of its box. */
  box: number | null;
  packedAt: Date;
  /** `assumed` means as ordered, without weighing. */
  source: PackageSource;
}

/**
 * One line of an order, with the name and price when it was placed. The ordered quantity is an
 * estimate and stays; the packed quantity is billed.
 */
export interface OrderItem {
  id: string;
  /** Null once the product has been deleted. */
  productId: string | null;
  productName: string;
  /** The product's current image. */
  imageUrl: string | null;
  soldBy: SalesUnit;
  /** Null if sold by the pound. */
  orderedPieces: number | null;
  typicalPieceLb: string | null;
  /** Pounds as the database writes them, e.g. "12.50"; for pieces, their typical weight. */
  quantity: string;
  /** How to cut and pack it. */
  wish: Wish | null;
  /** Dollars per lb. */
  pricePerLb: string;
  /** Why that price, as of placing; `last` is the price billed before. */
  reason: PriceReason;
  /** The estimate, in dollars. */
  subtotal: string;
  /** Percentage of the promised maximum above the estimate. */
  overCapPct: number;
  /** The promised maximum, in dollars. */
  promisedAmount: string;
  taxCode: TaxCode;
  packState: PackState;
  /** The sums of its packages. */
  packedLb: string;
  packedPieces: number;
  /** Why it is short, replaced or unavailable; or who agreed to exceed the promise. */
  packNote: string;
  /** Who bears the weight packed beyond the promise; null if there is none. */
  overDecision: OverDecision | null;
  /** The line that this one replaces. */
  substitutesItemId: string | null;
  /** The packed amount in dollars, before a correction to the promised maximum. */
  finalAmount: string;
  /** In packing order. */
  packages: OrderPackage[];
}

/** A charge of an order besides its lines. */
export interface OrderCharge {
  kind: ChargeKind;
  /** For example "Delivery". */
  description: string;
  /** Dollars. */
  amount: string;
  taxCode: TaxCode;
}

/** The delivery or pickup day of an order. */
interface OrderDay {
  kind: DeliveryKind;
  zoneId: string;
  zoneName: string;
  /** For example "2026-11-26". */
  date: string;
  /** The window, e.g. "08:00". */
  from: string;
  to: string;
  cutOffAt: Date;
  /** True if the run is still planned and its cut-off has not passed. */
  isOpen: boolean;
}

/** An order's delivery, as copied when it was placed. */
export interface OrderDelivery {
  /** Null for an order without a day. */
  day: OrderDay | null;
  siteId: string | null;
  name: string;
  /** For a pickup, the pickup address. */
  address: string;
  postalCode: string;
  phone: string;
  /** Notes for the driver. */
  notes: string;
}

/**
 * Returns everything the client wrote for those who cut, pack and deliver an order: its own notes,
 * then the standing notes. Empty if there are none.
 */
export function allNotes({ notes, standingNotes }: Pick<Order, "notes" | "standingNotes">): string {
  const [own, standing] = [notes.trim(), standingNotes.trim()];
  return own === standing ? own : [own, standing].filter(Boolean).join("\n");
}

/** An order with all data of its own page. */
export interface Order extends OrderSummary {
  charges: OrderCharge[];
  delivery: OrderDelivery;
  /** The client's standing notes when this order was placed. */
  standingNotes: string;
  /** True if the shop may substitute similar products for unavailable ones. */
  allowsSubstitutes: boolean;
  /** True if the shop must call the client before substituting. */
  callFirst: boolean;
  /** The customer's purchase order number; may be empty. */
  poNumber: string;
  /** When its run departed; null before that, and without a run. */
  departedAt: Date | null;
  /** When the driver found nobody there; null if not, or once that is resolved. */
  missedAt: Date | null;
  /** Null until delivered, and for orders delivered before the time was recorded. */
  deliveredAt: Date | null;
  /** The customer's newest other order with this purchase order number; null if there is none. */
  samePoOrder: NamedOrder | null;
  /** For example "INV-000001"; null before there is an invoice. */
  invoiceNumber: string | null;
  /** When the invoice was issued: when the order was fulfilled, or for its month. */
  invoicedAt: Date | null;
  /** Path of the invoice; null if there is none, or for a member who may not see invoices. */
  invoiceUrl: string | null;
  /** The invoice's total in dollars, over all orders on it. */
  invoiceTotal: string | null;
  /** Number of orders on the invoice; 0 before there is one. */
  invoicedOrders: number;
  /** True if credit notes left nothing of the invoice. */
  isInvoiceCredited: boolean;
  /** The invoice's credit notes; none for a member who may not see invoices. */
  creditNotes: { number: string; url: string | null }[];
  /** Further invoices for amounts billed too low; dollars. */
  differences: { number: string; total: string }[];
  /** For example "DN-000001" for an order that is invoiced monthly; null for others. */
  noteNumber: string | null;
  /** Path of the delivery note, which has no prices. */
  noteUrl: string | null;
  /** The order's share of its invoice's taxes, without those of $0.00; amounts in dollars. */
  taxes: { label: string; amount: string }[];
  items: OrderItem[];
}

/** An order on its page in the back office. */
export interface AdminOrder extends Order, OrderedBy {
  /** Oldest first, including ended ones. */
  holdHistory: OrderHold[];
  /** How a retail order is paid; null for a client's order. */
  paymentWay: PaymentWay | null;
  invoiceId: string | null;
  /** When it is cancelled unless its guest confirms the address; null if it won't be. */
  confirmBy: Date | null;
  /** The run it goes out on; null for an order without a day. */
  runId: string | null;
  /** The load of that run. */
  runLoad: RunLoad | null;
  customer: OrderCustomer;
  /** Increases with every change to lines and packages; a change names the version it has seen. */
  version: number;
}

/** The customer; missing details are the empty string. */
interface OrderCustomer {
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  /** The customer's current standing notes. */
  notes: string;
  /** The address that a retail order was placed with. */
  guestEmail: string;
  /** The client account that confirmed that address and sees the order; null if there is none. */
  account: { customerId: string; name: string } | null;
  /** The address its emails would go to while unproved; else null. */
  unprovedEmail: string | null;
}

/** An order's position in a list, newest first; used as the cursor. */
type OrderPlace = Pick<OrderSummary, "placedAt" | "id">;

/** A page of orders, newest first, 50 unless `limit` is given. Without a cursor, the first page. */
export interface OrderPage {
  /** The last order of the previous page; a malformed cursor gives the newest page. */
  before?: OrderPlace | undefined;
  /** The first order of the following page, for paging back; takes precedence over `before`. */
  after?: OrderPlace | undefined;
  limit?: number;
}

/** What an order waits for: confirmation of a new client, or release of a hold. */
export type HeldFor = "new" | "hold";

/** The next work on an order, by which the back office's list is divided. */
export const orderWorks = ["pack", "held", "packed", "delivered", "refused"] as const;

/**
 * `pack` can be packed, `held` waits for the owner's decision, `packed` wasn't handed over yet,
 * `delivered` needs nothing more, and `refused` was brought, but the client refused all of it.
 */
export type OrderWork = (typeof orderWorks)[number];

/** Number of orders of each work, and on the packing list, which also has new clients' orders. */
export type WorkCounts = Record<OrderWork | "packing", number>;

/** Filters of the back office's list of orders. */
export interface OrderFilter {
  /** Only orders with this next work. */
  work?: OrderWork | undefined;
  /** Only these, by id. */
  ids?: readonly string[] | undefined;
  /** `packed` includes delivered orders. */
  status?: OrderStatus | "packed" | undefined;
  /** When it was placed. */
  days?: DayRange | undefined;
  /** The Pacific day of delivery or pickup. */
  deliveryDay?: string | undefined;
  /** A zone's id, "delivery", "pickup", "counter", "placed" (all but counter), "none" (no day). */
  delivery?: string | undefined;
  /** Only orders whose delivery or pickup day is before this one. */
  dayBefore?: string | undefined;
  /** Only orders that wait for the owner's decision. */
  held?: HeldFor | undefined;
  /**
   * An order number or its last three digits, part of the order id, or of its client's company,
   * name, email address or phone number.
   */
  search?: string | undefined;
}

/** Returns an order's name on screens, in emails and on paper: "Order 1042". */
export function orderName(number: number): string {
  return `Order ${orderNumber(number)}`;
}

/** Returns the number without separators, for columns and for sentences with "order" in them. */
export function orderNumber(number: number): string {
  return String(number);
}

/** "Order 1042 is …", "Orders 1042, 1043 and 1044 are …". */
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
 * Parses the order numbers that a search means: "1042", "#1042" and "Order 1042" mean one, "042"
 * all that end with it. Null for any other text.
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
  // Add in hundredths, as with cents: floating-point sums would drift.
  return sumLb(weights) / 100;
}

/** Returns e.g. "With 2 other orders" for an order that shares its invoice. */
export function invoicedWith({ invoicedOrders }: Pick<Order, "invoicedOrders">): string {
  return invoicedOrders === 2 ? "With another order" : `With ${invoicedOrders - 1} other orders`;
}
