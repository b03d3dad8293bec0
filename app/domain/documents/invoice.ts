import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { DayRange } from "#app/lib/day-range.ts";

export interface Invoice {
  id: string;
  orderId: string;
  orderNumber: number;
  orderCount: number;
  invoiceNumber: string;
  amount: string;
  invoiceUrl: string | null;
  createdAt: Date;
  /** The Pacific day that it is due, e.g. "2026-11-14"; null for none. */
  dueOn: string | null;
  /** In cents. */
  openCents: number;
  /** True if credit notes left nothing of it: it was credited rather than paid. */
  isCredited: boolean;
  /** The number of the credit note that took back the whole invoice; null if none did. */
  takenBackBy: string | null;
  takenBackUrl: string | null;
}

/** An invoice in the back office, with the company's name as shown in lists of orders. */
export interface AdminInvoice extends Invoice {
  customerId: string;
  companyName: string;
  /** Unordered; `cents` is what each still credits. */
  creditNotes: { number: string; url: string | null; cents: number }[];
}

export interface InvoiceFilter {
  days?: DayRange | undefined;
  /**
   * Part of an invoice's number, or of its client's company, name, email address or phone number;
   * the number of one of its orders, or its last three digits; the start of an amount; or the
   * number of a credit note that corrects it.
   */
  search?: string | undefined;
}

/** An invoice's position in a list, newest first; used as the cursor. */
type InvoicePlace = Pick<Invoice, "createdAt" | "id">;

/** A page of invoices, 50 by default; a malformed cursor gives the newest page. */
export interface InvoicePage {
  /** The last invoice of the previous page. */
  before?: InvoicePlace | undefined;
  /** The first invoice of the next page; takes precedence over `before`. */
  after?: InvoicePlace | undefined;
  limit?: number;
}

/** Returns a credit note's total less the totals of what billed it again, in cents. */
export function stillCredited(
  { total }: { total: string },
  billedAgain: readonly { total: string }[],
): number {
  return toCents(total) - sumCents(billedAgain, (one) => toCents(one.total));
}

/** True for the number of a receipt, i.e. of a sale paid at the counter: "R-000012". */
export const isReceiptNumber = (number: string): boolean => number.startsWith("R-");

const fileNames: Record<string, string> = {
  CN: "credit-note",
  DN: "delivery-note",
  "R-": "receipt",
};

/** A document's file name: "invoice-INV-000001.pdf", "credit-note-CN-000001.pdf". */
export function invoiceFileName(number: string): string {
  return `${fileNames[number.slice(0, 2)] ?? "invoice"}-${number}.pdf`;
}
