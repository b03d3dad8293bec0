import { AskerLeftError, createHelperProcess } from "#app/lib/helper-process.server.ts";
import type { PrintAnswer, PrintQuestion } from "./print-worker.ts";
import { PrintAbandonedError, type PrintLimits, PrintRefusedError } from "./printing.ts";

export interface PrintProcess {
  /**
   * Prints one paper; call it again only after the last answer.
   *
   * @throws PrintRefusedError "too long" if it takes too much work or memory, "busy" if the machine
   *   was too slow; PrintAbandonedError if the signal was aborted before it was done
   */
  print(question: PrintQuestion, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** The process's id; undefined if it isn't running. */
  readonly pid: number | undefined;
  close(): void;
}

/** Typesets in a separate process. */
export function createPrintProcess(limits: PrintLimits): PrintProcess {
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
