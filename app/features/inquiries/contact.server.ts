import { site } from "#app/content/site.ts";
import { messageReceivedMail, newMessageMail } from "#app/features/mail/contact-mails.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import type { Database } from "#db/database.ts";
import { contactMessages } from "#db/schema/inquiries.ts";
import type { ContactForm } from "./contact-form.ts";
import { forgetOld } from "./forget-old.server.ts";

interface Sending {
  /** `sendingKey` of the form: what arrives again under the same one is kept once. */
  key: string;
  /** The public origin, for the links in the mails. */
  siteUrl: string;
}

/**
 * Keeps a message and queues the mails that tell of it, to the company and to the sender, all or
 * nothing. For anybody; the form is what the schema let through.
 *
 * @returns the message's id; null when it had arrived before, and nothing was done
 */
export function receiveMessage(
  db: Database,
  form: ContactForm,
  { key, siteUrl }: Sending,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .insert(contactMessages)
      .values({ ...form, sendingKey: key })
      .onConflictDoNothing({ target: contactMessages.sendingKey })
      .returning();
    if (!message) return null;
    const { email } = message;
    await queueMail(tx, { to: site.email, replyTo: email, ...newMessageMail(message, siteUrl) });
    await queueMail(tx, { to: email, ...messageReceivedMail() });
    await forgetOld(tx, contactMessages);
    return message.id;
  });
}
