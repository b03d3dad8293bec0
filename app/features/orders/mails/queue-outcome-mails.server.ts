import { eq } from "drizzle-orm";
import type { MailContent } from "#app/features/mail/mail.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import {
  type IssuedInvoice,
  orderCancelledMail,
  orderConfirmedMail,
  orderFulfilledMail,
  type SettledOrder,
} from "#app/features/orders/mails/order-outcome-mails.ts";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";

/** An order as the update that settled it returns it. */
interface ClientsOrder extends SettledOrder {
  userId: string;
}

/** Queues the mail to the client of an order that is being fulfilled: the invoice, and when it is due. */
export async function queueFulfilledMail(
  tx: Transaction,
  order: ClientsOrder,
  invoice: IssuedInvoice,
  siteUrl: string,
): Promise<void> {
  await tell(tx, order, orderFulfilledMail(order, invoice, siteUrl));
}

/** Queues the mail to a new client whose order is being confirmed. */
export async function queueConfirmedMail(
  tx: Transaction,
  order: ClientsOrder,
  siteUrl: string,
): Promise<void> {
  await tell(tx, order, orderConfirmedMail(order, siteUrl));
}

/** Queues the mail to the client of an order that is being cancelled. */
export async function queueCancelledMail(
  tx: Transaction,
  order: ClientsOrder,
  siteUrl: string,
): Promise<void> {
  await tell(tx, order, orderCancelledMail(order, siteUrl));
}

/** To the account's own address, which is the one that signs in, once it is confirmed. */
async function tell(tx: Transaction, { userId }: ClientsOrder, mail: MailContent): Promise<void> {
  const [account] = await tx
    .select({ email: user.email, isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId));
  if (!account) throw new Error("The account of an order is missing");
  if (account.isConfirmed) await queueMail(tx, { to: account.email, ...mail });
}
