import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { loadOfOrdersRun } from "#app/domain/delivery/capacity.server.ts";
import { unprovedOfOrder } from "#app/domain/mail/addressees.server.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customerDetails, customers, listedName, ofAccount } from "#db/schema/customers.ts";
import { zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { holdsOf } from "../holds.server.ts";
import type {
  AdminOrder,
  AdminOrderSummary,
  LastOrder,
  OrderFilter,
  OrderPage,
  WorkCounts,
} from "../order.ts";
import {
  confirmBy,
  documentColumns,
  invoiceOfOrder,
  newerThan,
  noteOfOrder,
  olderThan,
  orderColumns,
  pageColumns,
  partsOfOrder,
  samePoOrder,
} from "./order-queries.server.ts";
import { countFound, ofStatus, ordersFound } from "./orders-found.server.ts";

const recentLimit = 5;

/**
 * Returns everyone's orders with the client's company, newest first, filtered and paginated in both
 * directions. For staff who see orders.
 */
export function listOrdersForAdmin(
  db: Database,
  _staff: Staff<"orders">,
  { before, after, limit, ...filter }: OrderFilter & OrderPage = {},
): Promise<TwoWayPage<AdminOrderSummary>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) =>
    ordersFound(db, filter, { from, order, atMost }),
  );
}

/**
 * Counts the orders that match a filter, by the work they need and on the packing list. For staff
 * who see or pack orders.
 */
export function countWork(
  db: Database,
  _staff: Staff<"orders"> | Staff<"pack">,
  filter: OrderFilter = {},
): Promise<WorkCounts> {
  return countFound(db, filter);
}

/** Returns all zones, even those no longer served, as filters. For staff who see orders. */
export function zonesOfOrders(db: Database, _staff: Staff<"orders">) {
  return db
    .select({ id: zones.id, name: zones.name, kind: zones.kind })
    .from(zones)
    .orderBy(asc(zones.kind), asc(zones.name));
}

/** Returns the 5 newest orders of a customer. For staff who see clients. */
export function lastOrdersOf(
  db: Database,
  _staff: Staff<"clients">,
  customerId: string,
): Promise<LastOrder[]> {
  return db
    .select(orderColumns)
    .from(orders)
    .where(and(ofAccount(orders.customerId, customerId), ofStatus(undefined)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(5);
}

/** Returns the 5 newest pending orders. For staff who see orders. */
export async function recentPendingOrders(
  db: Database,
  staff: Staff<"orders">,
): Promise<AdminOrderSummary[]> {
  const page = await listOrdersForAdmin(db, staff, { status: "pending", limit: recentLimit });
  return page.rows;
}

/** Returns an order's number; null for an unknown id. For staff who see or take orders. */
export async function orderNumberFor(
  db: Database,
  _staff: Staff<"orders"> | Staff<"sell">,
  id: string,
): Promise<number | null> {
  if (!isUuid(id)) return null;
  const [order] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, id));
  return order?.number ?? null;
}

/** Returns any order with client, invoice and lines, or null. For staff who see or take orders. */
export async function getOrderForAdmin(
  db: Database,
  _staff: Staff<"orders"> | Staff<"sell">,
  id: string,
): Promise<AdminOrder | null> {
  if (!isUuid(id)) return null;
  const invoice = invoiceOfOrder(db);
  const note = noteOfOrder(db);
  const asked = db
    .select({
      ...pageColumns,
      ...pick(orders, "version", "paymentWay", "customerId", "runId"),
      confirmBy,
      companyName: listedName,
      invoiceId: invoice.invoiceId,
      ...documentColumns(invoice, note),
      runLoad: loadOfOrdersRun,
      customer: {
        ...customerDetails,
        guestEmail: customers.guestEmail,
        unprovedEmail: unprovedOfOrder,
        account: sql<AdminOrder["customer"]["account"]>`(
          select json_build_object('customerId', theirs.id,
            'name', coalesce(nullif(theirs.company_name, ''), theirs.contact_name))
          from members join customers theirs on theirs.id = members.customer_id
          where members.user_id = ${customers.adoptedBy}
          order by members.created_at, members.customer_id limit 1)`,
      },
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoinLateral(invoice, sql`true`)
    .leftJoinLateral(note, sql`true`)
    .where(eq(orders.id, id));
  const [order] = await asked;
  if (!order) return null;
  const [parts, samePo, holdHistory] = await Promise.all([
    partsOfOrder(db, id, order),
    samePoOrder(db, order),
    holdsOf(db, id),
  ]);
  return { ...order, samePoOrder: samePo, holdHistory, ...parts };
}
