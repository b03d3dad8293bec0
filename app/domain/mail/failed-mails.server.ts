import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { patienceMs } from "#db/jobs/queues.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { deliveryOf } from "./outbox.server.ts";

/** How long an email is retried, in words. */
export const triedForInWords = daysInWords(patienceMs);

const triedMail = {
  id: mailOutbox.id,
  recipient: mailOutbox.recipient,
  subject: mailOutbox.subject,
  attempts: mailOutbox.attempts,
  lastError: mailOutbox.lastError,
  createdAt: mailOutbox.createdAt,
};

/** Returns failed emails, latest first, at most 100. For administrators. */
export function listFailedMails(db: Database, _admin: Admin) {
  return db
    .select({
      ...triedMail,
      /** True if it is for its recipient only and has an expiry. */
      expires: sql<boolean>`${mailOutbox.expiresAt} is not null`,
      isExpired: sql<boolean>`coalesce(${mailOutbox.expiresAt} <= now(), false)`,
    })
    .from(mailOutbox)
    .where(isNotNull(mailOutbox.failedAt))
    .orderBy(desc(mailOutbox.failedAt), desc(mailOutbox.id))
    .limit(100);
}

/**
 * Returns the server's message of the last refusal for an address; null if there is none, or if the
 * owner has resolved it. The caller must have checked who may see it.
 */
export async function refusalOf(db: Database, email: string): Promise<string | null> {
  if (email === "") return null;
  const [failed] = await db
    .select({ reason: mailOutbox.lastError })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, email), isNotNull(mailOutbox.failedAt)))
    .orderBy(desc(mailOutbox.failedAt))
    .limit(1);
  return failed?.reason ?? null;
}

export type FailedMail = Awaited<ReturnType<typeof listFailedMails>>[number];

/** Returns emails tried but not sent, or untried for a minute; oldest 100. For administrators. */
export function listWaitingMails(db: Database, _admin: Admin) {
  return db
    .select(triedMail)
    .from(mailOutbox)
    .where(
      and(
        isNull(mailOutbox.sentAt),
        isNull(mailOutbox.failedAt),
        sql`(${mailOutbox.attempts} > 0
          or coalesce(${mailOutbox.sendAfter}, ${mailOutbox.createdAt}) < now() - interval '1 minute')`,
      ),
    )
    .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.id))
    .limit(100);
}

export type WaitingMail = Awaited<ReturnType<typeof listWaitingMails>>[number];

/** Returns the latest 100 emails written to files, which reached nobody. For administrators. */
export function listWrittenMails(db: Database, _admin: Admin) {
  return db
    .select(pick(mailOutbox, "id", "recipient", "subject", "file", "createdAt"))
    .from(mailOutbox)
    .where(isNotNull(mailOutbox.file))
    .orderBy(desc(mailOutbox.sentAt), desc(mailOutbox.id))
    .limit(100);
}

export type WrittenMail = Awaited<ReturnType<typeof listWrittenMails>>[number];

/**
 * Requeues a failed email to another address, unless it expires: its link opens the account of its
 * recipient. Audited. For administrators.
 *
 * @param to normalized
 * @returns false if it isn't a failed email (any more), or may not go to another address
 */
export function redirectFailedMail(
  db: Database,
  admin: Admin,
  id: string,
  to: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ recipient: mailOutbox.recipient })
      .from(mailOutbox)
      .where(and(failed(id), isNull(mailOutbox.expiresAt)))
      .for("update");
    if (!before) return false;
    const mails = await tx
      .update(mailOutbox)
      .set({ failedAt: null, recipient: to })
      .where(failed(id))
      .returning({ id: mailOutbox.id, sendAfter: mailOutbox.sendAfter });
    await sendJobs(tx, "mail", mails.map(deliveryOf));
    await recordAudit(tx, admin, {
      entity: "setting",
      entityId: "mail",
      action: "sent to another address",
      before: { email: before.recipient },
      after: { email: to },
    });
    return true;
  });
}

/** Requeues a failed email. Idempotent: false if it isn't one now. For administrators. */
export function retryFailedMail(db: Database, _admin: Admin, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mails = await tx
      .update(mailOutbox)
      .set({ failedAt: null })
      .where(and(failed(id), sql`coalesce(${mailOutbox.expiresAt} > now(), true)`))
      .returning({ id: mailOutbox.id, sendAfter: mailOutbox.sendAfter });
    await sendJobs(tx, "mail", mails.map(deliveryOf));
    return mails.length > 0;
  });
}

export async function removeFailedMail(db: Database, _admin: Admin, id: string): Promise<boolean> {
  const removed = await db.delete(mailOutbox).where(failed(id)).returning({ id: mailOutbox.id });
  return removed.length > 0;
}

function failed(id: string) {
  // For an invalid UUID, an id that no row has.
  const wanted = isUuid(id) ? id : "00000000-0000-0000-0000-000000000000";
  return and(eq(mailOutbox.id, wanted), isNotNull(mailOutbox.failedAt));
}
