import { LRUCache } from "lru-cache";
import type { InvoiceDocument } from "./invoice-document.ts";

/** Issued invoices as PDF files. */
export interface InvoicePdfs {
  /** @throws InvoiceContradictionError when its figures do not add up */
  of(invoice: InvoiceDocument): Promise<Buffer<ArrayBuffer>>;
}

/** About two hundred invoices of a usual length. */
const bytesKept = 8 * 1024 * 1024;

/**
 * Prints invoices, which takes the processor a second for a long one: one after another, each once
 * however many ask for it at the same time, and the last ones are kept. An issued invoice never
 * changes, so what was printed stays true.
 */
export function createInvoicePdfs(render = renderInvoice): InvoicePdfs {
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

// Half a second and many megabytes of libraries, only once somebody opens an invoice.
async function renderInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  const { renderInvoicePdf } = await import("./invoice-pdf.server.tsx");
  return renderInvoicePdf(invoice);
}
