import { site } from "#app/content/site.ts";
import {
  messageReceivedMail,
  newMessageMail,
} from "#app/features/inquiries/mails/contact-mails.ts";
import { queueMail } from "#app/features/mail/outbox.server.ts";
import { takeMail } from "#app/features/mail/recipient-limits.server.ts";
import type { Database } from "#db/database.ts";
import { contactMessages } from "#db/schema/inquiries.ts";
import type { RobotSign } from "./forms/bot-signs.ts";
import type { ContactForm } from "./forms/contact-form.ts";
import { forgetOld } from "./inbox/forget-old.server.ts";

interface Sending {
  /** `sendingKey` of the form: what arrives again under the same one is kept once. */
  key: string;
  /** The public origin, for the links in the mails. */
  siteUrl: string;
  /** What gives it away as a robot's: then it is held in the inbox, and nobody is mailed. */
  robotSign: RobotSign | null;
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
  { key, siteUrl, robotSign }: Sending,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .insert(contactMessages)
      .values({ ...form, sendingKey: key, robotSign })
      .onConflictDoNothing({ target: contactMessages.sendingKey })
      .returning();
    if (!message) return null;
    await forgetOld(tx, contactMessages);
    if (robotSign) return message.id;
    const { email } = message;
    await queueMail(tx, { to: site.email, replyTo: email, ...newMessageMail(message, siteUrl) });
    const wait = await takeMail(tx, "acknowledgement", email);
    if (wait === null) await queueMail(tx, { to: email, ...messageReceivedMail() });
    return message.id;
  });
}
