import { eq, inArray, type SQL } from "drizzle-orm";
import { type OrderInvoice, openInvoicesOf } from "#app/domain/documents/open-invoices.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import {
  howToPay,
  howToPayInvoice,
  type InvoiceToPay,
  openOf,
  paysAtDoor,
} from "#app/domain/orders/payment-words.ts";
import { onCardCents } from "#app/domain/payments/order-payments.server.ts";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * Returns orders' invoices (`openInvoicesOf`), each with the amount that its card is charged. The
 * caller must have checked access to the orders.
 */
export async function invoicesToPay(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<(OrderInvoice & InvoiceToPay)[]> {
  const invoices = await openInvoicesOf(db, which);
  return Promise.all(
    invoices.map(async (invoice) => ({
      ...invoice,
      onCardCents: invoice.isLater
        ? 0
        : await onCardCents(db, invoice.orderId, Math.max(0, invoice.openCents)),
    })),
  );
}

/**
 * Returns sentences on how a retail order is paid, for the invoice about to be issued; undefined
 * for a client's order, which is invoiced on terms.
 */
export async function paymentOnInvoice(
  tx: Transaction,
  orderId: string,
): Promise<string[] | undefined> {
  const order = await retailOrder(tx, orderId);
  if (!order) return undefined;
  const { mostCents } = await costsNow(tx, orderId);
  const isCardShort = (await onCardCents(tx, orderId, mostCents)) < mostCents;
  const settings = await readPaymentSettings(tx);
  return howToPayInvoice(order.way, { kind: order.kind, isCardShort, settings });
}

/** Returns those sentences for the email, once the invoice is issued and the card is charged. */
export async function retailPayment(
  tx: Transaction,
  orderId: string,
  phone: string,
): Promise<string[] | undefined> {
  const order = await retailOrder(tx, orderId);
  if (!order) return undefined;
  const invoices = await invoicesToPay(tx, eq(orders.id, orderId));
  const settings = await readPaymentSettings(tx);
  const { way, kind } = order;
  return howToPay(way, { kind, settings, invoices, isDelivered: false, phone });
}

async function retailOrder(tx: Transaction, orderId: string) {
  const [order] = await tx
    .select({ way: orders.paymentWay, kind: orders.deliveryKind })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.way ? { ...order, way: order.way } : undefined;
}

export interface OpenPayment {
  /** E.g. "$229.34 at the door"; null if nothing is paid there. */
  atDoor: string | null;
  /** Sentences; empty if nothing is open, or a client pays on terms. */
  howToPay: string[];
}

/**
 * Returns the open amount of one customer's packed orders over all their invoices, which the driver
 * collects. The caller must have checked access to the orders.
 */
export async function openPayment(
  tx: Transaction,
  orderIds: string[],
  phone: string,
): Promise<OpenPayment> {
  const which = inArray(orders.id, orderIds);
  const [order] = await tx
    .select({
      way: orders.paymentWay,
      kind: orders.deliveryKind,
      termsKind: customers.termsKind,
      invoicePer: customers.invoicePer,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(which)
    .limit(1);
  const way = order && paysAtDoor(order) ? "door" : order?.way;
  if (!order || !way) return { atDoor: null, howToPay: [] };
  const invoices = await invoicesToPay(tx, which);
  const settings = await readPaymentSettings(tx);
  const { kind } = order;
  const cents = openOf(invoices);
  const where = kind === "pickup" ? "when you pick it up" : "at the door";
  return {
    atDoor: way === "door" && cents > 0 ? `${formatCents(cents)} ${where}` : null,
    howToPay: howToPay(way, { kind, settings, invoices, isDelivered: false, phone }),
  };
}
