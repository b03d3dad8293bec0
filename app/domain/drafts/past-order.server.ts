import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { visibleTo } from "#app/domain/orders/lists/order-queries.server.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import type { PastOrder } from "./order-again.ts";

/** Returns a client's own order to order again, without substituted lines; null if unknown. */
export async function getPastOrder(
  db: Database,
  client: Client,
  id: string,
): Promise<PastOrder | null> {
  return isUuid(id) ? readPastOrder(db, and(eq(orders.id, id), visibleTo(client))) : null;
}

/** As `getPastOrder`, for the order that a link opens. */
export function getPastLinkedOrder(
  db: Database,
  { orderId }: OrderLink,
): Promise<PastOrder | null> {
  return readPastOrder(db, eq(orders.id, orderId));
}

async function readPastOrder(db: Database, which: SQL | undefined): Promise<PastOrder | null> {
  const [order] = await db
    .select(pick(orders, "id", "number", "notes", "allowsSubstitutes", "callFirst"))
    .from(orders)
    .where(which);
  if (!order) return null;
  const items = await db
    .select({
      productId: orderItems.productId,
      productName: orderItems.productName,
      orderedPieces: orderItems.orderedPieces,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      wish: orderItems.wish,
      isSold: sql<boolean>`coalesce(${products.isActive}, false)`,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.orderId, order.id), isNull(orderItems.substitutesItemId)))
    .orderBy(asc(orderItems.position));
  return { ...order, items };
}
