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

/** Which page of invoices: the one after this invoice, newest first, of 50 unless told. */
export interface InvoicePage {
  /** The last invoice of the page before; one that is not well-formed begins at the newest. */
  before?: InvoicePlace | undefined;
  limit?: number;
}

/** Which page of a client's own invoices, from where one can go to both ends. */
export interface OwnInvoicePage extends InvoicePage {
  /** The first invoice of the page after; outweighs `before`. */
  after?: InvoicePlace | undefined;
}
