import type { JobRunner } from "#db/jobs.ts";
import { refreshIntent } from "./card-payments.server.ts";
import { type PaymentWork, performJob } from "./perform-job.server.ts";
import { doRounds } from "./rounds.server.ts";

/** How often to look for what is due, in seconds. */
const lookEvery = 5 * 60;

/** Asks the provider for what payments need, one thing after another for each payment. */
export async function workCardPayments(jobs: JobRunner, work: PaymentWork): Promise<void> {
  await jobs.work("card-payments", { workers: 1, batch: 5 }, async ({ data, isLastAttempt }) => {
    try {
      if ("jobId" in data) await performJob(work, data.jobId);
      else await refreshIntent(work, data.intentRef);
    } catch (error) {
      // A job that failed for good would keep the payment's later ones waiting; the rounds send what
      // is still to be done again.
      if (!isLastAttempt) throw error;
      work.log.error({ err: error, ...data }, "the card provider can't be reached");
    }
  });
  await jobs.repeat("card-rounds", lookEvery, () => doRounds(work));
}
