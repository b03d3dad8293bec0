import { and, count, desc, eq, ilike, or, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { type Page, pageSize, toPage } from "#app/lib/page.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import { profiles } from "#db/schema/profiles.ts";
import type { AdminOrder, AdminOrderSummary, OrderPage, OrderStatus } from "./order.ts";
import {
  itemsOfOrder,
  olderThan,
  orderColumns,
  orderInvoiceColumns,
} from "./order-queries.server.ts";

/** The pending orders that the overview shows. */
const recentLimit = 5;

interface OrderFilter extends OrderPage {
  status?: OrderStatus;
  /** Part of an order's id or of the client's company name, whatever the case. */
  search?: string;
}

/**
 * Everyone's orders, newest first, a page at a time, of one status if given and with the client's
 * company. For administrators.
 */
export async function listOrdersForAdmin(
  db: Database,
  _admin: Admin,
  { status, search = "", before, limit }: OrderFilter = {},
): Promise<Page<AdminOrderSummary>> {
  const size = pageSize(limit);
  const found = await db
    .select({ ...orderColumns, userId: orders.userId, companyName: profiles.companyName })
    .from(orders)
    .leftJoin(profiles, eq(profiles.id, orders.userId))
    .where(and(inStatus(status), mentioning(search), olderThan(before)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(size + 1);
  return toPage(found, size);
}

/** How many orders there are, of one status if given. For administrators. */
export async function countOrders(
  db: Database,
  _admin: Admin,
  { status }: { status?: OrderStatus } = {},
): Promise<number> {
  const [row] = await db.select({ orders: count() }).from(orders).where(inStatus(status));
  return row?.orders ?? 0;
}

/** The 5 newest pending orders. For administrators. */
export async function recentPendingOrders(
  db: Database,
  admin: Admin,
): Promise<AdminOrderSummary[]> {
  const page = await listOrdersForAdmin(db, admin, { status: "pending", limit: recentLimit });
  return page.rows;
}

/** Anyone's order with its client, invoice address and lines, or null. For administrators. */
export async function getOrderForAdmin(
  db: Database,
  _admin: Admin,
  id: string,
): Promise<AdminOrder | null> {
  if (!isUuid(id)) return null;
  const [order] = await db
    .select({
      ...orderColumns,
      userId: orders.userId,
      ...orderInvoiceColumns,
      profile: {
        companyName: profiles.companyName,
        contactName: profiles.contactName,
        phone: profiles.phone,
        address: profiles.address,
      },
    })
    .from(orders)
    .leftJoin(profiles, eq(profiles.id, orders.userId))
    .leftJoin(invoices, eq(invoices.orderId, orders.id))
    .where(eq(orders.id, id));
  return order ? { ...order, items: await itemsOfOrder(db, order.id) } : null;
}

function inStatus(status: OrderStatus | undefined) {
  return status && eq(orders.status, status);
}

function mentioning(search: string) {
  const text = searchText(search);
  if (text === null) return undefined;
  const pattern = containsPattern(text);
  return or(ilike(sql`${orders.id}::text`, pattern), ilike(profiles.companyName, pattern));
}
