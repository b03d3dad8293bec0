import { eq } from "drizzle-orm";
import { howToPay, howToPayInvoice } from "#app/features/payments/payment-words.ts";
import { readPaymentSettings } from "#app/features/payments/settings/payment-settings.server.ts";
import type { Transaction } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";

/**
 * How a retail order is paid, in sentences; undefined for a client's, which is invoiced on terms. The
 * caller must have checked access to the order.
 *
 * @param due what is to be paid, and with which reference; not known yet while the invoice is made
 */
export async function retailPayment(
  tx: Transaction,
  orderId: string,
  due?: { cents: number; reference: string },
): Promise<string[] | undefined> {
  const [order] = await tx
    .select({ way: orders.paymentWay, kind: orders.deliveryKind })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order?.way) return undefined;
  const settings = await readPaymentSettings(tx);
  const { way, kind } = order;
  return due ? howToPay(way, { kind, settings, ...due }) : howToPayInvoice(way, { kind, settings });
}
