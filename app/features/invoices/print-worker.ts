import { parentPort } from "node:worker_threads";
import { createPrinter } from "./invoice-printer.ts";
import type { InvoiceSheet } from "./invoice-sheet.ts";

// A worker thread, because a long invoice takes 0.2 s and would block other requests. Takes one
// sheet at a time; answers with its PDF or an error.

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
