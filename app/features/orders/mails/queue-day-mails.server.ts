import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import type { LineRepriced } from "../delivery/day-prices.ts";
import { chargesOf, deliveryOf } from "../delivery/order-delivery.server.ts";
import { orderColumns } from "../lists/order-queries.server.ts";
import { clientMovedMail, dayChangedMail, type MovedOrder } from "./day-mails.ts";
import { guestUrlFor, recipientOf } from "./order-recipient.server.ts";

/**
 * Queues the mails about an order's new day, or new address: to the client if their address is confirmed, and to the
 * company if the client changed it.
 *
 * @param by.byClient the address of the client who changed it; null for staff
 * @param by.repriced the lines that have another price since
 */
export async function queueDayMails(
  tx: Transaction,
  orderId: string,
  {
    byClient,
    repriced = [],
    what = "day",
  }: { byClient: string | null; repriced?: readonly LineRepriced[]; what?: MovedOrder["what"] },
  shop: Shop,
): Promise<void> {
  const [order] = await tx
    .select({
      id: orders.id,
      placedAt: orders.placedAt,
      totalPrice: orders.totalPrice,
      holdReason: orderColumns.holdReason,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      companyName: customers.companyName,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  const charges = await chargesOf(tx, orderId);
  const told = { ...order, what, charges, repriced, delivery: await deliveryOf(tx, orderId) };
  const recipient = await recipientOf(tx, order);
  if (recipient?.isConfirmed) {
    const guestUrl = await guestUrlFor(tx, recipient, order.id, shop);
    await queueMail(tx, { to: recipient.email, ...dayChangedMail(told, shop, guestUrl) });
  }
  if (byClient !== null) {
    await queueMail(tx, {
      to: shop.company.email,
      replyTo: byClient,
      ...clientMovedMail(told, shop),
    });
  }
}
