import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNull,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";
import type { AdminInvoice, Invoice, InvoiceFilter, InvoicePage } from "./invoice.ts";
import { firstOrder, invoiceColumns, invoicesFound, isInvoice } from "./invoices-found.server.ts";

/**
 * Returns the invoices of the orders a client may see, newest first, paginated. A member whose role
 * doesn't see invoices gets only those of their own guest orders.
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
      .from(documents)
      .innerJoin(documentOrders, firstOrder)
      .where(and(isInvoice, visibleTo(db, client), from))
      .orderBy(towards(documents.issuedAt), towards(documents.id))
      .limit(atMost);
  });
}

/**
 * Returns everyone's invoices with their clients' companies, newest first, paginated, optionally
 * filtered by days and search. For staff who keep the books.
 */
export function listInvoicesForAdmin(
  db: Database,
  _staff: Staff<"money">,
  { search, days, before, after, limit }: InvoiceFilter & InvoicePage = {},
): Promise<TwoWayPage<AdminInvoice>> {
  const place = { older: olderThan(before), newer: newerThan(after) };
  return pageAt(pageSize(limit), place, (from, order, atMost) =>
    invoicesFound(db, { search, days }, { from, order, atMost }),
  );
}

const allOrders = alias(documentOrders, "all_orders");

/** Matches the invoices that the client may see: of the customer's orders and of guest orders. */
function visibleTo(db: Database, client: Client): SQL | undefined {
  const own = ofCustomer(db, client);
  if (client.guests.length === 0) return own;
  return or(own, inArray(documents.customerId, [...client.guests]));
}

/** Matches the customer's invoices for orders at the sites that the client may see. */
function ofCustomer(db: Database, client: Client): SQL | undefined {
  if (!may(client, "see invoices")) return sql`false`;
  const { records, sites } = client;
  const own = inArray(documents.customerId, [...records]);
  if (!sites) return own;
  const ofOtherSites = db
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(allOrders, eq(allOrders.orderId, orders.id))
    .where(
      and(
        eq(allOrders.documentId, documents.id),
        or(isNull(orders.shipToId), notInArray(orders.shipToId, [...sites])),
      ),
    );
  return and(own, notExists(ofOtherSites));
}

/** Matches invoices older than the cursor; undefined for the first page. */
export function olderThan(cursor: InvoicePage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${documents.issuedAt}, ${documents.id}) < ${place}`;
}

function newerThan(cursor: InvoicePage["before"]): SQL | undefined {
  const place = placeOf(cursor);
  return place && sql`(${documents.issuedAt}, ${documents.id}) > ${place}`;
}

function placeOf(cursor: InvoicePage["before"]): SQL | undefined {
  if (!cursor || !isUuid(cursor.id) || Number.isNaN(cursor.createdAt.getTime())) return undefined;
  return sql`(${sql.param(cursor.createdAt, documents.issuedAt)}, ${cursor.id})`;
}

/** Returns the first standing invoice that bills an order, never a debit; undefined if none. */
export async function standingInvoiceOf(db: Database | Transaction, orderId: string) {
  const [invoice] = await db
    .select({ id: documents.id, documentNumber: documents.documentNumber })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(
      and(
        eq(documentOrders.orderId, orderId),
        eq(documents.kind, "invoice"),
        isNull(documents.correctsId),
        isStandingDocument,
      ),
    )
    .orderBy(asc(documents.issuedAt), asc(documents.id))
    .limit(1);
  return invoice;
}
