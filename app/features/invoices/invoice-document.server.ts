import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { documentLines, documentOrders, documents, documentTaxes } from "#db/schema/documents.ts";
import { type InvoiceDocument, isInvoiceToken } from "./invoice-document.ts";

/**
 * The invoice at `/invoices/{token}`, or null. Anyone may call it, with unvalidated input: the
 * token grants access, and its 192 random bits can't be guessed.
 */
export async function getInvoiceByToken(
  db: Database,
  token: string,
): Promise<InvoiceDocument | null> {
  if (!isInvoiceToken(token)) return null;
  const [found] = await db
    .select({
      id: documents.id,
      invoiceNumber: documents.documentNumber,
      issuedAt: documents.issuedAt,
      issuedOn: documents.issuedOn,
      dueOn: documents.dueOn,
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
    .where(and(eq(documents.url, `/invoices/${token}`), eq(documents.kind, "invoice")));
  if (!found?.dueOn || !found.words) return null;
  const { dueOn, words, ...invoice } = found;
  const [orders, lines, taxes] = await Promise.all([
    db
      .select({ id: documentOrders.orderId, placedAt: documentOrders.placedAt })
      .from(documentOrders)
      .where(eq(documentOrders.documentId, invoice.id))
      .orderBy(asc(documentOrders.position)),
    db
      .select({
        description: documentLines.description,
        packed: documentLines.packed,
        unitPrice: documentLines.unitPrice,
        amount: documentLines.amount,
        taxCode: documentLines.taxCode,
      })
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice.id))
      .orderBy(asc(documentLines.position)),
    db
      .select({
        taxCode: documentTaxes.taxCode,
        label: documentTaxes.label,
        taxable: documentTaxes.taxable,
        amount: documentTaxes.amount,
        reason: documentTaxes.reason,
      })
      .from(documentTaxes)
      .where(eq(documentTaxes.documentId, invoice.id))
      .orderBy(asc(documentTaxes.taxCode)),
  ]);
  return { ...invoice, dueOn, words, orders, lines, taxes };
}
