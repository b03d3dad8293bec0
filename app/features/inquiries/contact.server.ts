import type { Shop } from "#app/content/company.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import {
  messageReceivedMail,
  newMessageMail,
} from "#app/features/inquiries/mails/contact-mails.ts";
import type { Database } from "#db/database.ts";
import { contactMessages } from "#db/schema/inquiries.ts";
import type { RobotSign } from "#db/schema/values/inquiries.ts";
import type { ContactForm } from "./forms/form-schemas.ts";
import { forgetSpam } from "./inbox/forget-old.server.ts";

interface Sending {
  /** The form's `sendingKey`, an idempotency key. */
  key: string;
  shop: Shop;
  /** Why it looks like spam; it is then held in the inbox, and nobody is mailed. */
  robotSign: RobotSign | null;
}

/**
 * Stores a validated message and queues emails to the company and the sender, in one transaction.
 * Anyone may call it. Returns the message's id; null for a repeated submission, which does nothing.
 */
export function receiveMessage(
  db: Database,
  form: ContactForm,
  { key, shop, robotSign }: Sending,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .insert(contactMessages)
      .values({ ...form, sendingKey: key, robotSign })
      .onConflictDoNothing({ target: contactMessages.sendingKey })
      .returning();
    if (!message) return null;
    await forgetSpam(tx, contactMessages);
    if (robotSign) return message.id;
    const { email } = message;
    await queueMail(tx, {
      to: shop.company.email,
      replyTo: email,
      ...newMessageMail(message, shop),
    });
    const wait = await takeMail(tx, "acknowledgement", email);
    if (wait === null) await queueMail(tx, { to: email, ...messageReceivedMail(shop) });
    return message.id;
  });
}
