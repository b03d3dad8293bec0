import { and, asc, eq, ne } from "drizzle-orm";
import { type MemberRole, may } from "#app/features/auth/capability.ts";
import type { MailContent } from "#app/features/mail/mail.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import {
  orderCancelledMail,
  orderConfirmedMail,
  orderFulfilledMail,
  orderPackedMail,
  orderReleasedMail,
  type SettledOrder,
} from "#app/features/orders/mails/order-outcome-mails.ts";
import type { Transaction } from "#db/database.ts";
import type { IssuedInvoice } from "#db/issue-invoice.ts";
import { documentLines, documentTaxes } from "#db/schema/documents.ts";
import { recipientOf } from "./order-recipient.server.ts";

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
  siteUrl: string,
): Promise<void> {
  const { id, documentNumber: invoiceNumber, url: invoiceUrl, total, dueOn, terms } = issued;
  const facts = { invoiceNumber, invoiceUrl, total, dueOn, terms };
  const invoice = { ...facts, lines: await linesOf(tx, id), taxes: await taxesOf(tx, id) };
  await tell(tx, order, (role) => {
    const seesInvoices = may({ role }, "see invoices");
    const told = seesInvoices ? invoice : { ...invoice, invoiceUrl: null };
    return orderFulfilledMail(order, told, siteUrl);
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
  siteUrl: string,
): Promise<void> {
  const { id, documentNumber, url, total } = issued;
  const parts = { lines: await linesOf(tx, id), taxes: await taxesOf(tx, id) };
  const note = { noteNumber: documentNumber, noteUrl: url, total, ...parts };
  await tell(tx, order, () => orderPackedMail(order, note, siteUrl));
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
  siteUrl: string,
): Promise<void> {
  await tell(tx, order, () => orderConfirmedMail(order, siteUrl));
}

/** Queues the mail that tells the client their order is no longer on hold. */
export async function queueReleasedMail(
  tx: Transaction,
  order: ClientsOrder,
  siteUrl: string,
): Promise<void> {
  await tell(tx, order, () => orderReleasedMail(order, siteUrl));
}

/** Queues the mail that tells the client their order is cancelled. */
export async function queueCancelledMail(
  tx: Transaction,
  order: ClientsOrder,
  siteUrl: string,
): Promise<void> {
  await tell(tx, order, () => orderCancelledMail(order, siteUrl));
}

/**
 * Sends to whoever the order concerns (`recipientOf`), if that address is confirmed.
 *
 * @param mailFor the mail for a member with this role
 */
async function tell(
  tx: Transaction,
  order: ClientsOrder,
  mailFor: (role: MemberRole) => MailContent,
): Promise<void> {
  const recipient = await recipientOf(tx, order);
  if (recipient?.isConfirmed) {
    await queueMail(tx, { to: recipient.email, ...mailFor(recipient.role) });
  }
}
