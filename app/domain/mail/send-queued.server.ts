import { and, eq, isNull, sql } from "drizzle-orm";
import type { NodemailerError } from "nodemailer";
import type { Database, Log } from "#db/database.ts";
import { type Job, type JobRunner, sendJobs } from "#db/jobs/jobs.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import type { MailTransport, QueuedMail } from "./mail-transport.server.ts";
import { deliveryOf } from "./outbox.server.ts";

/**
 * In ms, for one attempt. Shorter than the queue's job timeout, and longer than the transport waits
 * for the server's answer, so that an accepted email is not sent again.
 */
const attemptTimeout = 420_000;

interface Delivery {
  db: Database;
  transport: MailTransport;
  log: Log;
}

/**
 * Delivers queued emails until the runner is closed, at least once: an email is only sent twice if
 * a process dies or loses its database between sending and recording it, and both copies have the
 * same Message-ID. Emails that the server rejects permanently, that can't be delivered within four
 * days, or that have expired, fail: `failedAt` is set and the owner sees them. No email waits for
 * another.
 */
export async function deliverMails(jobs: JobRunner, delivery: Delivery): Promise<void> {
  if (delivery.transport.reachesNobody) await warnOfWaiting(delivery);
  await requeueUnsent(delivery.db);
  const { workers, batch } = delivery.transport;
  await jobs.work("mail", { workers, batch }, (job) => deliver(delivery, job));
}

/** Warns without a mail server that emails reach nobody, in case SMTP_URL was left out. */
async function warnOfWaiting({ db, log }: Delivery): Promise<void> {
  const mails = await db.$count(
    mailOutbox,
    and(isNull(mailOutbox.sentAt), isNull(mailOutbox.failedAt)),
  );
  if (mails === 0) return;
  log.warn({ mails }, "SMTP_URL is not set: emails that wait become files now and reach nobody");
}

async function deliver({ db, transport, log }: Delivery, job: Job<"mail">): Promise<void> {
  const mail = await waitingMail(db, job.data.mailId);
  // Already sent by a process that couldn't finish the job, or failed.
  if (!mail) return;
  if (mail.expiresAt && mail.expiresAt <= new Date()) {
    await markFailed(db, mail.id, expired(mail), true);
    log.warn({ mailId: mail.id, attempts: mail.attempts }, "a mail expired before it could leave");
    return;
  }
  let file: string | null;
  try {
    const tooLong = AbortSignal.timeout(attemptTimeout);
    file = await transport.deliver(mail, AbortSignal.any([tooLong, job.signal]));
  } catch (error) {
    const { facts, reason, refused } = failureOf(error);
    const isGivenUp = refused || job.isLastAttempt;
    await markFailed(db, mail.id, reason, isGivenUp);
    const line = { mailId: mail.id, attempts: mail.attempts + 1, ...facts };
    if (!isGivenUp) {
      log.warn(line, "a mail could not be delivered yet");
      throw new Error(reason);
    }
    log.error(line, "a mail could not be delivered");
    return;
  }
  await markSent(db, mail.id, file);
}

/** Keeps the earlier reason that it was not delivered, if known. */
function expired({ lastError }: QueuedMail): string {
  return ["It expired before it could be delivered.", lastError].filter(Boolean).join(" ");
}

async function waitingMail(db: Database, id: string): Promise<QueuedMail | undefined> {
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt), isNull(mailOutbox.failedAt)));
  return mail;
}

/** Deletes the content, as links to an account are otherwise stored only as digests. */
async function markSent(db: Database, id: string, file: string | null): Promise<void> {
  await db
    .update(mailOutbox)
    .set({
      sentAt: sql`now()`,
      file,
      lastError: null,
      text: "",
      html: null,
      unsubscribeUrl: null,
      topic: null,
      told: null,
    })
    .where(eq(mailOutbox.id, id));
}

async function markFailed(db: Database, id: string, reason: string, isGivenUp: boolean) {
  await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      lastError: reason,
      ...(isGivenUp && { failedAt: sql`now()` }),
    })
    .where(eq(mailOutbox.id, id));
}

/** Queues emails without a job, e.g. after restoring a backup, which doesn't include jobs. */
async function requeueUnsent(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Only one of several processes that start together does this.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('requeue mails'))`);
    const waiting = await tx
      .select({ id: mailOutbox.id, sendAfter: mailOutbox.sendAfter })
      .from(mailOutbox)
      .where(
        and(
          isNull(mailOutbox.sentAt),
          isNull(mailOutbox.failedAt),
          sql`not exists (
            select from pgboss.job
            where name = 'mail' and state < 'completed' and data ->> 'mailId' = ${mailOutbox.id}::text
          )`,
        ),
      )
      .orderBy(mailOutbox.createdAt);
    if (waiting.length > 0) await sendJobs(tx, "mail", waiting.map(deliveryOf));
  });
}

interface MailFailure {
  /** For the log: only codes, as the server's messages may contain addresses. */
  facts: object;
  /** For `last_error`, which is stored beside the addresses anyway. */
  reason: string;
  /** Permanently rejected: the email or its address has to be fixed. */
  refused: boolean;
}

function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { facts: {}, reason: String(error), refused: false };
  const { code, originalCode, responseCode, permanent, command }: NodemailerError = error;
  return {
    facts: { code, originalCode, responseCode, command },
    reason: error.message.slice(0, 1000),
    // A 5xx on connecting or logging in is about our settings, so it can be retried.
    refused: permanent === true && (code === "EENVELOPE" || code === "EMESSAGE"),
  };
}
