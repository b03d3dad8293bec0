import type { Database, Log } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { paymentEvents } from "#db/schema/money/payments.ts";
import type { CardProvider } from "./card-provider.ts";

/** The edge's limit; the provider's events take some 10 kB. */
export const webhookBytes = 256 * 1024;

/**
 * Answers the provider's webhook: stores the event's id once, with a job that fetches the intent,
 * so that neither order nor repetition matters. An unsigned event, or one older than five minutes,
 * is answered 400 and not stored.
 */
export async function answerWebhook(
  { db, provider }: { db: Database; provider: CardProvider | null },
  request: Request,
  log: Pick<Log, "warn" | "error">,
): Promise<Response> {
  if (!provider) return plain("There is no card payment here.", 404);
  const body = await request.arrayBuffer();
  const signature = request.headers.get("stripe-signature") ?? "";
  const event = provider.verifyWebhook(new Uint8Array(body), signature);
  if (!event) {
    log.warn({ bytes: body.byteLength }, "refused a webhook without a good signature");
    return plain("The signature is wrong or too old.", 400);
  }
  const { id, type, objectRef } = event;
  try {
    await db.transaction(async (tx) => {
      const [stored] = await tx
        .insert(paymentEvents)
        .values({ id, type, objectRef })
        .onConflictDoNothing()
        .returning({ id: paymentEvents.id });
      if (!stored || objectRef === "") return;
      await sendJobs(tx, "card-payments", [{ key: objectRef, data: { intentRef: objectRef } }]);
    });
  } catch (error) {
    // The provider retries for three days.
    log.error({ err: error, event: id }, "storing a webhook failed");
    return plain("Please send it again.", 500);
  }
  return plain("Received.", 200);
}

function plain(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
