import { createFairLine } from "./fair-line.server.ts";
import type { Printing } from "./print-job.ts";
import { createPrintProcess } from "./print-process.server.ts";
import { type PrintLimits, printLimits } from "./printing.ts";

/** Reads a logo by its digest; null for an unknown one. */
type ReadLogo = (digest: string) => Promise<Uint8Array | null>;

/** The shop's printer, as the shop opens and closes it. */
export interface OpenPrinting extends Printing {
  /** The number of papers in line, and the process that prints them. */
  readonly state: { inLine: number; pid: number | undefined };
  /** Ends the printing process. */
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
