import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { foldedLike } from "#db/search.ts";
import type { Order, OrderFilter, OrderPage, OwnOrderSummary } from "../order.ts";
import {
  documentColumns,
  invoiceOfOrder,
  newerThan,
  noteOfOrder,
  olderThan,
  orderColumns,
  pageColumns,
  partsOfOrder,
  samePoOrder,
  visibleTo,
} from "./order-queries.server.ts";
import { ofStatus, withIdLike, withNumber } from "./orders-found.server.ts";

/**
 * Returns the client's own orders with their weights, newest first, paginated. `search` is a number
 * or its last three digits, or part of the purchase order number or id.
 */
export function listOrders(
  db: Database,
  client: Client,
  { before, after, limit, search = "" }: OrderPage & Pick<OrderFilter, "search"> = {},
): Promise<TwoWayPage<OwnOrderSummary>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) =>
    ownOrders(db, client, and(from, foundByClient(search)), order).limit(atMost),
  );
}

function foundByClient(search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const ofPoNumber = foldedLike(orders.poNumber, containsPattern(text));
  return or(withNumber(text), withIdLike(text), ofPoNumber);
}

/**
 * Query for the client's own orders, for `listOrders` and the test of its plan. Applies the limit
 * first, so that only the returned rows' lines are summed.
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
    .select({ ...orderColumns, poNumber: orders.poNumber, weightLb: weight.lb })
    .from(orders)
    .crossJoinLateral(weight)
    .where(and(visibleTo(client), ofStatus(undefined), from))
    .orderBy(towards(orders.placedAt), towards(orders.id));
}

/**
 * Returns one of the client's own orders; null for any other id. Members who may not see the
 * invoice get no URL, since anyone who has it can open the invoice.
 */
export async function getOrder(db: Database, client: Client, id: string): Promise<OwnOrder | null> {
  if (!isUuid(id)) return null;
  const invoice = invoiceOfOrder(db);
  const note = noteOfOrder(db);
  const [found] = await db
    .select({
      ...pageColumns,
      ...documentColumns(invoice, note),
      customerId: orders.customerId,
      version: orders.version,
    })
    .from(orders)
    .leftJoinLateral(invoice, sql`true`)
    .leftJoinLateral(note, sql`true`)
    .where(and(eq(orders.id, id), visibleTo(client)));
  if (!found) return null;
  const { customerId, ...order } = found;
  const isGuests = client.guests.includes(customerId);
  const sees = isGuests || (await seesInvoiceOf(db, client, order.id));
  const shown = sees
    ? {}
    : { invoiceUrl: null, invoiceTotal: null, differences: [], creditNotes: [] };
  const [parts, samePo] = await Promise.all([
    partsOfOrder(db, order.id),
    samePoOrder(db, order, visibleTo(client)),
  ]);
  return { ...order, ...shown, samePoOrder: samePo, isGuests, ...parts };
}

export interface OwnOrder extends Order {
  /** Increases with every change. */
  version: number;
  /** True if placed as a guest and changed, paid and cancelled through its own link. */
  isGuests: boolean;
}

/** True if their role sees invoices, and they see the sites of all orders on the same invoice. */
async function seesInvoiceOf(db: Database, client: Client, orderId: string): Promise<boolean> {
  if (!may(client, "see invoices")) return false;
  if (!client.sites) return true;
  const { rows } = await db.execute(sql`
    select from document_orders own
      join documents on documents.id = own.document_id and documents.kind = 'invoice'
      join document_orders other on other.document_id = own.document_id
      join ${orders} on orders.id = other.order_id
    where own.order_id = ${orderId} and not coalesce(${visibleTo(client)}, false)
    limit 1`);
  return rows.length === 0;
}
