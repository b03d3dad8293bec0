import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
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
  const [invoice] = await db
    .select({
      id: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      issuedAt: invoices.createdAt,
      orderId: invoices.orderId,
      placedAt: orders.placedAt,
      amount: invoices.amount,
      billedTo: {
        company: invoices.billedCompany,
        contact: invoices.billedContact,
        address: invoices.billedAddress,
        email: invoices.billedEmail,
      },
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(eq(invoices.invoiceUrl, `/invoices/${token}`));
  if (!invoice) return null;
  const lines = await db
    .select({
      productName: orderItems.productName,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, invoice.orderId))
    .orderBy(asc(orderItems.position));
  return { ...invoice, lines };
}
