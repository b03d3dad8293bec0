import { LRUCache } from "lru-cache";
import type { Print } from "#app/features/printing/print-job.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoiceJob } from "./invoice-sheet.ts";

/** Issued invoices as PDF files. */
export interface InvoicePdfs {
  /** @throws InvoiceContradictionError if its figures don't add up */
  of(invoice: InvoiceDocument): Promise<Buffer<ArrayBuffer>>;
}

/** Enough for about two hundred invoices of typical length. */
const bytesKept = 8 * 1024 * 1024;

/**
 * Prints invoices, each once even under concurrent requests (single-flight), and caches the most
 * recent ones. Issued invoices never change, so the cache is never stale.
 */
export function createInvoicePdfs(print: Print): InvoicePdfs {
  const kept = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: bytesKept,
    sizeCalculation: (pdf) => pdf.byteLength,
  });
  const printing = new Map<string, Promise<Buffer<ArrayBuffer>>>();

  async function printAndKeep(invoice: InvoiceDocument) {
    const pdf = Buffer.from(await print(invoiceJob(invoice)));
    kept.set(invoice.id, pdf);
    return pdf;
  }

  return {
    async of(invoice) {
      const ready = kept.get(invoice.id) ?? printing.get(invoice.id);
      if (ready) return ready;
      const pdf = printAndKeep(invoice).finally(() => printing.delete(invoice.id));
      printing.set(invoice.id, pdf);
      return pdf;
    },
  };
}
