/** An invoice in a list. */
export interface Invoice {
  id: string;
  orderId: string;
  /** For example "INV-000001". */
  invoiceNumber: string;
  /** Dollars as the database writes them, e.g. "249.90". */
  amount: string;
  /** Where the PDF is fetched; null when there is none. */
  invoiceUrl: string | null;
  createdAt: Date;
}

/** An invoice in the back office; the company is null for an account without a profile. */
export interface AdminInvoice extends Invoice {
  userId: string;
  companyName: string | null;
}

/** Where an invoice stands in a list, newest first. */
type InvoicePlace = Pick<Invoice, "createdAt" | "id">;

/** Which page of invoices, of 50 unless told; a place that is not well-formed begins at the newest. */
export interface InvoicePage {
  /** The last invoice of the page before. */
  before?: InvoicePlace | undefined;
  /** The first invoice of the page after; outweighs `before`. */
  after?: InvoicePlace | undefined;
  limit?: number;
}
