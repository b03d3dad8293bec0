import type { TillReceipt } from "#app/domain/door/till/till-receipts.server.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { DocumentKind, DocumentUnit } from "#db/schema/values/money.ts";

/** Everything printed on a document. Dollars and pounds are text, as in the database. */
export interface InvoiceDocument {
  id: string;
  kind: DocumentKind;
  invoiceNumber: string;
  issuedAt: Date;
  /** Pacific days, e.g. "2026-11-14". */
  issuedOn: string;
  dueOn: string | null;
  corrects: string | null;
  takesBackCredit?: boolean;
  /** The reason of the correction; may be empty. */
  reason: string;
  /** How an invoice was settled; null while something is owed. */
  settled: "paid" | "credited" | null;
  terms: string;
  poNumber: string;
  /** The seller, the ways to pay, and remarks. */
  words: {
    seller: {
      name: string;
      shortName: string;
      nameSuffix: string;
      lines: string[];
      logo?: string | null;
    };
    payment: string[];
    remarks: string[];
  };
  orders: {
    number: number;
    placedAt: Date;
    note: { number: string; issuedOn: string; poNumber: string } | null;
  }[];
  subtotal: string;
  total: string;
  /** As of the date of issue; missing details are the empty string. */
  billedTo: { company: string; contact: string; address: string; email: string };
  lines: InvoiceLine[];
  taxes: InvoiceTax[];
  /** Further facts of the receipt of a sale at the counter; null for any other document. */
  receipt?: CounterReceipt | null;
}

export interface CounterReceipt {
  slip: string;
  /** Its payments, and what was given back on its credit notes, as of now. */
  payments: Pick<
    TillReceipt,
    "method" | "cents" | "tenderedCents" | "roundingCents" | "reference" | "documentNumber"
  >[];
}

export interface InvoiceLine {
  description: string;
  orderPosition: number;
  /** Pounds ordered, with their pieces; null if not ordered. On a credit note, what was billed. */
  ordered: string | null;
  orderedPieces: number | null;
  /** The billed quantity, in `unit`; -1 for a correction. */
  packed: string;
  unit: DocumentUnit;
  packages: number | null;
  /** Their weights in pounds, in the order they were packed. */
  weights: string[];
  /** The pieces in its packages, for a receipt; null if none were counted. */
  pieces?: number | null;
  /** For example "Weight as ordered"; empty for none. */
  remark: string;
  unitPrice: string;
  amount: string;
  taxCode: string;
}

interface InvoiceTax {
  taxCode: string;
  label: string;
  taxable: string;
  amount: string;
  reason: string;
}

/** In cents. */
export interface InvoiceTotals {
  lines: (InvoiceLine & { number: number; cents: number })[];
  subtotal: number;
  taxes: (InvoiceTax & { cents: number })[];
  total: number;
}

/** Thrown if an invoice's figures are inconsistent; it must not be shown to anyone. */
export class InvoiceContradictionError extends Error {
  override readonly name = "InvoiceContradictionError";
}

/**
 * Totals an invoice and checks it: each line must equal its quantity times its price, a line's
 * packages must add up to its weight, each tax must apply to the lines with its code, and the sums
 * must equal the totals.
 *
 * @throws InvoiceContradictionError
 */
export function totalsOf(invoice: InvoiceDocument): InvoiceTotals {
  const { invoiceNumber } = invoice;
  const lines = invoice.lines.map((line, index) => {
    const number = index + 1;
    const cents = lineTotalCents(toCents(line.unitPrice), toHundredthsLb(line.packed));
    if (toCents(line.amount) !== cents || !isWeighed(line)) {
      throw contradiction(invoiceNumber, `line ${number}`);
    }
    return { ...line, number, cents };
  });
  const subtotal = sumCents(lines, ({ cents }) => cents);
  if (subtotal !== toCents(invoice.subtotal)) throw contradiction(invoiceNumber, "the subtotal");
  const taxes = invoice.taxes.map((tax) => {
    const taxed = lines.filter(({ taxCode }) => taxCode === tax.taxCode);
    const taxable = sumCents(taxed, ({ cents }) => cents);
    if (taxable !== toCents(tax.taxable)) throw contradiction(invoiceNumber, tax.label);
    return { ...tax, cents: toCents(tax.amount) };
  });
  const total = subtotal + sumCents(taxes, ({ cents }) => cents);
  if (total !== toCents(invoice.total)) throw contradiction(invoiceNumber, "the total");
  return { lines, subtotal, taxes, total };
}

/** True if the packages, all or none of which are listed, add up to the billed weight. */
function isWeighed({ packed, packages, weights }: InvoiceLine): boolean {
  if (weights.length === 0) return true;
  return weights.length === packages && sumLb(weights) === toHundredthsLb(packed);
}

function contradiction(invoiceNumber: string, what: string): InvoiceContradictionError {
  return new InvoiceContradictionError(`Invoice ${invoiceNumber} does not add up: ${what}`);
}

/** The token in an invoice's URL: at least 22 characters of base64url, i.e. 128 bits. */
const tokenPattern = /^[\w-]{22,64}$/;

/** True if a URL segment is a well-formed invoice token. */
export function isInvoiceToken(value: string): boolean {
  return tokenPattern.test(value);
}
