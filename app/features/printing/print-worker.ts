import type { PrintJob } from "./print-job.ts";
import { createPrinter } from "./printer.ts";

// A process of its own (print-process.server.ts says why). Takes one job at a time; answers with its
// PDF or an error, and with how much memory it has.

/** A job, and the image of its logo. */
export interface PrintQuestion {
  job: PrintJob;
  logo: Uint8Array | null;
}

export type PrintAnswer = ({ pdf: Uint8Array<ArrayBuffer> } | { failed: string }) & {
  /** In bytes, after it. */
  memory: number;
};

const printer = createPrinter();

process.on("message", async ({ job, logo }: PrintQuestion) => {
  const answer = await printer
    .then(
      (print) => ({ pdf: new Uint8Array(print(job, logo)) }),
      (error) => ({ failed: String(error) }),
    )
    .catch((error) => ({ failed: String(error) }));
  process.send?.({ ...answer, memory: process.memoryUsage.rss() });
});

// With the shop, also when it was killed; and no sooner, whoever else is sent the signal.
process.on("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
