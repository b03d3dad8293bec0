import { asc, eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { makeOrderLink } from "#app/features/payments/order-links.server.ts";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { chargesOf, deliveryOf } from "../delivery/order-delivery.server.ts";
import { queueRetailOrderMails } from "./queue-order-mails.server.ts";

/**
 * Queues the mails of a retail order whose card was just accepted: the same as for one that waits for
 * no card, which were left out when it was placed.
 */
export async function tellPaid(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx
    .select({
      id: orders.id,
      placedAt: orders.placedAt,
      totalPrice: orders.totalPrice,
      notes: orders.notes,
      allowsSubstitutes: orders.allowsSubstitutes,
      way: orders.paymentWay,
      name: customers.contactName,
      email: customers.guestEmail,
      phone: customers.phone,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!order?.way) return;
  const { way, name, email, phone, ...facts } = order;
  const delivery = await deliveryOf(tx, orderId);
  const items = await tx
    .select({
      productName: orderItems.productName,
      orderedPieces: orderItems.orderedPieces,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
      promisedAmount: orderItems.promisedAmount,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const contact = { name, email, phone, address: delivery.address };
  await queueRetailOrderMails(
    tx,
    { ...facts, way, contact, delivery, items, charges: await chargesOf(tx, orderId) },
    { shop, orderUrl: shop.siteUrl + (await makeOrderLink(tx, orderId)) },
  );
}
