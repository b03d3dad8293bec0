import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";

/** Removes what was sent to an address, and what waits for it. */
export async function forgetMails(tx: Transaction, email: string): Promise<void> {
  await tx.delete(mailOutbox).where(eq(mailOutbox.recipient, email));
}

/** Removes what was sent more than some months ago. What could not be sent stays until the owner has seen it. */
export async function forgetMailsBefore(db: Database, months: number): Promise<void> {
  const isOld = sql`${mailOutbox.sentAt} < now() - make_interval(months => ${months})`;
  await db.delete(mailOutbox).where(and(isOld, sql`${mailOutbox.failedAt} is null`));
}
