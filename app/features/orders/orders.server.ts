import { and, desc, eq } from "drizzle-orm";
import type { Client } from "#app/features/auth/capability.ts";
import { type Page, pageSize, toPage } from "#app/lib/page.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import type { Order, OrderPage, OrderSummary } from "./order.ts";
import { itemsOfOrder, olderThan, orderColumns } from "./order-queries.server.ts";

/** The client's own orders, newest first, a page at a time. */
export async function listOrders(
  db: Database,
  client: Client,
  page: OrderPage = {},
): Promise<Page<OrderSummary>> {
  const size = pageSize(page.limit);
  const found = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.userId, client.userId), olderThan(page.before)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(size + 1);
  return toPage(found, size);
}

/** One of the client's own orders; null for any other id, someone else's order included. */
export async function getOrder(db: Database, client: Client, id: string): Promise<Order | null> {
  if (!isUuid(id)) return null;
  const [order] = await db
    .select({ ...orderColumns, invoiceUrl: invoices.invoiceUrl })
    .from(orders)
    .leftJoin(invoices, eq(invoices.orderId, orders.id))
    .where(and(eq(orders.id, id), eq(orders.userId, client.userId)));
  return order ? { ...order, items: await itemsOfOrder(db, order.id) } : null;
}
