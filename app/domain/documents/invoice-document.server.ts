import { asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { slipNumber } from "#app/domain/door/till/till.ts";
import { receiptsOfOrders } from "#app/domain/door/till/till-receipts.server.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database } from "#db/database.ts";
import {
  documentLines,
  documentOrders,
  documents,
  documentTaxes,
  isCreditedInFull,
  isCreditTakenBack,
} from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { tillSales, tillSessions, tills } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { type CounterReceipt, type InvoiceDocument, isInvoiceToken } from "./invoice-document.ts";

const corrected = alias(documents, "corrected");
const note = alias(documents, "note");

/**
 * Returns the document at `/invoices/{token}`, or null. Anyone may call it, with unvalidated input:
 * the token grants access, and its 192 random bits can't be guessed.
 */
export async function getInvoiceByToken(
  db: Database,
  token: string,
): Promise<InvoiceDocument | null> {
  if (!isInvoiceToken(token)) return null;
  const [found] = await db
    .select({
      id: documents.id,
      kind: documents.kind,
      series: documents.series,
      corrects: corrected.documentNumber,
      takesBackCredit: sql<boolean>`coalesce(${isCreditTakenBack}, false)`,
      reason: documents.reason,
      invoiceNumber: documents.documentNumber,
      issuedAt: documents.issuedAt,
      issuedOn: documents.issuedOn,
      dueOn: documents.dueOn,
      settled: sql<InvoiceDocument["settled"]>`case
        when documents.kind <> 'invoice' or coalesce(${invoiceBalances.openCents}, 1) <> 0 then null
        when ${isCreditedInFull} then 'credited' else 'paid' end`,
      terms: documents.terms,
      poNumber: documents.poNumber,
      words: documents.words,
      subtotal: documents.subtotal,
      total: documents.total,
      billedTo: {
        company: documents.buyerCompany,
        contact: documents.buyerContact,
        address: documents.buyerAddress,
        email: documents.buyerEmail,
      },
    })
    .from(documents)
    .leftJoin(corrected, eq(corrected.id, documents.correctsId))
    .leftJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    .where(eq(documents.url, `/invoices/${token}`));
  if (!found?.words) return null;
  const { words, series, ...invoice } = found;
  const [billed, lines, taxes, receipt] = await Promise.all([
    db
      .select({
        number: orders.number,
        placedAt: documentOrders.placedAt,
        note: {
          number: note.documentNumber,
          issuedOn: note.issuedOn,
          poNumber: note.poNumber,
        },
      })
      .from(documentOrders)
      .innerJoin(orders, eq(orders.id, documentOrders.orderId))
      .leftJoin(note, eq(note.id, documentOrders.noteId))
      .where(eq(documentOrders.documentId, invoice.id))
      .orderBy(asc(documentOrders.position)),
    db
      .select({
        description: documentLines.description,
        orderPosition: documentLines.orderPosition,
        ordered: documentLines.ordered,
        orderedPieces: documentLines.orderedPieces,
        packed: documentLines.packed,
        unit: documentLines.unit,
        packages: documentLines.packages,
        weights: documentLines.packageLb,
        pieces: documentLines.packedPieces,
        remark: documentLines.remark,
        unitPrice: documentLines.unitPrice,
        amount: documentLines.amount,
        taxCode: documentLines.taxCode,
      })
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice.id))
      .orderBy(asc(documentLines.position)),
    db
      .select(pick(documentTaxes, "taxCode", "label", "taxable", "amount", "reason"))
      .from(documentTaxes)
      .where(eq(documentTaxes.documentId, invoice.id))
      .orderBy(asc(documentTaxes.taxCode)),
    series === "R" ? receiptOf(db, invoice.id) : null,
  ]);
  return { ...invoice, words, orders: billed, lines, taxes, receipt };
}

/** Returns the till's facts of a receipt; null if no till sold it. */
async function receiptOf(db: Database, documentId: string): Promise<CounterReceipt | null> {
  const [sale] = await db
    .select({
      orderId: tillSales.orderId,
      till: tills.number,
      ...pick(tillSales, "slip", "device"),
    })
    .from(tillSales)
    .innerJoin(tillSessions, eq(tillSessions.id, tillSales.sessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(eq(tillSales.documentId, documentId));
  if (!sale) return null;
  const receipts = await receiptsOfOrders(db, sale.orderId);
  return {
    slip: slipNumber(sale.till, sale),
    payments: receipts
      .filter(({ isTakenBack }) => !isTakenBack)
      .map((one) => ({
        method: one.method,
        cents: one.cents,
        tenderedCents: one.tenderedCents,
        roundingCents: one.roundingCents,
        reference: one.reference,
        documentNumber: one.documentNumber,
      })),
  };
}
