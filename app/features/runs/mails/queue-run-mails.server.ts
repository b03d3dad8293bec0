import type { Shop } from "#app/content/company.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import {
  guestUrlFor,
  type Recipient,
  recipientOf,
} from "#app/features/orders/mails/order-recipient.server.ts";
import type { Transaction } from "#db/database.ts";
import { type DeliveredFacts, deliveredMail, onItsWayMail } from "./run-mails.ts";

/** An order whose client is told. */
interface ToldOrder {
  id: string;
  stopId: string | null;
  customerId: string;
  placedBy: string | null;
}

/** Queues the mails that tell clients that orders are on their way: one for each person and stop. */
export async function queueOnItsWayMails(
  tx: Transaction,
  orders: (ToldOrder & { from: string | null; to: string | null })[],
  shop: Shop,
): Promise<void> {
  for (const { recipient, orders: told } of await byRecipient(tx, orders)) {
    const [{ from, to } = { from: null, to: null }] = told;
    const orderIds = told.map(({ id }) => id);
    const guestUrl = await guestUrlFor(tx, recipient, orderIds[0] ?? "", shop);
    const mail = onItsWayMail({ orderIds, from: from ?? "", to: to ?? "" }, shop, guestUrl);
    await queueMail(tx, { to: recipient.email, ...mail });
  }
}

/** Queues the mails that tell clients that orders were delivered, one for each person. */
export async function queueDeliveredMails(
  tx: Transaction,
  orders: ToldOrder[],
  facts: Omit<DeliveredFacts, "orderIds">,
  shop: Shop,
): Promise<void> {
  for (const { recipient, orders: told } of await byRecipient(tx, orders)) {
    const orderIds = told.map(({ id }) => id);
    const guestUrl = await guestUrlFor(tx, recipient, orderIds[0] ?? "", shop);
    const mail = deliveredMail({ ...facts, orderIds }, shop, guestUrl);
    await queueMail(tx, { to: recipient.email, ...mail });
  }
}

/** The orders of each stop by who is told of them; nobody is at an address that is not confirmed. */
async function byRecipient<Order extends ToldOrder>(tx: Transaction, orders: Order[]) {
  const mails = new Map<string, { recipient: Recipient; orders: Order[] }>();
  for (const order of orders) {
    const recipient = await recipientOf(tx, order);
    if (!recipient?.isConfirmed) continue;
    const key = `${order.stopId} ${recipient.email}`;
    const mail = mails.get(key) ?? { recipient, orders: [] };
    mail.orders.push(order);
    mails.set(key, mail);
  }
  return mails.values();
}
