import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { composeMail } from "#app/domain/mail/compose-mail.ts";
import { facts } from "#app/domain/mail/mail-block.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import type { Database } from "#db/database.ts";

/** Sends an email to the administrator who asks, from the configured sender. */
export async function sendTestMail(db: Database, { email }: Admin, shop: Shop): Promise<void> {
  const { company, mailSender } = shop;
  const mail = composeMail(company, {
    subject: `A test mail from ${company.name}`,
    preview: "Your shop can send mails.",
    title: "Your shop can send mails",
    blocks: [
      "You asked for this mail under Settings. If it was not sorted out as spam, your clients get theirs too.",
      facts([
        { label: "From", value: `${mailSender.name}, ${mailSender.address}` },
        { label: "Answers to", value: mailSender.replyTo || mailSender.address },
      ]),
    ],
    reason: "You're receiving this email because you asked for a test under Settings.",
  });
  await queueMail(db, { to: email, ...mail });
}
