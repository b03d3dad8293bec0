import { parentPort } from "node:worker_threads";
import type { PrintJob } from "./print-job.ts";
import { createPrinter } from "./printer.ts";

// A worker thread, because a long document takes 0.2 s and more and would block other requests.
// Takes one job at a time; answers with its PDF or an error.

export type PrintAnswer = { pdf: Uint8Array<ArrayBuffer> } | { failed: string };

const printer = createPrinter();

parentPort?.on("message", async (job: PrintJob) => {
  const answer: PrintAnswer = await printer
    .then(
      (print) => ({ pdf: new Uint8Array(print(job)) }),
      (error) => ({ failed: String(error) }),
    )
    .catch((error) => ({ failed: String(error) }));
  parentPort?.postMessage(answer);
});
