import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customerDetails, customers } from "#db/schema/customers.ts";
import { newAccountMail } from "../mails/account-mails.ts";

/**
 * Notifies the company of a new account that can sign in. These emails are rate-limited; during a
 * flood of sign-ups, the list of clients in the back office shows the rest.
 */
export async function tellOfAccount(tx: Transaction, userId: string, shop: Shop): Promise<void> {
  if ((await takeMail(tx, "account", shop.company.email)) !== null) return;
  const [opened] = await tx
    .select({
      id: user.id,
      email: user.email,
      isConfirmed: user.emailVerified,
      ...customerDetails,
    })
    .from(user)
    // A new account owns the customer of its own id.
    .innerJoin(customers, eq(customers.id, user.id))
    .where(eq(user.id, userId));
  if (!opened) throw new Error("The account that is being opened is gone");
  const mail = newAccountMail(opened, shop);
  await queueMail(tx, { to: shop.company.email, replyTo: opened.email, ...mail });
}
