import { eq } from "drizzle-orm";
import { site } from "#app/content/site.ts";
import type { Client } from "#app/features/auth/capability.ts";
import { queueMail, takeMail } from "#app/features/mail/outbox.server.ts";
import {
  newOrderMail,
  type OrderToTell,
  orderReceivedMail,
} from "#app/features/orders/mails/order-mails.ts";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customerDetails, customers } from "#db/schema/customers.ts";

/**
 * Queues the mails for a new order: one to the client, if their address is confirmed, and one to
 * the company with the client as reply-to. They are sent only after the transaction commits.
 */
export async function queueOrderMails(
  tx: Transaction,
  client: Client,
  order: Omit<OrderToTell, "client">,
  siteUrl: string,
): Promise<void> {
  const [customer] = await tx
    .select(customerDetails)
    .from(customers)
    .where(eq(customers.id, client.customerId));
  if (!customer) throw new Error("The customer of an order is missing");
  const { email } = client;
  const told = { ...order, client: { ...customer, email } };
  await queueMail(tx, { to: site.email, replyTo: email, ...newOrderMail(told, siteUrl) });
  const mayTell =
    (await isConfirmed(tx, client.userId)) && (await takeMail(tx, "order", email)) === null;
  if (mayTell) await queueMail(tx, { to: email, ...orderReceivedMail(told, siteUrl) });
}

async function isConfirmed(tx: Transaction, userId: string): Promise<boolean> {
  const [found] = await tx
    .select({ isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId));
  return found?.isConfirmed ?? false;
}
