import { asc, eq, type SQL, sql } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import type { OrderItem, OrderPage } from "../order.ts";

/** The columns of an order in any list. */
export const orderColumns = {
  id: orders.id,
  status: orders.status,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
  notes: orders.notes,
  isNewClient: orders.isNewClient,
};

/** The columns of an order's invoice, joined on its order; all null before there is one. */
export const orderInvoiceColumns = {
  invoiceNumber: invoices.invoiceNumber,
  invoicedAt: invoices.createdAt,
  invoiceUrl: invoices.invoiceUrl,
};

/** The condition of being older than a page's cursor; none at the newest page. */
export function olderThan(cursor: OrderPage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${orders.placedAt}, ${orders.id}) < ${place}`;
}

/** The condition of being newer than a page's cursor; none without a well-formed one. */
export function newerThan(cursor: OrderPage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${orders.placedAt}, ${orders.id}) > ${place}`;
}

function placeOf(cursor: OrderPage["before"]): SQL | undefined {
  if (!cursor || !isUuid(cursor.id) || Number.isNaN(cursor.placedAt.getTime())) return undefined;
  return sql`(${sql.param(cursor.placedAt, orders.placedAt)}, ${cursor.id})`;
}

/** The lines of an order as they were placed. Only for an order that the caller may see. */
export function itemsOfOrder(db: Database, orderId: string): Promise<OrderItem[]> {
  return db
    .select({
      id: orderItems.id,
      productId: orderItems.productId,
      productName: orderItems.productName,
      imageUrl: products.imageUrl,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}
