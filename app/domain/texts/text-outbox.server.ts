import type { Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { textOutbox } from "#db/schema/mail-outbox.ts";

/**
 * Queues a text message in the transaction of the change that it reports. It is sent at most once,
 * after the commit.
 *
 * @param text.to as from `textableNumber`
 * @param text.expiresAt when it is no longer of use
 */
export async function queueText(
  tx: Transaction,
  { to, body, expiresAt }: { to: string; body: string; expiresAt: Date },
): Promise<string> {
  const [text] = await tx
    .insert(textOutbox)
    .values({ recipient: to, body, expiresAt })
    .returning({ id: textOutbox.id });
  if (!text) throw new Error("The text message was not stored");
  await sendJobs(tx, "text", [{ key: text.id, data: { textId: text.id } }]);
  return text.id;
}
