import { and, desc, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import { payOrderPathOf } from "#app/domain/orders/links/order-link.ts";
import { makeMailedLink } from "#app/domain/orders/links/order-links.server.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { Transaction } from "#db/database.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { questionsTo } from "./by-link/receipt-mails.ts";

/** Queues the email that asks for payment after the bank refused the card, or a higher amount. */
export async function tellRefused(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [higher] = await tx
    .select({ cents: payments.cents })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.state, "needs_customer"),
        sql`exists (select from payments as lower where lower.id = ${payments.replacesId}
          and lower.is_current and lower.state = 'held' and lower.cents < ${payments.cents})`,
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1);
  const amount = higher && formatCents(higher.cents);
  await askToPay(tx, orderId, shop, {
    title: (number) => `Your bank did not agree to the payment for order ${orderNumber(number)}`,
    preview: "Please pay with another card, or confirm the payment with your bank.",
    why: amount
      ? `Your order now comes to ${amount} at most. We asked your bank to hold that, and it said no, or wants you to confirm it. Nothing was charged, and what was held before still is.`
      : "We asked your bank to hold the amount of your order, and it said no, or wants you to confirm it. Nothing was charged.",
  });
}

/** Queues the email that asks for payment because the card's authorization expired. */
export function tellRanOut(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  return askToPay(tx, orderId, shop, {
    title: (number) => `The hold on your card for order ${orderNumber(number)} has run out`,
    preview: "Nothing was charged. Please have your card held again.",
    why: "Banks hold an amount for about a week. The hold for your order has run out, so your bank no longer holds anything for it. Nothing was charged.",
  });
}

interface Asking {
  title: (number: number) => string;
  preview: string;
  why: string;
}

async function askToPay(
  tx: Transaction,
  orderId: string,
  shop: Shop,
  { title: titleOf, preview, why }: Asking,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order || order.status === "cancelled") return;
  const then =
    order.status === "pending"
      ? "We'll cut your order once it's paid for."
      : "Your order is packed, and its invoice is open.";
  const mail = composeMail(shop.company, {
    subject: titleOf(order.number),
    preview,
    blocks: [
      `${why} ${then}`,
      {
        kind: "link",
        label: "Pay for the order",
        url: shop.siteUrl + payOrderPathOf(await makeMailedLink(tx, orderId)),
      },
      questionsTo(shop),
    ],
    reason: "You're receiving this email because you ordered from us.",
  });
  await tellOfOrder(tx, order, shop, () => mail, { isPersonal: true });
}

/**
 * Queues the email that tells a guest that an order was cancelled for want of an accepted card. It
 * has no link to the order, as nobody has proved to be its buyer.
 */
export async function tellExpired(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const mail = composeMail(shop.company, {
    subject: `${orderName(order.number)} was not paid in time`,
    preview: "Your order was not completed. Nothing was charged.",
    blocks: [
      "We held your spot for half an hour, and no card was accepted for it, so the order was not completed. Nothing was charged, and any hold your bank still shows will end automatically.",
      "If you still want it, what you picked is in the cart of the browser that you ordered with.",
      // The link works on any device, unlike the cart, which is in one browser.
      { kind: "link", label: "Go to the shop", url: `${shop.siteUrl}/shop` },
      questionsTo(shop),
    ],
    reason: `You're receiving this email because an order at ${shop.company.name} was begun with this address.`,
  });
  await tellOfOrder(tx, order, shop, () => mail, { isPersonal: true });
}
