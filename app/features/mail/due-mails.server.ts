import { and, eq, inArray, isNull, lte, min, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";

/** A mail as it lies in the outbox; `attempts` counts the one that it was taken for. */
export type QueuedMail = typeof mailOutbox.$inferSelect;

/**
 * Takes up to `limit` mails that are due, the longest due first. Nobody else gets them for `lease`
 * seconds: whoever took them marks them sent or failed before that, and if it dies they are due
 * again by themselves. A single statement, so that no transaction stays open while a mail travels.
 */
export function takeDueMails(db: Database, limit: number, lease: number): Promise<QueuedMail[]> {
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), lte(mailOutbox.nextAttemptAt, sql`now()`)))
    .orderBy(mailOutbox.nextAttemptAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: inSeconds(lease) })
    .where(inArray(mailOutbox.id, due))
    .returning();
}

/**
 * Notes that mails have been handed over, and forgets what they said: a link in one may open an
 * account, and the database keeps only digests of those.
 */
export async function markSent(db: Database, ids: string[]): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ sentAt: sql`now()`, lastError: null, text: "", html: null })
    .where(and(inArray(mailOutbox.id, ids), isNull(mailOutbox.sentAt)));
}

/** Notes that an attempt failed, and makes the mail due again in `wait` seconds. */
export async function markFailed(
  db: Database,
  id: string,
  { reason, wait }: { reason: string; wait: number },
): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ lastError: reason, nextAttemptAt: inSeconds(wait) })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)));
}

/** In how many milliseconds the next mail is due, at once being 0; null when none is waiting. */
export async function nextDueIn(db: Database): Promise<number | null> {
  const [row] = await db
    .select({
      ms: sql<
        string | null
      >`ceil(extract(epoch from ${min(mailOutbox.nextAttemptAt)} - clock_timestamp()) * 1000)`,
    })
    .from(mailOutbox)
    .where(isNull(mailOutbox.sentAt));
  return row?.ms == null ? null : Math.max(0, Number(row.ms));
}

function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`;
}
