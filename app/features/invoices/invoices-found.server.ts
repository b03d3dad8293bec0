import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { type DayRange, momentsOf } from "#app/lib/day-range.ts";
import { containsPattern, phoneDigits, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/orders.ts";
import { customersLike } from "#db/search.ts";
import { amountsFrom } from "./amount-range.ts";
import type { InvoiceFilter } from "./invoice.ts";

interface Reach {
  from: SQL | undefined;
  order: "newest first" | "oldest first";
  atMost: number;
}

/** Columns selected for every list of invoices. */
export const invoiceColumns = {
  id: invoices.id,
  orderId: invoices.orderId,
  invoiceNumber: invoices.invoiceNumber,
  amount: invoices.amount,
  invoiceUrl: invoices.invoiceUrl,
  createdAt: invoices.createdAt,
};

/**
 * Query for the filtered invoices with their clients' companies, up to a limit from a cursor. For
 * administrators, through `listInvoicesForAdmin`, and for the test of its plan. Searching by
 * client, number and amount are separate queries, because a single "or" couldn't use any of their
 * indexes.
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
    amounts && and(gte(invoices.amount, amounts.least), lt(invoices.amount, amounts.below));
  const number = containsPattern(text.toLowerCase());
  return [
    ofClient(db, text),
    sql`lower(${invoices.invoiceNumber}) like ${number}`,
    ...(ofAmount ? [ofAmount] : []),
  ];
}

/** Matches invoices issued on these days. */
export function issuedOn(days: DayRange): SQL | undefined {
  const { since, before } = momentsOf(days);
  return and(since && gte(invoices.createdAt, since), before && lt(invoices.createdAt, before));
}

function ofClient(db: Database, text: string): SQL {
  const found = customersLike(db, containsPattern(text), phoneDigits(text));
  return inArray(orders.customerId, found);
}

function invoicesWhere(db: Database, condition: SQL | undefined, reach: Reach) {
  return db
    .select({ ...invoiceColumns, customerId: orders.customerId, companyName: listedName })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(condition)
    .orderBy(...inOrder(reach))
    .limit(reach.atMost);
}

function inOrder({ order }: Reach) {
  const towards = order === "newest first" ? desc : asc;
  return [towards(invoices.createdAt), towards(invoices.id)];
}
