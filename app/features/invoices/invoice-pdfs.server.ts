import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoiceSheet } from "./invoice-sheet.ts";
import type { PrintAnswer } from "./print-worker.ts";

/** Issued invoices as PDF files. */
export interface InvoicePdfs {
  /** @throws InvoiceContradictionError when its figures do not add up */
  of(invoice: InvoiceDocument): Promise<Buffer<ArrayBuffer>>;
}

/** About two hundred invoices of a usual length. */
const bytesKept = 8 * 1024 * 1024;

/**
 * Prints invoices: one after another, each once however many ask for it at the same time, and the last
 * ones are kept. An issued invoice never changes, so what was printed stays true.
 */
export function createInvoicePdfs(
  render: (invoice: InvoiceDocument) => Promise<Uint8Array> = createPrintThread(),
): InvoicePdfs {
  const kept = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: bytesKept,
    sizeCalculation: (pdf) => pdf.byteLength,
  });
  const printing = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  let last: Promise<unknown> = Promise.resolve();

  async function print(invoice: InvoiceDocument, before: Promise<unknown>) {
    // How the one before went is for those who asked for it.
    await before.catch(() => undefined);
    const pdf = Buffer.from(await render(invoice));
    kept.set(invoice.id, pdf);
    return pdf;
  }

  return {
    async of(invoice) {
      const ready = kept.get(invoice.id) ?? printing.get(invoice.id);
      if (ready) return ready;
      const pdf = print(invoice, last).finally(() => printing.delete(invoice.id));
      printing.set(invoice.id, pdf);
      last = pdf;
      return pdf;
    },
  };
}

/**
 * Prints in a thread, since a long invoice takes a fifth of a second. The thread starts with the first
 * invoice, keeps no process alive, and starts again after it has ended. Ask for one at a time: an
 * answer carries no name.
 */
function createPrintThread(): (invoice: InvoiceDocument) => Promise<Uint8Array> {
  let thread: Worker | undefined;

  function start(): Worker {
    // From its source, wherever this runs from: the build, Vite, a test.
    const { resolve } = createRequire(import.meta.url);
    const started = new Worker(resolve("#app/features/invoices/print-worker.ts"));
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    started.unref();
    return started;
  }

  return async (invoice) => {
    const sheet = invoiceSheet(invoice);
    thread ??= start();
    const ended = new AbortController();
    const onExit = () => ended.abort(new Error("The printing thread ended"));
    thread.once("exit", onExit);
    try {
      const answered = once(thread, "message", { signal: ended.signal });
      thread.postMessage(sheet);
      const [answer]: PrintAnswer[] = await answered;
      if (answer && "pdf" in answer) return answer.pdf;
      throw new Error(`Invoice ${invoice.invoiceNumber} could not be printed: ${answer?.failed}`);
    } finally {
      thread?.off("exit", onExit);
    }
  };
}
