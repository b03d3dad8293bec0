import { lineTotalCents, sumCents } from "#app/lib/amounts.ts";
import { toCents } from "#app/lib/money.ts";

/** Everything printed on an invoice. Dollars and pounds are text, as in the database. */
export interface InvoiceDocument {
  id: string;
  invoiceNumber: string;
  issuedAt: Date;
  orderId: string;
  placedAt: Date;
  amount: string;
  /** As of the date of issue; missing details are the empty string. */
  billedTo: { company: string; contact: string; address: string; email: string };
  lines: InvoiceLine[];
}

interface InvoiceLine {
  productName: string;
  quantity: string;
  pricePerLb: string;
  subtotal: string;
}

/** In cents. */
export interface InvoiceTotals {
  lines: (InvoiceLine & { number: number; cents: number })[];
  subtotal: number;
  /** 0: the products are zero-rated (content/invoice.ts). */
  gst: number;
  total: number;
}

/** The invoice's figures are inconsistent: it must not be shown to anyone. */
export class InvoiceContradictionError extends Error {
  override readonly name = "InvoiceContradictionError";
}

/**
 * Totals an invoice and checks it: each line must equal weight times price, and the sum must equal
 * the invoiced amount.
 *
 * @throws InvoiceContradictionError
 */
export function totalsOf({ invoiceNumber, amount, lines }: InvoiceDocument): InvoiceTotals {
  const numbered = lines.map((line, index) => {
    const number = index + 1;
    const cents = lineTotalCents(toCents(line.pricePerLb), line.quantity);
    if (toCents(line.subtotal) !== cents) throw contradiction(invoiceNumber, `line ${number}`);
    return { ...line, number, cents };
  });
  const subtotal = sumCents(numbered, ({ cents }) => cents);
  const gst = 0;
  const total = subtotal + gst;
  if (total !== toCents(amount)) throw contradiction(invoiceNumber, "the total");
  return { lines: numbered, subtotal, gst, total };
}

function contradiction(invoiceNumber: string, what: string): InvoiceContradictionError {
  return new InvoiceContradictionError(`Invoice ${invoiceNumber} does not add up: ${what}`);
}

/** The token in an invoice's URL: at least 22 characters of base64url, i.e. 128 bits. */
const tokenPattern = /^[\w-]{22,64}$/;

/** Whether a URL segment is a well-formed invoice token. */
export function isInvoiceToken(value: string): boolean {
  return tokenPattern.test(value);
}
