import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, union } from "drizzle-orm/pg-core";
import { openCentsOfDocument } from "#app/domain/ledger/allocations.server.ts";
import { withNumber } from "#app/domain/orders/lists/orders-found.server.ts";
import { type DayRange, momentsOf } from "#app/lib/day-range.ts";
import { containsPattern, phoneDigits, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import {
  creditNotesOfDocument,
  documentOrders,
  documents,
  isCreditedInFull,
} from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";
import { customersLike } from "#db/search.ts";
import type { InvoiceFilter } from "./invoice.ts";

interface Reach {
  from: SQL | undefined;
  order: "newest first" | "oldest first";
  atMost: number;
}

const orderNumberOf = (id: AnyPgColumn) =>
  sql<number>`(select orders.number from ${orders} where orders.id = ${id})`;

/** Columns for every list of invoices; an invoice of several orders shows the first. */
export const invoiceColumns = {
  id: documents.id,
  orderId: documentOrders.orderId,
  orderNumber: orderNumberOf(documentOrders.orderId).mapWith(Number).as("order_number"),
  orderCount: documents.orderCount,
  invoiceNumber: documents.documentNumber,
  amount: documents.total,
  invoiceUrl: documents.url,
  createdAt: documents.issuedAt,
  dueOn: documents.dueOn,
  openCents: openCentsOfDocument(sql`documents.id`).mapWith(Number).as("open_cents"),
  isCredited: isCreditedInFull.as("is_credited"),
  takenBackBy: sql<string | null>`(select taking.document_number from documents as taking
    where taking.takes_back_id = documents.id)`.as("taken_back_by"),
  takenBackUrl: sql<string | null>`(select taking.url from documents as taking
    where taking.takes_back_id = documents.id)`.as("taken_back_url"),
};

/** Joins the first of an invoice's orders. */
export const firstOrder = and(
  eq(documentOrders.documentId, documents.id),
  eq(documentOrders.position, 0),
);

export const isInvoice = eq(documents.kind, "invoice");

/**
 * Query for the filtered invoices with their clients' companies, up to a limit from a cursor. Used
 * by `listInvoicesForAdmin` and by the query-plan test. Each kind of match of a search is a query
 * of its own, because a single "or" couldn't use any of their indexes.
 */
export function invoicesFound(
  db: Database,
  { search = "", days = {} }: InvoiceFilter,
  reach: Reach,
) {
  const within = and(issuedOn(days), reach.from);
  const [first, second, ...more] = conditionsOf(db, search).map((condition) =>
    invoicesWhere(db, and(within, condition), reach),
  );
  if (!first) return invoicesWhere(db, within, reach);
  if (!second) return first;
  return union(first, second, ...more)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

/** Conditions that each match some of a search's invoices; empty without a search. */
export function conditionsOf(db: Database, search: string): SQL[] {
  const text = searchText(search);
  if (text === null) return [];
  const amounts = amountsFrom(text);
  const ofAmount =
    amounts && and(gte(documents.total, amounts.least), lt(documents.total, amounts.below));
  const number = containsPattern(text.toLowerCase());
  return [
    ofClient(db, text),
    sql`lower(${documents.documentNumber}) like ${number}`,
    ...(ofAmount ? [ofAmount] : []),
    ...ofOrder(db, text),
    ...ofCreditNote(text),
  ];
}

/** Matches the invoice that the given credit note corrects or took back. */
function ofCreditNote(text: string): SQL[] {
  const [, digits = ""] = /^cn-?0*(\d{1,9})$/i.exec(text) ?? [];
  if (digits === "") return [];
  const number = `CN-${digits.padStart(6, "0")}`;
  return [
    sql`${documents.id} in (select note.corrects_id from documents as note
      where note.document_number = ${number})`,
  ];
}

function ofOrder(db: Database, text: string): SQL[] {
  const numbered = withNumber(text);
  if (!numbered) return [];
  const found = db
    .select({ id: documentOrders.documentId })
    .from(documentOrders)
    .innerJoin(orders, eq(orders.id, documentOrders.orderId))
    .where(numbered);
  return [inArray(documents.id, found)];
}

export function issuedOn(days: DayRange): SQL | undefined {
  const { since, before } = momentsOf(days);
  return and(since && gte(documents.issuedAt, since), before && lt(documents.issuedAt, before));
}

function ofClient(db: Database, text: string): SQL {
  const found = customersLike(db, containsPattern(text), phoneDigits(text));
  // Evaluated once rather than per invoice.
  return sql`${documents.customerId} = any(array(${found}))`;
}

function invoicesWhere(db: Database, condition: SQL | undefined, reach: Reach) {
  return db
    .select({
      ...invoiceColumns,
      customerId: documents.customerId,
      companyName: listedName,
      creditNotes: creditNotesOfDocument.as("credit_notes"),
    })
    .from(documents)
    .innerJoin(documentOrders, firstOrder)
    .innerJoin(customers, eq(customers.id, documents.customerId))
    .where(and(isInvoice, condition))
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function inOrder({ order }: Reach) {
  const towards = order === "newest first" ? desc : asc;
  return [towards(documents.issuedAt), towards(documents.id)];
}

/**
 * Returns the range of amounts, in dollars for the database, that starts with the typed digits:
 * "249" and "$249" match 249.00 to below 250.00, "1,249.9" matches 1249.90 to below 1250.00. Null
 * if the text isn't an amount.
 */
export function amountsFrom(text: string): { least: string; below: string } | null {
  const [, dollars = "", cents = ""] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  if (dollars === "") return null;
  const least = Number(dollars.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  const step = 10 ** (2 - cents.length);
  return { least: inDollars(least), below: inDollars(least + step) };
}

function inDollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
