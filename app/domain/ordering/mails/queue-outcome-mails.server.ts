import { and, asc, eq, ne } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { may } from "#app/domain/access/capability.ts";
import type { IssuedInvoice } from "#app/domain/documents/issuing/issue.server.ts";
import { numberOf, takenBackOf } from "#app/domain/documents/issuing/take-back.server.ts";
import { dropNews, queueMail } from "#app/domain/mail/outbox.server.ts";
import { neverTold } from "#app/domain/orders/leaving.server.ts";
import { proveGuest } from "#app/domain/orders/links/order-links.server.ts";
import {
  type OrderMailFacts,
  recipientOf,
  tellOfOrder,
} from "#app/domain/orders/order-recipient.server.ts";
import { sendReceipt } from "#app/domain/payments/by-link/receipts.server.ts";
import { chargedCard, onCardCents } from "#app/domain/payments/order-payments.server.ts";
import type { Transaction } from "#db/database.ts";
import {
  documentLines,
  documentOrders,
  documents,
  documentTaxes,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import {
  cancelledByThemMail,
  orderCancelledMail,
  orderConfirmedMail,
  orderFulfilledMail,
  orderPackedMail,
  orderReleasedMail,
  orderUnconfirmedMail,
  type SettledOrder,
  unconfirmedForCompanyMail,
} from "./order-outcome-mails.ts";
import { dropChangeMails } from "./queue-change-mails.server.ts";
import { retailPayment } from "./retail-payment.server.ts";

/** The order row returned by the status update. */
interface ClientsOrder extends SettledOrder {
  paymentWay?: PaymentWay | null;
  customerId: string;
  placedBy: string | null;
}

/** The mail that an order is packed waits so long for the answer of its card. */
const chargeWaitMinutes = 10;

const packedTopic = (orderId: string) => `order packed ${orderId}`;

/** Removes the mail that an order is packed, where it still waits for its card. */
export async function dropPackedMail(tx: Transaction, orderId: string): Promise<void> {
  await dropNews(tx, packedTopic(orderId));
}

/** The invoice or note that was told of and is replaced, and what took it back; null for none. */
async function replacedBy(tx: Transaction, orderId: string) {
  const untold = await neverTold(tx, orderId);
  const last = (await takenBackOf(tx, orderId)).findLast(
    ({ takesBackId }) => takesBackId !== null && !untold.has(takesBackId),
  );
  if (!last) return null;
  return { number: await numberOf(tx, last.takesBackId), takenBackBy: last.documentNumber };
}

/**
 * Queues the mail that tells the client the order is packed: the invoice with its lines, and when it
 * is due, or what the card was charged. It waits for a card that is about to be charged
 * (`tellCharged`). Like all of them it says whether it was queued. A recipient who may not see
 * invoices gets it without the link, with which anyone opens the invoice.
 */
export async function queueFulfilledMail(
  tx: Transaction,
  order: ClientsOrder,
  issued: IssuedInvoice,
  shop: Shop,
): Promise<boolean> {
  await dropChangeMails(tx, order.id);
  const { id, documentNumber: invoiceNumber, url: invoiceUrl, total, dueOn, terms } = issued;
  const facts = { invoiceNumber, invoiceUrl, total, dueOn, terms };
  const openCents = await openCentsOf(tx, id);
  const toChargeCents = await onCardCents(tx, order.id, Math.max(0, openCents));
  const charged = await chargedCard(tx, order.id);
  const invoice = {
    ...facts,
    openCents,
    toChargeCents,
    charged,
    lines: await linesOf(tx, id),
    taxes: await taxesOf(tx, id),
    howToPay: await retailPayment(tx, order.id, shop.company.phone.display),
    replaces: await replacedBy(tx, order.id),
  };
  const waits =
    toChargeCents > 0 ? { topic: packedTopic(order.id), minutes: chargeWaitMinutes } : undefined;
  const mailFor = ({ role, guestUrl }: OrderMailFacts) => {
    const seesInvoices = may({ role }, "see invoices");
    const told = seesInvoices ? invoice : { ...invoice, invoiceUrl: null };
    return orderFulfilledMail(order, told, shop, guestUrl);
  };
  return tellOfOrder(tx, order, shop, mailFor, { waits, hasInvoice: true });
}

/**
 * Tells of a card that was charged: in the mail that its order is packed, while that still waits, or
 * else in a receipt. Called where a charge is booked.
 */
export async function tellCharged(tx: Transaction, paymentId: string, shop: Shop): Promise<void> {
  const [charged] = await tx
    .select({ order: orders, invoice: documents })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(documentOrders, eq(documentOrders.orderId, orders.id))
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(and(eq(payments.id, paymentId), eq(documents.kind, "invoice"), isStandingDocument))
    .orderBy(asc(documents.issuedAt))
    .limit(1);
  if (!charged || !(await dropNews(tx, packedTopic(charged.order.id)))) {
    return sendReceipt(tx, paymentId, shop);
  }
  // Paying vouches for the address that the order was placed with.
  await proveGuest(tx, charged.order.customerId);
  await queueFulfilledMail(tx, charged.order, charged.invoice, shop);
}

async function openCentsOf(tx: Transaction, documentId: string): Promise<number> {
  const [balance] = await tx
    .select({ openCents: invoiceBalances.openCents })
    .from(invoiceBalances)
    .where(eq(invoiceBalances.documentId, documentId));
  return Number(balance?.openCents ?? 0);
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
): Promise<boolean> {
  await dropChangeMails(tx, order.id);
  const { id, documentNumber, url, total } = issued;
  const parts = { lines: await linesOf(tx, id), taxes: await taxesOf(tx, id) };
  const note = { noteNumber: documentNumber, noteUrl: url, total, ...parts };
  return tellOfOrder(tx, order, shop, () => orderPackedMail(order, note, shop));
}

function linesOf(tx: Transaction, documentId: string) {
  return tx
    .select()
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
): Promise<boolean> {
  return tellOfOrder(tx, order, shop, ({ guestUrl }) => orderConfirmedMail(order, shop, guestUrl));
}

/** Queues the mail that tells the client their order is no longer on hold. */
export async function queueReleasedMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
): Promise<boolean> {
  return tellOfOrder(tx, order, shop, ({ guestUrl }) => orderReleasedMail(order, shop, guestUrl));
}

/**
 * Queues that mail for an order that waited for its card. Called where it stops waiting
 * (`endCardHold`, `alignAuthorization`), of which the client has been told by a mail that asked for a payment.
 */
export async function tellReleased(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order) await queueReleasedMail(tx, order, shop);
}

/**
 * Queues the mail that tells the client their order is cancelled; and the company's, if they did it
 * themselves.
 *
 * @param byThem the address of who did it, and whether by a retail order's link; null for staff
 */
export async function queueCancelledMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
  byThem: { from: string; isRetail: boolean } | null,
): Promise<boolean> {
  await dropChangeMails(tx, order.id, { isCancelled: true });
  if (byThem) {
    const mail = cancelledByThemMail(order, byThem, shop);
    await queueMail(tx, { to: shop.company.email, ...mail });
  }
  return tellOfOrder(tx, order, shop, ({ guestUrl }) => orderCancelledMail(order, shop, guestUrl));
}

/** Queues the mails that tell a guest and the company that an order was not confirmed in time. */
export async function queueUnconfirmedMails(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
): Promise<void> {
  await dropChangeMails(tx, order.id, { isCancelled: true });
  const from = (await recipientOf(tx, order))?.email ?? "the customer’s address";
  await queueMail(tx, { to: shop.company.email, ...unconfirmedForCompanyMail(order, from, shop) });
  await tellOfOrder(tx, order, shop, () => orderUnconfirmedMail(order, shop));
}
