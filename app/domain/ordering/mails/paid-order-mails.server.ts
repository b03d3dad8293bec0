import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { proveGuest } from "#app/domain/orders/links/order-links.server.ts";
import { chargesOf, deliveryOf } from "#app/domain/orders/order-delivery.server.ts";
import type { Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { linesToTell } from "./lines-to-tell.server.ts";
import { queueRetailOrderMails } from "./queue-order-mails.server.ts";

/** Queues a retail order's emails, left out at placing, once its card was accepted. */
export async function tellPaid(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx
    .select({
      id: orders.id,
      number: orders.number,
      customerId: orders.customerId,
      placedAt: orders.placedAt,
      notes: orders.notes,
      allowsSubstitutes: orders.allowsSubstitutes,
      callFirst: orders.callFirst,
      way: orders.paymentWay,
      name: customers.contactName,
      email: customers.guestEmail,
      phone: customers.phone,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!order?.way) return;
  // A card payment proves the order's address.
  await proveGuest(tx, order.customerId);
  const { way, name, email, phone, ...facts } = order;
  const delivery = await deliveryOf(tx, orderId);
  const items = await linesToTell(tx, orderId);
  const contact = { name, email, phone, address: delivery.address };
  await queueRetailOrderMails(
    tx,
    { ...facts, way, contact, delivery, items, charges: await chargesOf(tx, orderId) },
    shop,
  );
}
