import { once } from "node:events";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoiceSheet } from "./invoice-sheet.ts";
import type { PrintAnswer } from "./print-worker.ts";

/** Issued invoices as PDF files. */
export interface InvoicePdfs {
  /** @throws InvoiceContradictionError if its figures don't add up */
  of(invoice: InvoiceDocument): Promise<Buffer<ArrayBuffer>>;
}

/** Enough for about two hundred invoices of typical length. */
const bytesKept = 8 * 1024 * 1024;

/**
 * Renders invoices one at a time, each once even under concurrent requests (single-flight), and
 * caches the most recent ones. Issued invoices never change, so the cache is never stale.
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
    // The previous render's error is reported to its own callers.
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
 * Renders in a worker thread, since a long invoice takes 0.2 s. The thread starts with the first
 * invoice, doesn't keep the process alive, and is restarted if it exits. Only one request at a
 * time, because answers carry no id.
 */
function createPrintThread(): (invoice: InvoiceDocument) => Promise<Uint8Array> {
  let thread: Worker | undefined;

  function start(): Worker {
    // Resolve to the source file, whether run from the build, Vite or a test.
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
