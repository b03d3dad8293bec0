import type { Database, Transaction } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { asHeader, type Mail } from "./mail.ts";

/**
 * Writes mails into the outbox; the sender delivers them once the transaction has committed, and
 * never if it does not. Call it with the `tx` of what they tell.
 *
 * @throws when `to` or `replyTo` is not a single bare address: nothing else about a mail is refused
 */
export async function queueMail(tx: Database | Transaction, ...mails: Mail[]): Promise<void> {
  await tx.insert(mailOutbox).values(
    mails.map(({ to, replyTo, subject, text, html }) => ({
      recipient: to,
      replyTo,
      subject: asHeader(subject),
      text: storable(text),
      html: storable(html),
    })),
  );
}

// PostgreSQL's text cannot hold it.
function storable(text: string): string {
  return text.replaceAll("\0", "");
}
