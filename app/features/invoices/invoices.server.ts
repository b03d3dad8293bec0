import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Admin, Client } from "#app/features/auth/capability.ts";
import { type Page, pageAt, pageSize, type TwoWayPage, toPage } from "#app/lib/page.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import { profiles } from "#db/schema/profiles.ts";
import type { AdminInvoice, Invoice, InvoicePage, OwnInvoicePage } from "./invoice.ts";

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
  { before, after, limit }: OwnInvoicePage = {},
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

/** Everyone's invoices with their clients' companies, newest first. For administrators. */
export async function listInvoicesForAdmin(
  db: Database,
  _admin: Admin,
  page: InvoicePage = {},
): Promise<Page<AdminInvoice>> {
  const size = pageSize(page.limit);
  const found = await db
    .select({ ...invoiceColumns, userId: orders.userId, companyName: profiles.companyName })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(profiles, eq(profiles.id, orders.userId))
    .where(olderThan(page.before))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(size + 1);
  return toPage(found, size);
}

function olderThan(cursor: InvoicePage["before"]): SQL | undefined {
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
