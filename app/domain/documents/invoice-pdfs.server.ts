import { LRUCache } from "lru-cache";
import type { Asker, Printing } from "#app/domain/papers/print-job.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoiceJob } from "./invoice-words.ts";

export interface InvoicePdfs {
  /**
   * Waits for its turn in the queue, unless the invoice is cached.
   *
   * @throws InvoiceContradictionError if its figures don't add up, and as `Printing.inLine` does
   */
  of(invoice: InvoiceDocument, asker: Omit<Asker, "account">): Promise<Buffer<ArrayBuffer>>;
}

/** Enough for about two hundred invoices of typical length. */
const bytesKept = 8 * 1024 * 1024;

/**
 * Prints invoices, each once even under concurrent requests, and caches the most recent ones. The
 * cache is never stale: issued invoices never change, except whether they ask for payment and, on a
 * receipt, how it was paid and what was given back.
 */
export function createInvoicePdfs({ inLine }: Printing): InvoicePdfs {
  const kept = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: bytesKept,
    sizeCalculation: (pdf) => pdf.byteLength,
  });

  return {
    async of(invoice, asker) {
      const key = [invoice.id, invoice.settled ?? "open", JSON.stringify(invoice.receipt)].join(
        " ",
      );
      const ready = kept.get(key);
      if (ready) return ready;
      return inLine({ ...asker, account: `invoice ${invoice.id}` }, async (print) => {
        const printed = kept.get(key);
        if (printed) return printed;
        const pdf = Buffer.from(await print(invoiceJob(invoice)));
        kept.set(key, pdf);
        return pdf;
      });
    },
  };
}
