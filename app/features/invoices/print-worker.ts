import { parentPort } from "node:worker_threads";
import { createPrinter } from "./invoice-printer.ts";
import type { InvoiceSheet } from "./invoice-sheet.ts";

// A thread of its own: a long invoice takes a fifth of a second, in which nobody else would be
// answered. Asked for one sheet at a time; answers with its PDF or with what went wrong.

export type PrintAnswer = { pdf: Uint8Array<ArrayBuffer> } | { failed: string };

const printer = createPrinter();

parentPort?.on("message", async (sheet: InvoiceSheet) => {
  const answer: PrintAnswer = await printer
    .then(
      (print) => ({ pdf: new Uint8Array(print(sheet)) }),
      (error) => ({ failed: String(error) }),
    )
    .catch((error) => ({ failed: String(error) }));
  parentPort?.postMessage(answer);
});
