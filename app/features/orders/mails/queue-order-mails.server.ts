import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/features/auth/capability.ts";
import { queueMail, takeMail } from "#app/features/mail/outbox.server.ts";
import {
  newOrderMail,
  type OrderToTell,
  orderReceivedMail,
} from "#app/features/orders/mails/order-mails.ts";
import type { PaymentWay } from "#app/features/payments/settings/payment-settings.ts";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customerDetails, customers } from "#db/schema/customers.ts";
import { recipientOf } from "./order-recipient.server.ts";

/**
 * Queues the mails for a new order: one to the client, if their address is confirmed, and one to
 * the company with the client as reply-to. They are sent only after the transaction commits. Of an
 * order that staff took, the customer's owner is told.
 */
export async function queueOrderMails(
  tx: Transaction,
  client: Client,
  order: Omit<OrderToTell, "client" | "takenBy" | "payment">,
  shop: Shop,
): Promise<void> {
  const [customer] = await tx
    .select(customerDetails)
    .from(customers)
    .where(eq(customers.id, client.customerId));
  if (!customer) throw new Error("The customer of an order is missing");
  const { email, isConfirmed } = await addressOf(tx, client);
  const takenBy = client.onBehalf ? client.email : null;
  const told = { ...order, takenBy, payment: null, client: { ...customer, email } };
  const replyTo = email === "" ? {} : { replyTo: email };
  await queueMail(tx, { to: shop.company.email, ...replyTo, ...newOrderMail(told, shop) });
  // What staff send isn't triggered from outside.
  const mayTell = isConfirmed && (client.onBehalf || (await takeMail(tx, "order", email)) === null);
  if (mayTell) await queueMail(tx, { to: email, ...orderReceivedMail(told, shop) });
}

/**
 * Queues the mails for an order without an account: one to the address that was typed, with a link
 * to the order, and one to the company. The checkout's limits keep strangers from being written to
 * often (`retailOrderCounts`).
 */
export async function queueRetailOrderMails(
  tx: Transaction,
  { contact, way, ...order }: RetailOrderToTell,
  { shop, orderUrl }: { shop: Shop; orderUrl: string },
): Promise<void> {
  const { name, email, phone, address } = contact;
  const told = {
    ...{ ...order, standingNotes: "", isNewClient: false, holdReason: null, poNumber: "" },
    ...{ takenBy: null, payment: { way, kind: order.delivery.day?.kind ?? null } },
    client: { companyName: name, contactName: name, phone, address, email },
  };
  await queueMail(tx, { to: shop.company.email, replyTo: email, ...newOrderMail(told, shop) });
  const mayTell = (await takeMail(tx, "order", email)) === null;
  if (mayTell) await queueMail(tx, { to: email, ...orderReceivedMail(told, shop, orderUrl) });
}

type RetailOrderToTell = Pick<
  OrderToTell,
  | "id"
  | "placedAt"
  | "totalPrice"
  | "charges"
  | "delivery"
  | "notes"
  | "allowsSubstitutes"
  | "items"
> & {
  contact: { name: string; email: string; phone: string; address: string };
  way: PaymentWay;
};

/** The client's address; empty for a customer whom nobody signs in for. */
async function addressOf(tx: Transaction, { userId, customerId, email, onBehalf }: Client) {
  if (onBehalf) {
    const owner = await recipientOf(tx, { customerId, placedBy: null });
    return owner ?? { email: "", isConfirmed: false };
  }
  const [found] = await tx
    .select({ isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId));
  return { email, isConfirmed: found?.isConfirmed ?? false };
}
