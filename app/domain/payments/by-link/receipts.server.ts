import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { readersOf } from "#app/domain/customers/readers.server.ts";
import { settledBy } from "#app/domain/ledger/allocations.server.ts";
import { admit } from "#app/domain/mail/addressees.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { proveGuest } from "#app/domain/orders/links/order-links.server.ts";
import { recipientOf, tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import type { Transaction } from "#db/database.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { invoiceReceiptMail, orderReceiptMail } from "./receipt-mails.ts";

/**
 * Queues the receipt of a charged card: an invoice's to the client's bookkeepers, an order's to the
 * recipients of its emails. Nobody else gets it, whoever paid.
 */
export async function sendReceipt(tx: Transaction, paymentId: string, shop: Shop): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.entryId) return;
  const { orderId, documentId, entryId } = payment;
  if (orderId) return sendOrderReceipt(tx, { ...payment, orderId }, shop);
  if (!documentId) return;
  const [invoice] = await tx
    .select({
      number: invoiceBalances.documentNumber,
      openCents: invoiceBalances.openCents,
      url: documents.url,
    })
    .from(invoiceBalances)
    .innerJoin(documents, eq(documents.id, invoiceBalances.documentId))
    .where(eq(invoiceBalances.documentId, documentId));
  const readers = await bookkeepersOf(tx, { ...payment, aboutId: documentId });
  if (!invoice || readers.length === 0) return;
  const facts = { ...invoice, openCents: Number(invoice.openCents) };
  const paid = { ...payment, settledCents: await settledBy(tx, [entryId], documentId) };
  const mail = invoiceReceiptMail(facts, paid, shop);
  await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
}

/**
 * Returns the customer's bookkeepers, else the recipients of its orders' emails, such as a guest.
 *
 * @param of `aboutId` is the document or entry that the email is about
 */
export async function bookkeepersOf(
  tx: Transaction,
  { customerId, aboutId }: { customerId: string; aboutId: string },
): Promise<string[]> {
  const readers = await readersOf(tx, customerId);
  if (readers.length > 0) return readers;
  const other = await recipientOf(tx, { customerId, placedBy: null });
  const about = { orderId: aboutId, isOurs: true };
  return other && (await admit(tx, other, about)) ? [other.email] : [];
}

async function sendOrderReceipt(
  tx: Transaction,
  payment: typeof payments.$inferSelect & { orderId: string },
  shop: Shop,
): Promise<void> {
  const { orderId } = payment;
  const [order] = await tx
    .select({ number: orders.number, customerId: orders.customerId, placedBy: orders.placedBy })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) return;
  // Paying verifies the address that the order was placed with.
  await proveGuest(tx, order.customerId);
  const [invoice] = await tx
    .select({
      number: documents.documentNumber,
      url: documents.url,
      totalCents: invoiceBalances.totalCents,
      openCents: invoiceBalances.openCents,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .innerJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    .where(
      and(eq(documentOrders.orderId, orderId), eq(documents.kind, "invoice"), isStandingDocument),
    )
    .orderBy(sql`${documents.issuedAt}`)
    .limit(1);
  const packed = invoice && {
    ...invoice,
    totalCents: Number(invoice.totalCents),
    openCents: Number(invoice.openCents),
  };
  const mail = orderReceiptMail(order.number, packed ?? null, payment, shop);
  await tellOfOrder(tx, { ...order, id: orderId }, shop, () => mail, { hasInvoice: true });
}
