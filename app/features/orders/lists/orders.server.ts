import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Client, may } from "#app/features/auth/capability.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { Order, OrderPage, OwnOrderSummary } from "../order.ts";
import {
  invoiceColumns,
  invoiceOfOrder,
  newerThan,
  olderThan,
  orderColumns,
  pageColumns,
  partsOfOrder,
  samePoOrder,
  visibleTo,
} from "./order-queries.server.ts";
import { ofStatus } from "./orders-found.server.ts";

/** The client's own orders with their weights, newest first, paginated. */
export function listOrders(
  db: Database,
  client: Client,
  { before, after, limit }: OrderPage = {},
): Promise<TwoWayPage<OwnOrderSummary>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) =>
    ownOrders(db, client, from, order).limit(atMost),
  );
}

/**
 * Query for the client's own orders, for `listOrders` and for the test of its plan. Applies the
 * limit first, so lines are only added up for the rows it returns.
 */
export function ownOrders(
  db: Database,
  client: Client,
  from: SQL | undefined,
  order: "newest first" | "oldest first",
) {
  const towards = order === "newest first" ? desc : asc;
  const weight = db
    .select({ lb: sql<string>`coalesce(sum(${orderItems.knownLb}), 0.00)`.as("lb") })
    .from(orderItems)
    .where(eq(orderItems.orderId, orders.id))
    .as("weight");
  return db
    .select({ ...orderColumns, weightLb: weight.lb })
    .from(orders)
    .crossJoinLateral(weight)
    .where(and(visibleTo(client), ofStatus(undefined), from))
    .orderBy(towards(orders.placedAt), towards(orders.id));
}

/**
 * One of the client's own orders; null for any other id, including someone else's order. Without
 * the invoice's address for a member who may not see invoices: whoever has it can open the invoice.
 */
export async function getOrder(db: Database, client: Client, id: string): Promise<Order | null> {
  if (!isUuid(id)) return null;
  const invoice = invoiceOfOrder(db);
  const [order] = await db
    .select({
      ...pageColumns,
      ...invoiceColumns(invoice),
    })
    .from(orders)
    .leftJoinLateral(invoice, sql`true`)
    .where(and(eq(orders.id, id), visibleTo(client)));
  if (!order) return null;
  const invoiceUrl = may(client, "see invoices") ? order.invoiceUrl : null;
  const [parts, samePo] = await Promise.all([
    partsOfOrder(db, order.id),
    samePoOrder(db, order, visibleTo(client)),
  ]);
  return { ...order, invoiceUrl, samePoOrder: samePo, ...parts };
}
