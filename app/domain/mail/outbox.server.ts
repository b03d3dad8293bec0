import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { takeWithin } from "#app/domain/limits/rate-limits.server.ts";
import { type MailCause, mailCounts } from "#app/domain/limits/rate-limits.ts";
import type { Database, Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { together } from "#db/together.ts";
import { asHeader, type Mail, type MailContent, newsWaitMinutes } from "./mail.ts";

/**
 * Queues emails in the transaction of the change that they report; they are delivered after the
 * commit, possibly in another order. Returns their ids.
 *
 * @throws if `to` or `replyTo` isn't a single bare address; anything else is accepted
 */
export async function queueMail(tx: Database | Transaction, ...mails: Mail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map(({ to, replyTo, unsubscribeUrl, expiresAt, orderId, ...content }) => {
    const id = randomUUID();
    return { id, recipient: to, replyTo, unsubscribeUrl, expiresAt, orderId, ...stored(content) };
  });
  const jobs = rows.map(({ id }) => deliveryOf({ id, sendAfter: null }));
  await together([tx.insert(mailOutbox).values(rows), sendJobs(tx, "mail", jobs)]);
  return rows.map(({ id }) => id);
}

/**
 * In seconds. An email this close to its time is left alone: its job may read it any moment, and a
 * transaction that began earlier may be about to commit.
 */
const margin = 30;

interface News<Told> {
  to: string;
  replyTo?: string;
  orderId?: string | undefined;
  /** The subject, e.g. "order changed …". */
  topic: string;
  waitMinutes?: number;
  /**
   * Combines the news with that of a waiting email (null for none); null if nothing is left to
   * tell, e.g. because a change was undone.
   */
  join(earlier: Told | null): { told: Told; mail: MailContent } | null;
}

/**
 * Queues news to be mailed some minutes later, together with later news for the same recipient and
 * topic. The caller holds a lock on the subject.
 */
export async function queueNews<Told extends object>(
  tx: Transaction,
  { to, replyTo, orderId, topic, waitMinutes = newsWaitMinutes, join }: News<Told>,
): Promise<void> {
  const [waiting] = await tx
    .select({ id: mailOutbox.id, told: mailOutbox.told })
    .from(mailOutbox)
    .where(canBeJoined(topic, to))
    .limit(1)
    .for("update");
  // Only this function writes `told`, for the topics of one caller.
  const news = join((waiting?.told as Told | undefined) ?? null);
  const row = news && { ...stored(news.mail), replyTo, told: news.told };
  if (waiting && row) {
    await tx.update(mailOutbox).set(row).where(eq(mailOutbox.id, waiting.id));
  } else if (waiting) {
    await tx.delete(mailOutbox).where(eq(mailOutbox.id, waiting.id));
  } else if (row) {
    const sendAfter = sql<Date>`clock_timestamp() + make_interval(mins => ${waitMinutes})`;
    await insertNews(tx, { recipient: to, orderId, topic, sendAfter, ...row });
  }
}

/** True if news of a topic is waiting for this recipient, so that more causes no further email. */
export async function hasNewsWaiting(
  tx: Database | Transaction,
  topic: string,
  to: string,
): Promise<boolean> {
  return (await tx.$count(mailOutbox, canBeJoined(topic, to))) > 0;
}

function canBeJoined(topic: string, to: string) {
  return and(
    eq(mailOutbox.topic, topic),
    eq(mailOutbox.recipient, to),
    isUnsent,
    gt(mailOutbox.sendAfter, sql`clock_timestamp() + make_interval(secs => ${margin})`),
  );
}

/** Drops waiting news that a later email covers. Returns whether there was any. */
export async function dropNews(tx: Transaction, topic: string): Promise<boolean> {
  return (await takeNews(tx, topic)).length > 0;
}

/** Drops waiting news and returns it, for an email that tells it instead. */
export async function takeNews<Told extends object>(
  tx: Transaction,
  topic: string,
): Promise<Told[]> {
  const dropped = await tx
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.topic, topic), isUnsent))
    .returning({ told: mailOutbox.told });
  // Only `queueNews` writes it, for the topics of one caller.
  return dropped.map(({ told }) => (told ?? {}) as Told);
}

/**
 * Withdraws waiting emails that are no longer true. One that a worker has begun to send stays, as
 * it may be leaving. Returns the ids of the withdrawn ones.
 */
export async function withdrawMails(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // Workers skip locked jobs, so none begins with one of these until this commits.
  await tx.execute(sql`delete from pgboss.job where name = 'mail' and state in ('created', 'retry')
    and data ->> 'mailId' = any(${sql.param([...ids])}::text[])`);
  const withdrawn = await tx
    .delete(mailOutbox)
    .where(
      and(
        inArray(mailOutbox.id, [...ids]),
        isUnsent,
        sql`not exists (select from pgboss.job where name = 'mail' and state = 'active'
          and data ->> 'mailId' = ${mailOutbox.id}::text)`,
      ),
    )
    .returning({ id: mailOutbox.id });
  return withdrawn.map(({ id }) => id);
}

const isUnsent = and(isNull(mailOutbox.sentAt), isNull(mailOutbox.failedAt));

function stored({ subject, text, html }: MailContent) {
  return { subject: asHeader(subject), text: storable(text), html: storable(html) };
}

async function insertNews(tx: Transaction, row: PgInsertValue<typeof mailOutbox>): Promise<void> {
  const queued = await tx
    .insert(mailOutbox)
    .values(row)
    .returning({ id: mailOutbox.id, sendAfter: mailOutbox.sendAfter });
  await sendJobs(tx, "mail", queued.map(deliveryOf));
}

/** The job that delivers an email. */
export function deliveryOf({ id, sendAfter }: { id: string; sendAfter: Date | null }) {
  return { key: id, data: { mailId: id }, startAfter: sendAfter ?? undefined };
}

// PostgreSQL's text can't contain it.
function storable(text: string): string {
  return text.replaceAll("\0", "");
}

/**
 * Rate-limits emails triggered from outside the company, in the transaction that queues them,
 * before `queueMail`. Returns null if the email may be queued; otherwise the seconds until it may,
 * and it isn't counted.
 *
 * @param to normalized
 */
export function takeMail(tx: Transaction, cause: MailCause, to: string): Promise<number | null> {
  return takeWithin(tx, mailCounts(cause, to));
}

/** Deletes the emails sent to an address, and those waiting for it. */
export async function forgetMails(tx: Transaction, email: string): Promise<void> {
  await tx.delete(mailOutbox).where(eq(mailOutbox.recipient, email));
}

/** Deletes emails sent more than some months ago. Failed ones stay until the owner sees them. */
export async function forgetMailsBefore(db: Database, months: number): Promise<void> {
  const isOld = sql`${mailOutbox.sentAt} < now() - make_interval(months => ${months})`;
  await db.delete(mailOutbox).where(and(isOld, sql`${mailOutbox.failedAt} is null`));
}
