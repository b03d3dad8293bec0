import type { Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { paymentJobs } from "#db/schema/money/payments.ts";
import type { PaymentAction } from "#db/schema/values/payments.ts";

type NewJob = Omit<typeof paymentJobs.$inferInsert, "action"> & { action: PaymentAction };

/**
 * Writes down what to ask the provider for, and has it asked once the transaction has committed; a
 * job with a later `notBefore` is sent by the rounds. Asking for a second capture, void or authorization of
 * a payment does nothing.
 */
export async function sendJob(tx: Transaction, job: NewJob): Promise<void> {
  const [stored] = await tx
    .insert(paymentJobs)
    .values(job)
    .onConflictDoNothing()
    .returning({ id: paymentJobs.id });
  if (stored && job.notBefore === undefined) await queueJob(tx, stored.id, job.paymentId);
}

/** Has a job done now, or after those of the payment that are before it. */
export function queueJob(tx: Transaction, jobId: string, paymentId: string): Promise<void> {
  return sendJobs(tx, "card-payments", [{ key: paymentId, data: { jobId } }]);
}
