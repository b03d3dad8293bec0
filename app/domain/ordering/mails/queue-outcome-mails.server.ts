import { and, asc, eq, ne } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { may } from "#app/domain/access/capability.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import type { IssuedInvoice } from "#app/domain/documents/issuing/issue.server.ts";
import { numberOf, takenBackOf } from "#app/domain/documents/issuing/take-back.server.ts";
import { freeDeposit } from "#app/domain/ledger/deposits.server.ts";
import { dropNews, queueMail, takeNews } from "#app/domain/mail/outbox.server.ts";
import { neverTold } from "#app/domain/orders/leaving.server.ts";
import type { OrderReader } from "#app/domain/orders/links/order-link.ts";
import { proveGuest } from "#app/domain/orders/links/order-links.server.ts";
import { deliveryOf } from "#app/domain/orders/order-delivery.server.ts";
import {
  type OrderMailFacts,
  recipientOf,
  tellOfOrder,
} from "#app/domain/orders/order-recipient.server.ts";
import { sendReceipt } from "#app/domain/payments/by-link/receipts.server.ts";
import { chargedCard, onCardCents } from "#app/domain/payments/order-payments.server.ts";
import { dateInWords, pacificDay } from "#app/lib/dates.ts";
import type { Transaction } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
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
import { together } from "#db/together.ts";
import { deliveryFacts } from "../delivery/delivery-words.ts";
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

interface ClientsOrder extends SettledOrder {
  paymentWay?: PaymentWay | null;
  customerId: string;
  placedBy: string | null;
}

/** Minutes that the email about a packed order waits for the result of its card charge. */
const chargeWaitMinutes = 10;

interface PackedTold {
  /** True if the email also tells another day or address. */
  wasMoved?: boolean;
}

const packedTopic = (orderId: string) => `order packed ${orderId}`;

/** Drops the email about a packed order if it still waits for its card. */
export async function dropPackedMail(tx: Transaction, orderId: string): Promise<void> {
  await dropNews(tx, packedTopic(orderId));
}

/** Returns the mailed document that was replaced, and the one that cancelled it; null for none. */
async function replacedBy(tx: Transaction, orderId: string) {
  const [untold, takenBack] = await together([neverTold(tx, orderId), takenBackOf(tx, orderId)]);
  const last = takenBack.findLast(
    ({ takesBackId }) => takesBackId !== null && !untold.has(takesBackId),
  );
  if (!last) return null;
  const { documentNumber: takenBackBy, url: takenBackUrl } = last;
  return { number: await numberOf(tx, last.takesBackId), takenBackBy, takenBackUrl };
}

/**
 * Queues the email that tells the client the order is packed, with the invoice lines and its due
 * date or card charge. It waits for a pending charge (`tellCharged`). Recipients who may not see
 * invoices get no link, since the link opens the invoice for anyone. Returns true if it was queued,
 * as the functions below do.
 */
export async function queueFulfilledMail(
  tx: Transaction,
  order: ClientsOrder,
  issued: IssuedInvoice,
  shop: Shop,
  { wasMoved = false }: PackedTold = {},
): Promise<boolean> {
  const isMoved = (await dropChangeMails(tx, order.id)) || wasMoved;
  const { id, documentNumber: invoiceNumber, url: invoiceUrl, total, dueOn, terms } = issued;
  const facts = { invoiceNumber, invoiceUrl, total, dueOn, terms };
  const [openCents, charged, lines, taxes, howToPay, replaces] = await together([
    openCentsOf(tx, id),
    chargedCard(tx, order.id),
    linesOf(tx, id),
    taxesOf(tx, id),
    retailPayment(tx, order.id, shop.company.phone.display),
    replacedBy(tx, order.id),
  ]);
  const toChargeCents = await onCardCents(tx, order.id, Math.max(0, openCents));
  const invoice = {
    ...facts,
    openCents,
    toChargeCents,
    charged,
    lines,
    taxes,
    howToPay,
    replaces,
  };
  const waits =
    toChargeCents > 0
      ? { topic: packedTopic(order.id), minutes: chargeWaitMinutes, told: { wasMoved: isMoved } }
      : undefined;
  const movedTo = isMoved ? await movedToOf(tx, order.id) : null;
  const mailFor = ({ role, guestUrl, ...reader }: OrderMailFacts) => {
    const seesInvoices = may({ role }, "see invoices");
    const packed = { ...order, movedTo: movedTo?.({ ...reader, guestUrl }) ?? [] };
    const told = seesInvoices ? invoice : { ...invoice, invoiceUrl: null };
    return orderFulfilledMail(packed, told, shop, guestUrl);
  };
  return tellOfOrder(tx, order, shop, mailFor, { waits, hasInvoice: true });
}

/**
 * Tells the client about a card charge: in the email about packing if that still waits, else in a
 * receipt. Call it where a charge is booked.
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
  const waiting = charged ? await takeNews<PackedTold>(tx, packedTopic(charged.order.id)) : [];
  if (!charged || waiting.length === 0) return sendReceipt(tx, paymentId, shop);
  // A payment proves the order's address.
  await proveGuest(tx, charged.order.customerId);
  const wasMoved = waiting.some((told) => told.wasMoved);
  await queueFulfilledMail(tx, charged.order, charged.invoice, shop, { wasMoved });
}

/**
 * Returns a moved order's day and place for its email. Once the truck has left, the run's day and
 * hours no longer hold: the order comes today, or has no day if it was left behind.
 */
async function movedToOf(tx: Transaction, orderId: string) {
  const delivery = await deliveryOf(tx, orderId);
  const [run] = await tx
    .select({ date: runs.date, state: runs.state, isLeftBehind })
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .where(eq(orders.id, orderId));
  const today = pacificDay(new Date());
  const comesToday = run?.state === "out" && run.date !== today;
  const when = run?.isLeftBehind
    ? "The truck has left without it. We’ll tell you the new day."
    : comesToday
      ? `Today, ${dateInWords(today)}`
      : undefined;
  return (reader: OrderReader) => deliveryFacts(delivery, reader, when);
}

async function openCentsOf(tx: Transaction, documentId: string): Promise<number> {
  const [balance] = await tx
    .select({ openCents: invoiceBalances.openCents })
    .from(invoiceBalances)
    .where(eq(invoiceBalances.documentId, documentId));
  return Number(balance?.openCents ?? 0);
}

/**
 * Queues the email that tells the client what was packed of an order that is invoiced monthly.
 * Delivery notes have no prices, so every recipient gets the link.
 */
export async function queuePackedMail(
  tx: Transaction,
  order: ClientsOrder,
  issued: IssuedInvoice,
  shop: Shop,
): Promise<boolean> {
  const isMoved = await dropChangeMails(tx, order.id);
  const movedTo = isMoved ? await movedToOf(tx, order.id) : null;
  const { id, documentNumber, url, total } = issued;
  const parts = { lines: await linesOf(tx, id), taxes: await taxesOf(tx, id) };
  const note = { noteNumber: documentNumber, noteUrl: url, total, ...parts };
  return tellOfOrder(tx, order, shop, (reader) =>
    orderPackedMail({ ...order, movedTo: movedTo?.(reader) ?? [] }, note, shop),
  );
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

/** Queues the email that tells a new client their order is confirmed. */
export async function queueConfirmedMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
): Promise<boolean> {
  return tellOfOrder(tx, order, shop, ({ guestUrl }) => orderConfirmedMail(order, shop, guestUrl));
}

/** Queues the email that tells the client their order is no longer on hold. */
export async function queueReleasedMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
): Promise<boolean> {
  return tellOfOrder(tx, order, shop, ({ guestUrl }) => orderReleasedMail(order, shop, guestUrl));
}

/**
 * Queues the email about the release of an order that waited for its card. Called where the wait
 * ends (`endCardHold`, `alignAuthorization`), as an earlier email asked the client to pay.
 */
export async function tellReleased(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order) await queueReleasedMail(tx, order, shop);
}

/**
 * Queues the email that tells the client their order is cancelled, and one to the company if the
 * client cancelled it.
 *
 * @param byThem the client's address, and whether they used a retail order's link; null for staff
 */
export async function queueCancelledMail(
  tx: Transaction,
  order: ClientsOrder,
  shop: Shop,
  byThem: { from: string; isRetail: boolean } | null,
): Promise<boolean> {
  await dropChangeMails(tx, order.id, { isCancelled: true });
  const paidAheadCents = (await freeDeposit(tx, order.id))?.freeCents ?? 0;
  if (byThem) {
    const mail = cancelledByThemMail({ ...order, paidAheadCents }, byThem, shop);
    await queueMail(tx, { to: shop.company.email, ...mail });
  }
  return tellOfOrder(tx, order, shop, ({ guestUrl }) =>
    orderCancelledMail({ ...order, paidAheadCents }, shop, guestUrl),
  );
}

/** Queues the emails telling a guest and the company that an order wasn't confirmed in time. */
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
