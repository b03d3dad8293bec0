import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Client } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { documentOrders, documents } from "#db/schema/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import type { OrderItem, OrderPage } from "../order.ts";

/** Columns selected for every list of orders. */
export const orderColumns = {
  id: orders.id,
  status: orders.status,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
  notes: orders.notes,
  isNewClient: orders.isNewClient,
};

/**
 * The first invoice of each order, for a left lateral join; a later document of the same order is a
 * credit note or another invoice, and stands in the list of invoices.
 */
export function invoiceOfOrder(db: Database) {
  return db
    .select({
      invoiceNumber: documents.documentNumber,
      invoicedAt: documents.issuedAt,
      invoiceUrl: documents.url,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(and(eq(documentOrders.orderId, orders.id), eq(documents.kind, "invoice")))
    .orderBy(asc(documents.issuedAt), asc(documents.id))
    .limit(1)
    .as("invoice");
}

/** Matches the orders that a client may see: their customer's, at the sites they may see. */
export function visibleTo({ customerId, sites }: Client): SQL | undefined {
  const own = eq(orders.customerId, customerId);
  return sites ? and(own, inArray(orders.shipToId, [...sites])) : own;
}

/** Matches orders older than the cursor; undefined for the first page. */
export function olderThan(cursor: OrderPage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${orders.placedAt}, ${orders.id}) < ${place}`;
}

/** Matches orders newer than the cursor; undefined unless the cursor is well-formed. */
export function newerThan(cursor: OrderPage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${orders.placedAt}, ${orders.id}) > ${place}`;
}

function placeOf(cursor: OrderPage["before"]): SQL | undefined {
  if (!cursor || !isUuid(cursor.id) || Number.isNaN(cursor.placedAt.getTime())) return undefined;
  return sql`(${sql.param(cursor.placedAt, orders.placedAt)}, ${cursor.id})`;
}

/** An order's lines as they were placed. The caller must have checked access to the order. */
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
