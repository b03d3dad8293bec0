import type { Database, Transaction } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { asHeader, type Mail } from "./mail.ts";

/**
 * Writes a mail into the outbox; the sender delivers it once the transaction has committed, and
 * never if it does not. Call it with the `tx` of what the mail tells.
 *
 * @throws when `to` or `replyTo` is not a single bare address: nothing else about a mail is refused
 */
export async function queueMail(tx: Database | Transaction, mail: Mail): Promise<void> {
  await tx.insert(mailOutbox).values({
    recipient: mail.to,
    replyTo: mail.replyTo,
    subject: asHeader(mail.subject),
    text: storable(mail.text),
    html: storable(mail.html),
  });
}

// PostgreSQL's text cannot hold it.
function storable(text: string): string {
  return text.replaceAll("\0", "");
}
