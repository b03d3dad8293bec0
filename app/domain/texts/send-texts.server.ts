import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Log } from "#db/database.ts";
import type { Job, JobRunner } from "#db/jobs/jobs.ts";
import { textOutbox } from "#db/schema/mail-outbox.ts";
import { TextNotTakenError, TextRefusedError, type TextSender } from "./text-sender.ts";

interface Sending {
  db: Database;
  /** Null for a shop without a provider; queued messages then fail and say so. */
  sender: TextSender | null;
  log: Log;
}

/**
 * Sends queued text messages until the runner is closed, each at most once: the attempt is recorded
 * before it is sent, and a message whose answer was lost, by a timeout or a kill, has failed.
 * Messages that the provider did not accept are retried until they expire.
 */
export async function sendTexts(jobs: JobRunner, sending: Sending): Promise<void> {
  await jobs.work("text", { workers: 2, batch: 1 }, (job) => send(sending, job));
}

async function send({ db, sender, log }: Sending, { data, signal }: Job<"text">): Promise<void> {
  const waiting = and(
    eq(textOutbox.id, data.textId),
    isNull(textOutbox.sentAt),
    isNull(textOutbox.failedAt),
  );
  const [text] = await db.select().from(textOutbox).where(waiting);
  if (!text) return;
  const fail = (reason: string) =>
    db
      .update(textOutbox)
      .set({ failedAt: sql`now()`, lastError: reason.slice(0, 1000), body: "", recipient: null })
      .where(waiting);
  if (text.triedAt) return void (await fail(unknown));
  if (text.expiresAt <= new Date()) return void (await fail("It expired before it could be sent."));
  if (!sender || text.recipient === null) return void (await fail("No provider is set up."));
  await db
    .update(textOutbox)
    .set({ triedAt: sql`now()`, attempts: sql`${textOutbox.attempts} + 1` })
    .where(waiting);
  try {
    const ref = await sender.send({ to: text.recipient, body: text.body }, signal);
    await db
      .update(textOutbox)
      .set({ sentAt: sql`now()`, providerRef: ref, lastError: null, body: "", recipient: null })
      .where(waiting);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof TextNotTakenError) {
      await db.update(textOutbox).set({ triedAt: null, lastError: reason }).where(waiting);
      log.warn({ textId: text.id }, "a text message was not taken yet");
      throw error;
    }
    log.error(
      { textId: text.id, isRefused: error instanceof TextRefusedError },
      "a text message failed",
    );
    await fail(error instanceof TextRefusedError ? reason : unknown);
  }
}

const unknown = "Its answer was lost, so nobody knows whether it was sent. It is not sent again.";
