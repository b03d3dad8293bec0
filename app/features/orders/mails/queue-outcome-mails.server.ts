import { and, asc, eq, ne } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type MemberRole, may } from "#app/features/auth/capability.ts";
import type { MailContent } from "#app/features/mail/mail.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import {
  cancelledByHolderMail,
  orderCancelledMail,
  orderConfirmedMail,
  orderFulfilledMail,
  orderPackedMail,
  orderReleasedMail,
  type SettledOrder,
} from "#app/features/orders/mails/order-outcome-mails.ts";
import { toCents } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import type { IssuedInvoice } from "#db/issue-invoice.ts";
import { documentLines, documentTaxes } from "#db/schema/money/documents.ts";
import { guestUrlFor, recipientOf } from "./order-recipient.server.ts";
import { retailPayment } from "./retail-payment.server.ts";

/** The order row returned by the status update. */
interface ClientsOrder extends SettledOrder {
  customerId: string;
  placedBy: string | null;
}

/**
 * Queues the mail that tells the client the order is fulfilled: the invoice with its lines, and
 * when it is due. A recipient who may not see invoices gets it without the link, with which anyone
 * opens the invoice.
 */
export async function queueFulfilledMail(
  tx: Transaction,
  order: ClientsOrder,
  issued: IssuedInvoice,
  shop: Shop,
): Promise<void> {
  const { id, documentNumber: invoiceNumber, url: invoiceUrl, total, dueOn, terms } = issued;
  const facts = { invoiceNumber, invoiceUrl, total, dueOn, terms };
  const invoice = {
    ...{ ...facts, lines: await linesOf(tx, id), taxes: await taxesOf(tx, id) },
    howToPay: await retailPayment(tx, order.id, {
      cents: toCents(total),
      reference: invoiceNumber,
    }),
  };
  await tell(tx, order, shop, (role, guestUrl) => {
    const seesInvoices = may({ role }, "see invoices");
    const told = seesInvoices ? invoice : { ...invoice, invoiceUrl: null };
    return orderFulfilledMail(order, told, shop, guestUrl);
  });
}

/**
 * Queues the mail that tells the client what was packed of an order that is invoiced with the month.
 * The delivery note has no prices, so everybody is told where it is.
 */
export async function queuePackedMail(
  tx: Transaction,
  order: ClientsOrder,
  issued: IssuedInvoice,
  shop: Shop,
): Promise<void> {
  const { id, documentNumber, url, total } = issued;
  const parts = { lines: await linesOf(tx, id), taxes: await taxesOf(tx, id) };
  const note = { noteNumber: documentNumber, noteUrl: url, total, ...parts };
  await tell(tx, order, shop, () => orderPackedMail(order, note, shop));
}

function linesOf(tx: Transaction, documentId: string) {
  return tx
    .select({
      description: documentLines.description,
      ordered: documentLines.ordered,
      orderedPieces: documentLines.orderedPieces,
      packed: documentLines.packed,
      unit: documentLines.unit,
      packages: documentLines.packages,
      remark: documentLines.remark,
      unitPrice: documentLines.unitPrice,
      amount: documentLines.amount,
    })
    .from(documentLines)
    .where(eq(documentLines.documentId, documentId))
    .orderBy(asc(documentLines.position));
}

function taxesOf(tx: Transaction, documentId: string) {
  return tx
    .select({ label: documentTaxes.label, amount: documentTaxes.amount })
    .from(documentTaxes)
    .where(and(eq(documentTaxes.documentId, documentId), ne(documentTaxes.amount, "0.00")))
    .orderBy(asc(documentTaxes.taxCode));
}

/** Queues the mail that tells a new client their order is confirmed. */
export async function queueConfirmedMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
): Promise<void> {
  await tell(tx, order, shop, (_, guestUrl) => orderConfirmedMail(order, shop, guestUrl));
}

/** Queues the mail that tells the client their order is no longer on hold. */
export async function queueReleasedMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
): Promise<void> {
  await tell(tx, order, shop, (_, guestUrl) => orderReleasedMail(order, shop, guestUrl));
}

/**
 * Queues the mail that tells the client their order is cancelled; and the company's, if whoever
 * holds a retail order's link cancelled it.
 */
export async function queueCancelledMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
  { isByHolder = false }: { isByHolder?: boolean } = {},
): Promise<void> {
  if (isByHolder) {
    const from = (await recipientOf(tx, order))?.email ?? "The customer";
    await queueMail(tx, { to: shop.company.email, ...cancelledByHolderMail(order, from, shop) });
  }
  await tell(tx, order, shop, (_, guestUrl) => orderCancelledMail(order, shop, guestUrl));
}

/**
 * Sends to whoever the order concerns (`recipientOf`), if that address is confirmed.
 *
 * @param mailFor the mail for a member with this role, or a guest with this link
 */
async function tell(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
  mailFor: (role: MemberRole, guestUrl: string | null) => MailContent,
): Promise<void> {
  const recipient = await recipientOf(tx, order);
  if (!recipient?.isConfirmed) return;
  const guestUrl = await guestUrlFor(tx, recipient, order.id, shop);
  await queueMail(tx, { to: recipient.email, ...mailFor(recipient.role, guestUrl) });
}
