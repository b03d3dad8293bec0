import type { Transaction } from "#db/database.ts";
import { sendJobs } from "#db/jobs/jobs.ts";
import { paymentJobs } from "#db/schema/money/payments.ts";
import type { PaymentAction } from "#db/schema/values/payments.ts";

type NewJob = Omit<typeof paymentJobs.$inferInsert, "action"> & { action: PaymentAction };

/**
 * Stores a request to the provider, sent after the commit, or by the rounds after its `notBefore`.
 * A second capture, void or authorization of a payment is ignored.
 */
export async function sendJob(tx: Transaction, job: NewJob): Promise<void> {
  const [stored] = await tx
    .insert(paymentJobs)
    .values(job)
    .onConflictDoNothing()
    .returning({ id: paymentJobs.id });
  if (stored && job.notBefore === undefined) await queueJob(tx, stored.id, job.paymentId);
}

/** Queues a job to run now, after the payment's earlier ones. */
export function queueJob(tx: Transaction, jobId: string, paymentId: string): Promise<void> {
  return sendJobs(tx, "card-payments", [{ key: paymentId, data: { jobId } }]);
}
