import { takeWithin } from "#app/features/limits/rate-limits.server.ts";
import { type MailCause, mailCounts } from "#app/features/limits/rules.ts";
import type { Transaction } from "#db/database.ts";

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
