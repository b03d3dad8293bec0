import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/features/mail/compose-mail.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { payOrderPathOf } from "#app/features/orders/links/order-link.ts";
import { recipientOf } from "#app/features/orders/mails/order-recipient.server.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import type { Transaction } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { makeOrderLink } from "./order-links.server.ts";

/**
 * Queues the mail that asks a customer to pay, because their bank refused the saved card.
 */
export async function tellRefused(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx
    .select({ customerId: orders.customerId, placedBy: orders.placedBy })
    .from(orders)
    .where(eq(orders.id, orderId));
  const recipient = order && (await recipientOf(tx, order));
  if (!recipient) return;
  const number = orderNumber(orderId);
  const title = `Your bank did not agree to the payment for order ${number}`;
  const mail = composeMail(shop.company, {
    subject: title,
    preview: "Please pay with another card, or confirm the payment with your bank.",
    title,
    blocks: [
      {
        kind: "paragraph",
        text: "We asked your bank to hold the amount of your order, and it said no, or wants you to confirm it. Nothing was charged. We cut your order once it is paid for.",
      },
      {
        kind: "link",
        label: "Pay for the order",
        url: shop.siteUrl + payOrderPathOf(await makeOrderLink(tx, orderId)),
      },
      {
        kind: "aside",
        text: `Questions? Call ${shop.company.phone.display}, or answer this e-mail.`,
      },
    ],
    reason: "You received this e-mail because you ordered from us.",
  });
  await queueMail(tx, { to: recipient.email, ...mail });
}

/**
 * Queues the mail that tells a guest that an order was given up, because no card was accepted for it in
 * time. It has no link to the order, of which nobody has proved to be the buyer.
 */
export async function tellExpired(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx
    .select({ customerId: orders.customerId, placedBy: orders.placedBy })
    .from(orders)
    .where(eq(orders.id, orderId));
  const recipient = order && (await recipientOf(tx, order));
  if (!recipient) return;
  const title = `Your order ${orderNumber(orderId)} was not paid in time`;
  const mail = composeMail(shop.company, {
    subject: title,
    preview: "We gave its place up. Nothing was charged.",
    title,
    blocks: [
      {
        kind: "paragraph",
        text: "We kept its place for half an hour, and no card was accepted for it. So we gave the order up. Nothing was charged, and a hold that your bank may still show ends by itself.",
      },
      {
        kind: "paragraph",
        text: "If you still want it, what you picked is in the cart of the browser that you ordered with.",
      },
      { kind: "link", label: "Order again", url: `${shop.siteUrl}/checkout` },
      {
        kind: "aside",
        text: `Questions? Call ${shop.company.phone.display}, or answer this e-mail.`,
      },
    ],
    reason: `You received this e-mail because an order at ${shop.company.name} was begun with this address.`,
  });
  await queueMail(tx, { to: recipient.email, ...mail });
}
