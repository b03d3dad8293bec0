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

/** An order in the back office's lists; the company is null for an account without a profile. */
export interface AdminOrderSummary extends OrderSummary {
  userId: string;
  companyName: string | null;
}

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
  /** For example "INV-000001"; null before there is an invoice. */
  invoiceNumber: string | null;
  /** When the invoice was issued, which is when the order was fulfilled. */
  invoicedAt: Date | null;
  /** Where its invoice is fetched; null when there is none. */
  invoiceUrl: string | null;
  items: OrderItem[];
}

/** An order on its page in the back office; no profile for an account without one. */
export interface AdminOrder extends Order {
  userId: string;
  profile: OrderClient | null;
}

/** Who ordered; what they did not give is the empty string. */
interface OrderClient {
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
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
  /** The beginning of an order's id or part of the client's company name, whatever the case. */
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
