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
 * Whether every line was dropped, or replaced by one that was, with nothing packed of it. Such an order
 * is cancelled, wherever somebody would finish it (trade.md, section 13). What was packed of a line
 * before the rest of it was replaced goes out, and is invoiced.
 */
export function isNothingLeft(
  lines: readonly { packState: PackState; packedLb: string }[],
): boolean {
  const isGone = ({ packState, packedLb }: { packState: PackState; packedLb: string }) =>
    (packState === "dropped" || packState === "substituted") && isNoWeight(packedLb);
  return lines.length > 0 && lines.every(isGone);
}

/** An order as others refer to it: where its page is, and what it is called. */
export interface NamedOrder {
  id: string;
  /** What people call it; `orderName` says it. */
  number: number;
}

/** An order in a list. */
interface OrderSummary extends NamedOrder {
  status: OrderStatus;
  placedAt: Date;
  /** Dollars as the database writes them, e.g. "249.90". */
  totalPrice: string;
  notes: string;
  /** From an account that has no order confirmed by the owner yet. */
  isNewClient: boolean;
  /** Why it waits before it is packed; empty if it does not, or does no longer. */
  holds: HoldReason[];
  /** The Pacific day of delivery or pickup, e.g. "2026-11-26"; null without one. */
  deliveryDay: string | null;
  deliveryKind: "delivery" | "pickup" | null;
}

/** An order in its client's own list. */
export interface OwnOrderSummary extends OrderSummary {
  /** Total pounds of its lines, as the database writes them, e.g. "132.50". */
  weightLb: string;
  /** The client's purchase order number; may be empty. */
  poNumber: string;
}

/** An order among the last ones of its customer, for staff. */
export type LastOrder = OrderSummary;

/** The order that reaches its client next. */
export interface NextOrder extends OrderSummary {
  /** Its day and window. */
  day: { date: string; from: string; to: string };
  /** How many others come on that day. */
  more: number;
}

/** An order that no day to come is set for. */
export interface WaitingOrder {
  id: string;
  number: number;
  /** It never had one; it was not packed on its day; or nobody was there to take it. */
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
  /** How a retail order is paid; null for a client's. */
  paymentWay: PaymentWay | null;
  /** Where it was placed, or sold. */
  channel: OrderChannel;
}

/** What was weighed for a line, and not voided. */
export interface OrderPackage {
  id: string;
  /** Pounds as the database writes them, e.g. "1.29". */
  netLb: string;
  /** Grams. */
  netG: number;
  pieces: number | null;
  /** The code of the lot it is from. */
  lot: string | null;
  /** The number of the box it is in. */
  box: number | null;
  packedAt: Date;
  /** `assumed` is as ordered, without weighing. */
  source: PackageSource;
}

/**
 * One line of an order, with the name and price at the time it was placed. What was ordered is an
 * estimate, and stays; what was packed is what is billed.
 */
export interface OrderItem {
  id: string;
  /** Null once the product has been deleted. */
  productId: string | null;
  productName: string;
  /** The product's current image. */
  imageUrl: string | null;
  soldBy: SalesUnit;
  /** Null for what is sold by the pound. */
  orderedPieces: number | null;
  typicalPieceLb: string | null;
  /** Pounds as the database writes them, e.g. "12.50"; of pieces, their typical weight. */
  quantity: string;
  /** How it is to be cut and packed. */
  wish: Wish | null;
  /** Dollars per lb. */
  pricePerLb: string;
  /** Why, as it was when it was placed; `last` is what was billed before that. */
  reason: PriceReason;
  /** The estimate, in dollars. */
  subtotal: string;
  /** Per cent that the promised maximum lies above the estimate. */
  overCapPct: number;
  /** The promised maximum, in dollars. */
  promisedAmount: string;
  taxCode: TaxCode;
  packState: PackState;
  /** The sums of its packages. */
  packedLb: string;
  packedPieces: number;
  /** Why it is short, replaced or not available; or who agreed to more than was promised. */
  packNote: string;
  /** Who bears what was packed beyond the promise; null while there is nothing beyond it. */
  overDecision: OverDecision | null;
  /** The line that this one replaces. */
  substitutesItemId: string | null;
  /** What was packed, in dollars, before a correction to the promised maximum. */
  finalAmount: string;
  /** In the order they were packed. */
  packages: OrderPackage[];
}

/** What an order costs besides its lines. */
export interface OrderCharge {
  kind: ChargeKind;
  /** For example "Delivery". */
  description: string;
  /** Dollars. */
  amount: string;
  taxCode: TaxCode;
}

/** The day of an order. */
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
  /** Whether the run is still planned and its cut-off has not passed. */
  isOpen: boolean;
}

/** How an order reaches its customer, as copied when it was placed. */
export interface OrderDelivery {
  /** Null for an order without a day. */
  day: OrderDay | null;
  siteId: string | null;
  name: string;
  /** Of a pickup, where it is picked up. */
  address: string;
  postalCode: string;
  phone: string;
  /** For the driver. */
  notes: string;
}

/**
 * Everything the client wrote for those who cut, pack and bring an order: what is of this order alone,
 * then what holds for every order. Empty if nothing was written.
 */
export function allNotes({ notes, standingNotes }: Pick<Order, "notes" | "standingNotes">): string {
  const [own, standing] = [notes.trim(), standingNotes.trim()];
  return own === standing ? own : [own, standing].filter(Boolean).join("\n");
}

/** An order with everything its own page shows. */
export interface Order extends OrderSummary {
  charges: OrderCharge[];
  delivery: OrderDelivery;
  /** The client's standing notes when this order was placed. */
  standingNotes: string;
  /** Whether we may send something similar for what is not available. */
  allowsSubstitutes: boolean;
  /** Whether the client is to be called before we do. */
  callFirst: boolean;
  /** The customer's purchase order number; may be empty. */
  poNumber: string;
  /** When its run set out; null before, and without a run. */
  departedAt: Date | null;
  /** When the driver found nobody there, as long as nothing came of it; else null. */
  missedAt: Date | null;
  /** Null while it is not delivered, and for those that were before the time was noted. */
  deliveredAt: Date | null;
  /** The customer's newest other order with this purchase order number; null if there is none. */
  samePoOrder: NamedOrder | null;
  /** For example "INV-000001"; null before there is an invoice. */
  invoiceNumber: string | null;
  /** When the invoice was issued: when the order was fulfilled, or for the month it was in. */
  invoicedAt: Date | null;
  /** Path of the invoice; null if there is none, or for a member who may not see invoices. */
  invoiceUrl: string | null;
  /** Dollars; of all the orders that are on the invoice. */
  invoiceTotal: string | null;
  /** How many orders are on the invoice; 0 before there is one. */
  invoicedOrders: number;
  /** Invoices over what was billed too little; dollars. */
  differences: { number: string; total: string }[];
  /** For example "DN-000001", of an order that is invoiced with the month; null for others. */
  noteNumber: string | null;
  /** Path of the delivery note, which has no prices. */
  noteUrl: string | null;
  /** The order's share of its invoice's taxes, apart from $0.00; amounts in dollars. */
  taxes: { label: string; amount: string }[];
  items: OrderItem[];
}

/** An order on its page in the back office. */
export interface AdminOrder extends Order, OrderedBy {
  /** Oldest first, those that have ended too. */
  holdHistory: OrderHold[];
  /** How a retail order is paid; null for a client's. */
  paymentWay: PaymentWay | null;
  invoiceId: string | null;
  /** When it is cancelled unless its guest confirms the address before; null if it isn't. */
  confirmBy: Date | null;
  /** The run it goes out on; null for an order without a day. */
  runId: string | null;
  /** What is booked on that run. */
  runLoad: RunLoad | null;
  customer: OrderCustomer;
  /** Rises with every change to lines and packages; a change names the one it has seen. */
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
  /** Of a retail order: the address that it was placed with. */
  guestEmail: string;
  /** The client who has confirmed that address, and sees the order in their account. */
  account: { customerId: string; name: string } | null;
  /** Where its mails would go, while nobody has proved to read them there; else null. */
  unprovedEmail: string | null;
}

/** An order's position in a list, newest first; used as the cursor. */
type OrderPlace = Pick<OrderSummary, "placedAt" | "id">;

/**
 * A page of orders, newest first, 50 unless `limit` is given. Without a cursor, the newest page.
 */
export interface OrderPage {
  /** The last order of the previous page; a malformed cursor gives the newest page. */
  before?: OrderPlace | undefined;
  /** The first order of the next page; takes precedence over `before`. */
  after?: OrderPlace | undefined;
  limit?: number;
}

/** What an order waits for: the new client to be confirmed, or a hold to be released. */
export type HeldFor = "new" | "hold";

/** What is to be done next with an order, as the back office's list parts them. */
export const orderWorks = ["pack", "held", "packed", "delivered"] as const;

/**
 * `pack` can be packed, `held` waits for a decision of the owner's, `packed` was not handed over yet,
 * and with `delivered` nothing is left to do.
 */
export type OrderWork = (typeof orderWorks)[number];

/** How many orders there are of each, and on the packing list: those to pack, and new clients' too. */
export type WorkCounts = Record<OrderWork | "packing", number>;

/** Which orders the back office lists. */
export interface OrderFilter {
  /** Only those of which this is next. */
  work?: OrderWork | undefined;
  /** Only these, by id. */
  ids?: readonly string[] | undefined;
  /** `packed` are all that are packed, delivered ones too. */
  status?: OrderStatus | "packed" | undefined;
  /** When it was placed. */
  days?: DayRange | undefined;
  /** The Pacific day of delivery or pickup. */
  deliveryDay?: string | undefined;
  /** How it reaches its customer: a zone's id, either kind, or "none" for orders without a day. */
  delivery?: string | undefined;
  /** Only those whose day of delivery or pickup is before this one. */
  dayBefore?: string | undefined;
  /** Only those that wait for a decision of the owner's. */
  held?: HeldFor | undefined;
  /** An order's number or its last three digits, part of its id, or of its client's company, name, email address or telephone number. */
  search?: string | undefined;
}

/** What an order is called on screens, in mails and on papers: "Order 1042". */
export function orderName(number: number): string {
  return `Order ${orderNumber(number)}`;
}

/** Its number alone, without separators: for columns, and for sentences that say "order" themselves. */
export function orderNumber(number: number): string {
  return String(number);
}

/**
 * The order numbers that a search means: "1042", "#1042" and "Order 1042" that one, "042" all that end
 * so. Null for any other text.
 */
export function numbersMeant(text: string): { number: number } | { lastThree: number } | null {
  const [, digits] = /^(?:order\s*)?#?\s*(\d{3,9})$/i.exec(text.trim()) ?? [];
  if (!digits) return null;
  return digits.length === 3 ? { lastThree: Number(digits) } : { number: Number(digits) };
}

/** The title of an order's page, from what was loaded for it. */
export function titleOfOrder(
  loaded: { order: Pick<NamedOrder, "number"> | null; isMissing: boolean } | undefined,
): string {
  if (loaded?.order) return orderName(loaded.order.number);
  return loaded?.isMissing ? "Order not found" : "Order";
}

/** The first 8 characters of an order's id, which the back office shows too (section 9). */
export function shortOrderId(id: string): string {
  return id.slice(0, 8);
}

/** Total pounds as far as known: of a line that is done as packed, of others as ordered. */
export function totalPounds(
  items: Pick<OrderItem, "quantity" | "packState" | "packedLb">[],
): number {
  return sumPounds(
    items.map((item) => (item.packState === "open" ? item.quantity : item.packedLb)),
  );
}

/** Adds weights, to two decimals. */
export function sumPounds(weights: string[]): number {
  // Add in hundredths, as with cents: floating-point sums would drift.
  return sumLb(weights) / 100;
}

/** Of an order that shares its invoice: "With 2 other orders". */
export function invoicedWith({ invoicedOrders }: Pick<Order, "invoicedOrders">): string {
  return invoicedOrders === 2 ? "With another order" : `With ${invoicedOrders - 1} other orders`;
}
