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
    reason: `You received this e-mail because you ordered from ${shop.company.name}.`,
  });
  await queueMail(tx, { to: recipient.email, ...mail });
}
