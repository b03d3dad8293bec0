import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Admin, type Client, may } from "#app/features/auth/capability.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import type { AdminInvoice, Invoice, InvoiceFilter, InvoicePage } from "./invoice.ts";
import { invoiceColumns, invoicesFound } from "./invoices-found.server.ts";

/**
 * Invoices of the orders a client may see, newest first, paginated; none for a member whose role
 * doesn't see invoices.
 */
export function listInvoices(
  db: Database,
  client: Client,
  { before, after, limit }: InvoicePage = {},
): Promise<TwoWayPage<Invoice>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) => {
    const towards = order === "newest first" ? desc : asc;
    return db
      .select(invoiceColumns)
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .where(and(ofClient(client), from))
      .orderBy(towards(invoices.createdAt), towards(invoices.id))
      .limit(atMost);
  });
}

/**
 * Everyone's invoices with their clients' companies, newest first, paginated, optionally filtered
 * by days and search. For administrators.
 */
export function listInvoicesForAdmin(
  db: Database,
  _admin: Admin,
  { search, days, before, after, limit }: InvoiceFilter & InvoicePage = {},
): Promise<TwoWayPage<AdminInvoice>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) =>
    invoicesFound(db, { search, days }, { from, order, atMost }),
  );
}

function ofClient(client: Client): SQL | undefined {
  if (!may(client, "see invoices")) return sql`false`;
  const { customerId, sites } = client;
  const own = eq(orders.customerId, customerId);
  return sites ? and(own, inArray(orders.shipToId, [...sites])) : own;
}

/** Matches invoices older than the cursor; undefined for the first page. */
export function olderThan(cursor: InvoicePage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${invoices.createdAt}, ${invoices.id}) < ${place}`;
}

function newerThan(cursor: InvoicePage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${invoices.createdAt}, ${invoices.id}) > ${place}`;
}

function placeOf(cursor: InvoicePage["before"]): SQL | undefined {
  if (!cursor || !isUuid(cursor.id) || Number.isNaN(cursor.createdAt.getTime())) return undefined;
  return sql`(${sql.param(cursor.createdAt, invoices.createdAt)}, ${cursor.id})`;
}
