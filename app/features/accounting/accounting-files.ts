import type { InvoiceDocument } from "#app/domain/documents/invoice-document.ts";
import { lineTotalCents, sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { DocumentUnit } from "#db/schema/values/money.ts";
import type { TaxCode } from "#db/schema/values/products.ts";
import { type AccountingSettings, dayFor } from "./accounting-settings.ts";

export type AccountingProgram = "quickbooks" | "xero";

export interface AccountingBatch {
  id: string;
  program: AccountingProgram;
  number: number;
  createdAt: Date;
  documents: number;
  files: string[];
}

/** A document as issued, for an accounting program. Amounts are dollars as text. */
export interface BookedDocument
  extends Pick<InvoiceDocument, "id" | "dueOn" | "terms" | "poNumber" | "subtotal" | "total"> {
  kind: "invoice" | "credit_note";
  number: string;
  /** Calendar days; credit notes have no due date. */
  issuedOn: string;
  customer: string;
  email: string;
  taxes: { taxCode: TaxCode; amount: string }[];
  lines: BookedLine[];
}

export interface BookedLine {
  description: string;
  /** Goods are priced by the pound; charges, and corrections of goods, are `each`. */
  unit: DocumentUnit;
  isGoods: boolean;
  quantity: string;
  unitPrice: string;
  amount: string;
  taxCode: TaxCode;
}

/** Refuses a document that a program, multiplying again, would book at another amount. */
function booksDisagree(number: string, what: string): Refusal {
  const message = `Nothing was exported: ${number}: ${what}. Please have this document looked at.`;
  return new Refusal("books disagree", message);
}

/** Maximum per file (Intuit, "Import invoices in batches"; Xero, "Import sales invoices"). */
export const mostPerFile: Record<AccountingProgram, number> = { quickbooks: 100, xero: 500 };

/**
 * Returns the rows of a file: headings, then at most `mostPerFile` documents of one kind. Both
 * programs take consecutive rows with the same number for one document. @throws Refusal
 */
export function accountingRows(
  program: AccountingProgram,
  documents: BookedDocument[],
  settings: AccountingSettings,
): string[][] {
  for (const document of documents) proveAmounts(document);
  const kind = documents[0]?.kind ?? "invoice";
  return program === "quickbooks"
    ? [quickbooksHeads[kind], ...documents.flatMap((one) => quickbooksRows(one, settings))]
    : [xeroHeads, ...documents.flatMap((one) => xeroRows(one, settings))];
}

/**
 * Checks that the amounts which both programs compute from a document's rows, and its taxes, add up
 * to what was billed. The taxes themselves are not computed again.
 */
function proveAmounts({ number, lines, subtotal, total, taxes }: BookedDocument): void {
  for (const { description, quantity, unitPrice, amount } of lines) {
    if (lineTotalCents(toCents(unitPrice), toHundredthsLb(quantity)) !== toCents(amount)) {
      const what = `${quantity} × $${unitPrice} of “${description}” is not $${amount}`;
      throw booksDisagree(number, what);
    }
  }
  const sum = sumCents(lines, ({ amount }) => toCents(amount));
  if (sum !== toCents(subtotal)) {
    throw booksDisagree(number, `its lines add up to $${toDollars(sum)}, not $${subtotal}`);
  }
  const taxed = sum + sumCents(taxes, ({ amount }) => toCents(amount));
  if (taxed !== toCents(total)) {
    throw booksDisagree(number, `with taxes it is $${toDollars(taxed)}, not $${total}`);
  }
}

/** Leaves out unavailable goods, which are on the invoice but not in the books. */
function bookedLines({ lines }: BookedDocument): BookedLine[] {
  return lines.filter(({ amount }) => toCents(amount) !== 0);
}

// Column names of QuickBooks' sample file, so that they are mapped automatically.
const invoiceHeads = [
  "*InvoiceNo",
  "*Customer",
  "*InvoiceDate",
  "*DueDate",
  "Terms",
  "Memo",
  "Item(Product/Service)",
  "ItemDescription",
  "ItemQuantity",
  "ItemRate",
  "*ItemAmount",
  "*ItemTaxCode",
  "ServiceDate",
];

/**
 * In a file of their own, since invoices can't have negative totals (Intuit, help article 332855).
 */
const creditHeads = ["*CreditNoteNo", "*Customer", "*CreditNoteDate", ...invoiceHeads.slice(5)];

const quickbooksHeads = { invoice: invoiceHeads, credit_note: creditHeads };

function quickbooksRows(document: BookedDocument, settings: AccountingSettings): string[][] {
  const { kind, number, customer, terms, poNumber } = document;
  const issued = dayFor(settings.dateFormat, document.issuedOn);
  const due = dayFor(settings.dateFormat, document.dueOn ?? document.issuedOn);
  const head =
    kind === "invoice" ? [number, customer, issued, due, terms] : [number, customer, issued];
  const memo = poNumber && `PO ${poNumber}`;
  return bookedLines(document).map((line) => [
    ...head,
    memo,
    line.isGoods ? settings.goodsItem || line.description : settings.feeItem,
    line.description,
    line.quantity,
    line.unitPrice,
    line.amount,
    settings.quickbooksTaxes[line.taxCode],
    issued,
  ]);
}

// The columns of Xero's template, in its order. All prices exclude tax.
const xeroHeads = [
  "*ContactName",
  "EmailAddress",
  "*InvoiceNumber",
  "Reference",
  "*InvoiceDate",
  "*DueDate",
  "*Description",
  "*Quantity",
  "*UnitAmount",
  "*AccountCode",
  "*TaxType",
  "Currency",
];

/** Xero imports a document with a negative total as a credit note. */
function xeroRows(document: BookedDocument, settings: AccountingSettings): string[][] {
  const { kind, customer, email, number, poNumber, issuedOn, dueOn } = document;
  const issued = dayFor(settings.dateFormat, issuedOn);
  const due = dayFor(settings.dateFormat, dueOn ?? issuedOn);
  const head = [customer, email, number, poNumber, issued, due];
  return bookedLines(document).map((line) => [
    ...head,
    line.description,
    line.quantity,
    kind === "invoice" ? line.unitPrice : toDollars(-toCents(line.unitPrice)),
    line.isGoods ? settings.goodsAccount : settings.feeAccount,
    settings.xeroTaxes[line.taxCode],
    "CAD",
  ]);
}
