import { AskerLeftError, createHelperProcess } from "#app/lib/helper-process.server.ts";
import { createFairLine } from "./fair-line.server.ts";
import type { Printing } from "./print-job.ts";
import type { PrintAnswer, PrintQuestion } from "./print-worker.ts";
import {
  PrintAbandonedError,
  type PrintLimits,
  PrintRefusedError,
  printLimits,
} from "./printing.ts";

type ReadLogo = (digest: string) => Promise<Uint8Array | null>;

/** The shop's printer for the code that opens and closes it. */
export interface OpenPrinting extends Printing {
  readonly state: { inLine: number; pid: number | undefined };
  close(): void;
}

/** @param limits replaceable in tests */
export function createPrinting(
  readLogo: ReadLogo,
  limits: PrintLimits = printLimits,
): OpenPrinting {
  const line = createFairLine(limits);
  const printer = createPrintProcess(limits);
  return {
    inLine(asker, work) {
      const { signal } = asker;
      return line.wait(asker, () =>
        work(async (job) => {
          const logo = job.logo ? await readLogo(job.logo) : null;
          return printer.print({ job, logo }, signal);
        }),
      );
    },
    get state() {
      return { inLine: line.size, pid: printer.pid };
    },
    close: printer.close,
  };
}

interface PrintProcess {
  /**
   * Prints one paper; call it again only after the last answer.
   *
   * @throws PrintRefusedError "too long" if it takes too much work or memory, "busy" if the machine
   *   was too slow; PrintAbandonedError if the signal was aborted before it was done
   */
  print(question: PrintQuestion, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  readonly pid: number | undefined;
  close(): void;
}

function createPrintProcess(limits: PrintLimits): PrintProcess {
  const { memory, prints } = limits.replace;
  const helper = createHelperProcess<PrintQuestion, PrintAnswer>({
    module: "#app/domain/papers/print-worker.ts",
    heap: 256,
    limits: { ...limits, replace: { memory, answers: prints } },
    tooMuch: () => new PrintRefusedError("too long"),
    tooSlow: () => new PrintRefusedError("busy"),
  });
  return {
    async print(question, signal) {
      const answer = await helper.ask(question, signal).catch((error) => {
        if (error instanceof AskerLeftError) throw new PrintAbandonedError(error.message);
        throw error;
      });
      if ("pdf" in answer) return answer.pdf;
      throw new Error(`${question.job.template} could not be printed: ${answer.failed}`);
    },
    get pid() {
      return helper.pid;
    },
    close: helper.close,
  };
}
