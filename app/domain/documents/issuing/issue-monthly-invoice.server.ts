import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { settleWithDeposits } from "#app/domain/ledger/deposits.server.ts";
import { shareInvoice } from "#app/domain/orders/order-rows.server.ts";
import type { Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import { ofAccount } from "#db/schema/customers.ts";
import {
  documentLines,
  documentOrders,
  documents,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import {
  type BilledLine,
  billTo,
  type CustomerTerms,
  type InvoiceTerms,
  type IssuedInvoice,
  issue,
} from "./issue.server.ts";

/** Selects unbilled delivery notes: up to a number, or issued before a day. */
type NotesToBill = { upTo: number; before?: never } | { upTo?: never; before: string };

/** Matches delivery notes that stand and that no invoice bills yet. */
export const isUnbilledNote: SQL = sql`documents.kind = 'delivery_note' and not exists (
  select from document_orders billed where billed.note_id = documents.id) and ${isStandingDocument}`;

/**
 * Issues one invoice for a customer's unbilled delivery notes: their frozen lines, taxed once as a
 * whole, due by the customer's terms. The orders' totals become their shares of the invoice. Locks
 * the customer: concurrent calls bill each note once. Returns null if there is nothing to invoice.
 */
export async function issueMonthlyInvoice(
  tx: Transaction,
  { customerId, ...which }: { customerId: string } & NotesToBill,
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms,
  issuedAt?: Date,
): Promise<IssuedInvoice | null> {
  await lockCustomer(tx, customerId);
  const chosen =
    which.upTo === undefined
      ? sql`documents.issued_on < ${which.before}::date`
      : sql`documents.number <= ${which.upTo}::integer`;
  const notes = await tx
    .select({
      noteId: documents.id,
      poNumber: documents.poNumber,
      orderId: documentOrders.orderId,
      placedAt: documentOrders.placedAt,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(and(ofAccount(documents.customerId, customerId), isUnbilledNote, chosen))
    .orderBy(asc(documents.number));
  if (notes.length === 0) return null;
  const { terms, buyer } = await billTo(tx, customerId);
  const poNumber = commonPoNumber(notes.map((note) => note.poNumber));
  const about = { customerId, ...buyer, poNumber };
  const orders = notes.map(({ poNumber: _, ...order }) => order);
  const lines = await linesOf(
    tx,
    notes.map(({ noteId }) => noteId),
  );
  const invoice = { series: "INV", about, orders, lines, issuedAt } as const;
  const issued = await issue(tx, invoice, (at) => termsOn(at, terms));
  await shareInvoice(tx, issued.id);
  await settleWithDeposits(tx, issued.id);
  return issued;
}

/** Returns the lines of delivery notes, note by note; each note belongs to one order. */
async function linesOf(tx: Transaction, noteIds: string[]): Promise<BilledLine[]> {
  const lines = await tx
    .select({ line: documentLines, orderId: documentOrders.orderId })
    .from(documentLines)
    .innerJoin(documents, eq(documents.id, documentLines.documentId))
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(sql`${documentLines.documentId} = any(${sql.param(noteIds)}::uuid[])`)
    .orderBy(asc(documents.number), asc(documentLines.position));
  return lines.map(({ line, orderId }) => ({ ...line, orderId }));
}

/** Returns the notes' distinct purchase order numbers, or none if there are too many to print. */
function commonPoNumber(poNumbers: string[]): string {
  const all = [...new Set(poNumbers.filter(Boolean))].join(", ");
  return all.length > 100 ? "" : all;
}
