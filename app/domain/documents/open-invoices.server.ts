import { and, asc, eq, type SQL } from "drizzle-orm";
import type { InvoiceToPay } from "#app/domain/orders/payment-words.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";

/** An invoice of one order, with its order and where anyone with the address opens it. */
export interface OrderInvoice extends Omit<InvoiceToPay, "onCardCents"> {
  orderId: string;
  url: string | null;
}

/**
 * The invoices of orders that are invoiced one by one, in cents, the first issued first: also those
 * that came later, such as that of a second delivery. What is open of them together is what the driver
 * collects, and what every page and mail names. A month's invoice is not among them, as it is not paid
 * at the door. The caller must have checked access to the orders.
 *
 * @param which a condition on `orders`
 */
export async function openInvoicesOf(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<OrderInvoice[]> {
  return db
    .select({
      orderId: documentOrders.orderId,
      number: documents.documentNumber,
      correctsId: documents.correctsId,
      url: documents.url,
      openCents: invoiceBalances.openCents,
      totalCents: invoiceBalances.totalCents,
    })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .innerJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    .innerJoin(orders, eq(orders.id, documentOrders.orderId))
    .where(
      and(which, eq(documents.kind, "invoice"), eq(documents.orderCount, 1), isStandingDocument),
    )
    .orderBy(asc(documents.issuedAt), asc(documents.number))
    .then((found) =>
      found.map(({ correctsId, openCents, totalCents, ...invoice }) => ({
        ...invoice,
        openCents: Number(openCents),
        isPartSettled: Number(openCents) < Number(totalCents),
        isLater: correctsId !== null,
      })),
    );
}
