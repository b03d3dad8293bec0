import { answerQuestions } from "#app/lib/helper-process.server.ts";
import type { PrintJob } from "./print-job.ts";
import { createPrinter } from "./printer.ts";

// Runs in a separate process (helper-process.server.ts says why). Takes one job at a time; answers
// with its PDF or an error.

/** A job and its logo's image. */
export interface PrintQuestion {
  job: PrintJob;
  logo: Uint8Array | null;
}

/** `pdf` is a bitmap if the job asks for dots. */
export type PrintAnswer = ({ pdf: Uint8Array<ArrayBuffer> } | { failed: string }) & {
  /** In bytes, afterwards. */
  memory: number;
};

const printer = createPrinter();

answerQuestions(({ job, logo }: PrintQuestion) =>
  printer
    .then(
      async (print) => ({
        pdf: new Uint8Array(await (job.dots ? print.picture(job) : print(job, logo))),
      }),
      (error) => ({ failed: String(error) }),
    )
    .catch((error) => ({ failed: String(error) })),
);
