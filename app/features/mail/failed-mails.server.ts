import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { sendJobs } from "#db/jobs.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { deliveryOf } from "./outbox.server.ts";

/** Failed mails, latest first, at most 100. For administrators. */
export function listFailedMails(db: Database, _admin: Admin) {
  return db
    .select({
      id: mailOutbox.id,
      recipient: mailOutbox.recipient,
      subject: mailOutbox.subject,
      attempts: mailOutbox.attempts,
      lastError: mailOutbox.lastError,
      createdAt: mailOutbox.createdAt,
    })
    .from(mailOutbox)
    .where(isNotNull(mailOutbox.failedAt))
    .orderBy(desc(mailOutbox.failedAt), desc(mailOutbox.id))
    .limit(100);
}

export type FailedMail = Awaited<ReturnType<typeof listFailedMails>>[number];

/**
 * Queues a failed mail again. Idempotent: false if it isn't a failed mail (any more). For
 * administrators.
 */
export function retryFailedMail(db: Database, _admin: Admin, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mails = await tx
      .update(mailOutbox)
      .set({ failedAt: null })
      .where(failed(id))
      .returning({ id: mailOutbox.id, recipient: mailOutbox.recipient });
    await sendJobs(tx, "mail", mails.map(deliveryOf));
    return mails.length > 0;
  });
}

/** Deletes a failed mail. For administrators. */
export async function removeFailedMail(db: Database, _admin: Admin, id: string): Promise<boolean> {
  const removed = await db.delete(mailOutbox).where(failed(id)).returning({ id: mailOutbox.id });
  return removed.length > 0;
}

function failed(id: string) {
  // The id may not be a UUID; no row has this one.
  const wanted = isUuid(id) ? id : "00000000-0000-0000-0000-000000000000";
  return and(eq(mailOutbox.id, wanted), isNotNull(mailOutbox.failedAt));
}
