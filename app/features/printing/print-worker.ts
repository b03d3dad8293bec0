import { parentPort } from "node:worker_threads";
import type { PrintJob } from "./print-job.ts";
import { createPrinter } from "./printer.ts";

// A worker thread, because a long document takes 0.2 s and more and would block other requests.
// Takes one job at a time; answers with its PDF or an error.

/** A job, and the image of its logo. */
export interface PrintQuestion {
  job: PrintJob;
  logo: Uint8Array | null;
}

export type PrintAnswer = { pdf: Uint8Array<ArrayBuffer> } | { failed: string };

const printer = createPrinter();

parentPort?.on("message", async ({ job, logo }: PrintQuestion) => {
  const answer: PrintAnswer = await printer
    .then(
      (print) => ({ pdf: new Uint8Array(print(job, logo)) }),
      (error) => ({ failed: String(error) }),
    )
    .catch((error) => ({ failed: String(error) }));
  parentPort?.postMessage(answer);
});
