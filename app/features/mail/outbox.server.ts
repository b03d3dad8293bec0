import { type MailCause, mailCounts } from "#app/features/limits/limits.ts";
import { takeWithin } from "#app/features/limits/rate-limits.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { asHeader, type Mail } from "./mail.ts";

/**
 * Queues mails, which are delivered only after the transaction commits. Pass the `tx` of the change
 * they report. Mails to one recipient are delivered in order.
 *
 * @throws if `to` or `replyTo` isn't a single bare address; anything else is accepted
 */
export async function queueMail(tx: Database | Transaction, ...mails: Mail[]): Promise<void> {
  const queued = await tx
    .insert(mailOutbox)
    .values(
      mails.map(({ to, replyTo, unsubscribeUrl, subject, text, html }) => ({
        recipient: to,
        replyTo,
        unsubscribeUrl,
        subject: asHeader(subject),
        text: storable(text),
        html: storable(html),
      })),
    )
    .returning({ id: mailOutbox.id, recipient: mailOutbox.recipient });
  await sendJobs(tx, "mail", queued.map(deliveryOf));
}

/** The job that delivers a mail. */
export function deliveryOf({ id, recipient }: { id: string; recipient: string }) {
  return { key: recipient, data: { mailId: id } };
}

// PostgreSQL's text cannot hold it.
function storable(text: string): string {
  return text.replaceAll("\0", "");
}

/**
 * Rate-limits mails triggered from outside the company, in the transaction that queues them. Call
 * it before `queueMail`.
 *
 * @param to normalized
 * @returns null if the mail may be queued; otherwise the number of seconds until it may, and it
 *   isn't counted
 */
export function takeMail(tx: Transaction, cause: MailCause, to: string): Promise<number | null> {
  return takeWithin(tx, mailCounts(cause, to));
}
