import { lineTotalCents, sumCents } from "#app/lib/amounts.ts";
import { toCents } from "#app/lib/money.ts";

/** An invoice with everything that stands on it. Dollars and pounds are text, as in the database. */
export interface InvoiceDocument {
  id: string;
  invoiceNumber: string;
  issuedAt: Date;
  orderId: string;
  placedAt: Date;
  amount: string;
  /** As it was when the invoice was issued; what the client had not given is the empty string. */
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
  /** 0: what is sold here is zero-rated (content/invoice.ts). */
  gst: number;
  total: number;
}

/** The figures of an invoice contradict each other: it must not be shown to anybody. */
export class InvoiceContradictionError extends Error {
  override readonly name = "InvoiceContradictionError";
}

/**
 * Adds an invoice up. Each line must be its weight times its price, and all together must be the
 * amount it was issued over.
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

/** The token in an invoice's address: 22 characters of base64url and more, which is 128 bits. */
const tokenPattern = /^[\w-]{22,64}$/;

/** Whether a piece of an address can be an invoice's token at all. */
export function isInvoiceToken(value: string): boolean {
  return tokenPattern.test(value);
}
