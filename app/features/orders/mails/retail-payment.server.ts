import { eq, inArray } from "drizzle-orm";
import { openInvoicesOf } from "#app/features/payments/open-invoices.server.ts";
import {
  howToPay,
  howToPayInvoice,
  type InvoiceToPay,
  openOf,
  paysAtDoor,
} from "#app/features/payments/payment-words.ts";
import { readPaymentSettings } from "#app/features/payments/settings/payment-settings.server.ts";
import { formatCents } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * How a retail order is paid, in sentences; undefined for a client's, which is invoiced on terms. The
 * caller must have checked access to the order.
 *
 * @param due the invoices to be paid, and whom to call about them; not known yet while the invoice is made
 */
export async function retailPayment(
  tx: Transaction,
  orderId: string,
  due?: { invoices: InvoiceToPay[]; phone: string },
): Promise<string[] | undefined> {
  const [order] = await tx
    .select({ way: orders.paymentWay, kind: orders.deliveryKind })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order?.way) return undefined;
  const settings = await readPaymentSettings(tx);
  const { way, kind } = order;
  return due
    ? howToPay(way, { kind, settings, isDelivered: false, ...due })
    : howToPayInvoice(way, { kind, settings });
}

/** What is open of orders that one customer gets together, and how it is paid. */
export interface OpenPayment {
  /** "$229.34 at the door"; null where nothing is paid there. */
  atDoor: string | null;
  /** Sentences; none where nothing is open, or a client pays on terms. */
  howToPay: string[];
}

/**
 * What is to be paid of packed orders of one customer, with every invoice of theirs: the sum that the
 * driver is told to collect. The caller must have checked access to the orders.
 *
 * @param phone the shop's number, as shown
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
  const invoices = await openInvoicesOf(tx, which);
  const settings = await readPaymentSettings(tx);
  const { kind } = order;
  const cents = openOf(invoices);
  const where = kind === "pickup" ? "when you pick it up" : "at the door";
  return {
    atDoor: way === "door" && cents > 0 ? `${formatCents(cents)} ${where}` : null,
    howToPay: howToPay(way, { kind, settings, invoices, isDelivered: false, phone }),
  };
}
