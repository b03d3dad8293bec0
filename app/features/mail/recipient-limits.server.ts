import { takeWithin } from "#app/features/limits/rate-limits.server.ts";
import { type MailCause, mailCounts } from "#app/features/limits/rules.ts";
import type { Transaction } from "#db/database.ts";

/**
 * Counts a mail that somebody outside the company brings about, in the transaction that queues it.
 * Ask before `queueMail`, whatever carries the mail from there.
 *
 * @param to normalised
 * @returns null when the mail may be queued; else in how many seconds it may, and it is not counted
 */
export function takeMail(tx: Transaction, cause: MailCause, to: string): Promise<number | null> {
  return takeWithin(tx, mailCounts(cause, to));
}
