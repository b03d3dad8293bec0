import { and, asc, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Admin, Client } from "#app/features/auth/capability.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import { profiles } from "#db/schema/profiles.ts";
import type { AdminInvoice, Invoice, InvoicePage } from "./invoice.ts";

interface InvoiceFilter extends InvoicePage {
  /** Part of the invoice's number or of the client's company name, whatever the case. */
  search?: string;
}

const invoiceColumns = {
  id: invoices.id,
  orderId: invoices.orderId,
  invoiceNumber: invoices.invoiceNumber,
  amount: invoices.amount,
  invoiceUrl: invoices.invoiceUrl,
  createdAt: invoices.createdAt,
};

/** The invoices of the client's own orders, newest first, a page at a time. */
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
      .where(and(eq(orders.userId, client.userId), from))
      .orderBy(towards(invoices.createdAt), towards(invoices.id))
      .limit(atMost);
  });
}

/**
 * Everyone's invoices with their clients' companies, newest first, a page at a time. For
 * administrators.
 */
export function listInvoicesForAdmin(
  db: Database,
  _admin: Admin,
  { search = "", before, after, limit }: InvoiceFilter = {},
): Promise<TwoWayPage<AdminInvoice>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) => {
    const towards = order === "newest first" ? desc : asc;
    return db
      .select({ ...invoiceColumns, userId: orders.userId, companyName: profiles.companyName })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .leftJoin(profiles, eq(profiles.id, orders.userId))
      .where(and(mentioning(search), from))
      .orderBy(towards(invoices.createdAt), towards(invoices.id))
      .limit(atMost);
  });
}

/**
 * Holds for the invoices that a search is for, in a query that joins `profiles`; undefined where
 * nothing is searched for.
 */
export function mentioning(search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const pattern = containsPattern(text);
  return or(ilike(invoices.invoiceNumber, pattern), ilike(profiles.companyName, pattern));
}

/** Holds for what comes after an invoice in a list, newest first; undefined at its beginning. */
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
