import type { DayRange } from "#app/lib/day-range.ts";
import { toCents } from "#app/lib/money.ts";

/** Where an order stands (specification, section 4). Only a pending one can still change. */
export type OrderStatus = "pending" | "fulfilled" | "delivered" | "cancelled";

/** An order in a list. */
interface OrderSummary {
  id: string;
  status: OrderStatus;
  placedAt: Date;
  /** Dollars as the database writes them, e.g. "249.90". */
  totalPrice: string;
  notes: string;
  /** From an account none of whose orders the owner has confirmed yet. */
  isNewClient: boolean;
}

/** An order in its client's own list. */
export interface OwnOrderSummary extends OrderSummary {
  /** Pounds of all its lines, as the database writes them, e.g. "132.50". */
  weightLb: string;
}

/** What a client's dashboard says of their orders. */
export interface OrderFigures {
  /** All that were ever placed, cancelled ones included. */
  orders: number;
  pending: number;
  /** The calendar year that this is, e.g. 2026. */
  year: number;
  /** Pounds, as the database writes them, e.g. "132.50". */
  lbsThisYear: string;
}

/** Whose order it is, in the back office. */
interface OrderedBy {
  userId: string;
  /** What lists call them: the company, or "Staff"; null for an account without a profile. */
  companyName: string | null;
}

/** An order in the back office's lists. */
export interface AdminOrderSummary extends OrderSummary, OrderedBy {}

/** One line of an order, with the name and price of when it was placed. */
export interface OrderItem {
  id: string;
  /** Null once the product has been deleted. */
  productId: string | null;
  productName: string;
  /** The product's picture of today. */
  imageUrl: string | null;
  /** Pounds as the database writes them, e.g. "12.50". */
  quantity: string;
  /** Dollars per lb. */
  pricePerLb: string;
  /** Dollars. */
  subtotal: string;
}

/** An order with all that its own page shows. */
export interface Order extends OrderSummary {
  /** What the client wanted known with every order when this one was placed. */
  standingNotes: string;
  /** For example "INV-000001"; null before there is an invoice. */
  invoiceNumber: string | null;
  /** When the invoice was issued, which is when the order was fulfilled. */
  invoicedAt: Date | null;
  /** Where its invoice is fetched; null when there is none. */
  invoiceUrl: string | null;
  items: OrderItem[];
}

/** An order on its page in the back office; no profile for an account without one. */
export interface AdminOrder extends Order, OrderedBy {
  profile: OrderClient | null;
}

/** Who ordered; what they did not give is the empty string. */
interface OrderClient {
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  /** What the client wants known with every order today. */
  notes: string;
}

/** Where an order stands in a list, newest first. */
type OrderPlace = Pick<OrderSummary, "placedAt" | "id">;

/** Which page of orders, newest first, of 50 unless `limit` says so; the newest without a place. */
export interface OrderPage {
  /** The last order of the page before; one that is not well-formed begins at the newest. */
  before?: OrderPlace | undefined;
  /** The first order of the page after; outweighs `before`. */
  after?: OrderPlace | undefined;
  limit?: number;
}

/** Which orders the back office lists. */
export interface OrderFilter {
  status?: OrderStatus | undefined;
  /** When it was placed. */
  days?: DayRange | undefined;
  /** Part of an order's id, or of its client's company, name, e-mail address or telephone number. */
  search?: string | undefined;
}

/** What an order is called on the screens: the first 8 characters of its id. */
export function orderNumber(id: string): string {
  return id.slice(0, 8);
}

/** Pounds of an order's lines together, to two decimals. */
export function totalPounds(items: Pick<OrderItem, "quantity">[]): number {
  // In hundredths, as with cents: a sum of binary fractions would drift.
  return items.reduce((hundredths, { quantity }) => hundredths + toCents(quantity), 0) / 100;
}

/** There is no order with this id; for a 404. */
export class OrderNotFoundError extends Error {
  override readonly name = "OrderNotFoundError";

  constructor(id: string) {
    super(`No order with the id ${JSON.stringify(id)}`);
  }
}

/** The order was no longer pending, so nothing was changed; for a 409. */
export class OrderConflictError extends Error {
  override readonly name = "OrderConflictError";
  /** What it had become before. */
  readonly status: OrderStatus;

  constructor(status: OrderStatus) {
    super(`The order is already ${status}`);
    this.status = status;
  }
}

/** The order of a new client has not been confirmed, so it was not fulfilled; for a 409. */
export class OrderUnconfirmedError extends Error {
  override readonly name = "OrderUnconfirmedError";

  constructor(id: string) {
    super(`The order ${id} of a new client has not been confirmed`);
  }
}
