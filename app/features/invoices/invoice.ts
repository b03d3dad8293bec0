import { invoiceWords } from "#app/content/invoice.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { DayRange } from "#app/lib/day-range.ts";

/** The calendar day on which an invoice is due: "2026-11-14". Counted from the Pacific day of issue. */
export function paymentDueDay(issuedAt: Date): string {
  return daysAfter(pacificDay(issuedAt), invoiceWords.paymentDays);
}

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

/** Which invoices the back office lists. */
export interface InvoiceFilter {
  /** When they were issued. */
  days?: DayRange | undefined;
  /**
   * Part of an invoice's number, or of its client's company, name, e-mail address or telephone number;
   * or an amount, which may lack its last digits.
   */
  search?: string | undefined;
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
