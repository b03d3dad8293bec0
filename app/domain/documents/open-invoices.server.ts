import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { InvoiceToPay } from "#app/domain/orders/payment-words.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import type { Database, Transaction } from "#db/database.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import {
  documentOrders,
  documents,
  dueFrom,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";
import { type BilledLine, creditCents } from "./document-taxes.ts";

/** An invoice of one order, with its order and public URL. */
export interface OrderInvoice extends Omit<InvoiceToPay, "onCardCents"> {
  orderId: string;
  /** The day from which it is due by its own terms; empty if at once. */
  dueFrom: string;
  url: string | null;
}

/**
 * Returns the invoices of orders that are invoiced one by one, in cents, in order of issue,
 * including later ones such as for a second delivery. Their open total is what the driver collects
 * and what every page and email shows. Monthly invoices, which are not paid at the door, are not
 * included. The caller must have checked access to the orders; `which` is a condition on them.
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
      dueFrom,
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

/** The price per pound and tax rate of a line on its standing invoice; queries `order_items`. */
export const billedLine = sql<BilledLine | null>`(
  select json_build_object('pricePerLb', line.unit_price::text, 'taxRate', coalesce(tax.rate, 0)::text)
  from document_lines line
    join documents on documents.id = line.document_id and documents.kind = 'invoice' and ${isStandingDocument}
    left join document_taxes tax on tax.document_id = line.document_id and tax.tax_code = line.tax_code
  where line.order_item_id = order_items.id and line.unit = 'lb' and line.amount > 0
  order by documents.issued_at limit 1)`;

/**
 * Returns the refusals at the present stops of orders that are still under review, each with the
 * cents that its credit would have. They are open, but nobody collects them. The caller must have
 * checked access to the orders; `which` is a condition on them.
 */
export async function refusedNow(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<{ orderId: string; cents: number }[]> {
  const found = await db
    .select({ orderId: orders.id, lb: stopEvents.refusedLb, billed: billedLine })
    .from(stopEvents)
    .innerJoin(orderItems, eq(orderItems.id, stopEvents.orderItemId))
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), eq(orders.stopId, stopEvents.stopId)))
    .innerJoin(creditRequests, eq(creditRequests.requestId, stopEvents.requestId))
    .where(
      and(
        which,
        inArray(stopEvents.kind, ["refused", "kept"]),
        isStandingEvent,
        eq(creditRequests.status, "open"),
      ),
    );
  return found.map(({ orderId, lb, billed }) => ({
    orderId,
    cents: billed ? creditCents(billed, lb ?? "0") : 0,
  }));
}

/**
 * Returns, by invoice id, the cents that were refused at the door and are under review: they are
 * open, but need not be paid until that is decided. The caller must have checked access to the
 * invoices.
 */
export async function lookedAtOf(
  db: Database | Transaction,
  invoiceIds: readonly string[],
): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  if (invoiceIds.length === 0) return sums;
  const found = await db
    .select({
      orderId: documentOrders.orderId,
      documentId: documentOrders.documentId,
      openCents: invoiceBalances.openCents,
    })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .innerJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    // Refused goods count on the invoice itself, not on later invoices that correct it.
    .where(
      and(
        inArray(documents.id, [...invoiceIds]),
        sql`${documents.correctsId} is null`,
        gt(invoiceBalances.openCents, 0),
      ),
    );
  const refused = await refusedNow(
    db,
    inArray(
      orders.id,
      found.map(({ orderId }) => orderId),
    ),
  );
  for (const { orderId, documentId, openCents } of found) {
    const cents = refused.reduce((sum, one) => sum + (one.orderId === orderId ? one.cents : 0), 0);
    if (cents === 0) continue;
    sums.set(documentId, Math.min(Number(openCents), (sums.get(documentId) ?? 0) + cents));
  }
  return sums;
}

/** Returns how many cents of a customer's debts are under review. The caller checks access. */
export async function lookedAtFor(db: Database | Transaction, customerId: string): Promise<number> {
  const open = await db
    .select({ id: invoiceBalances.documentId })
    .from(invoiceBalances)
    .where(
      and(ofAccount(invoiceBalances.customerId, customerId), gt(invoiceBalances.openCents, 0)),
    );
  const sums = await lookedAtOf(
    db,
    open.map(({ id }) => id),
  );
  return sumCents([...sums.values()], (cents) => cents);
}
