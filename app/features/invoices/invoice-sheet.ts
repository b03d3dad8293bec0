import type { PrintJob } from "#app/features/printing/print-job.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { type InvoiceDocument, totalsOf } from "./invoice-document.ts";

/** All text on an invoice; invoice.typ defines the layout. */
interface InvoiceSheet {
  number: string;
  /** The title of the sheet and of the file. */
  title: string;
  seller: { name: string; shortName: string; suffix: string; lines: string[] };
  billedTo: { label: string; name: string; lines: string[] };
  /** Labels and values; the last one is the amount. */
  facts: [string, string][];
  columns: string[];
  /** Number, item, weight, price, amount. */
  lines: string[][];
  totals: [string, string][];
  /** Why there is no tax. */
  reason: string;
  total: [string, string];
  terms: string[];
  payment: { title: string; ways: string[] };
}

/**
 * An invoice as a printing job.
 *
 * @throws InvoiceContradictionError if its figures don't add up
 */
export function invoiceJob(invoice: InvoiceDocument): PrintJob {
  return {
    template: "invoices/invoice",
    sheet: invoiceSheet(invoice),
    created: Math.floor(invoice.issuedAt.getTime() / 1000),
  };
}

function invoiceSheet(invoice: InvoiceDocument): InvoiceSheet {
  const { lines, subtotal, taxes, total } = totalsOf(invoice);
  const { invoiceNumber: number, issuedOn, dueOn, poNumber, words } = invoice;
  const { name, shortName, nameSuffix: suffix } = words.seller;
  const due = formatFullDay(dueOn);
  return {
    number,
    title: `Invoice ${number}`,
    seller: { name, shortName, suffix, lines: words.seller.lines },
    billedTo: billedToOnSheet(invoice.billedTo),
    facts: [
      ["Invoice date", formatFullDay(issuedOn)],
      ...ordersOnSheet(invoice.orders),
      ...(poNumber ? [["PO number", onOneLine(poNumber)] satisfies [string, string]] : []),
      ["Payment due", due],
      ["Amount due", formatCents(total)],
    ],
    columns: ["No.", "Item", "Weight (lb)", "Price per lb", "Amount"],
    lines: lines.map((line) => [
      String(line.number),
      onOneLine(line.description),
      formatWeight(line.packed),
      formatCents(toCents(line.unitPrice)),
      formatCents(line.cents),
    ]),
    totals: [
      ["Subtotal", formatCents(subtotal)],
      ...taxes.map(({ label, cents }): [string, string] => [label, formatCents(cents)]),
    ],
    reason: taxes.map(({ reason }) => reason).join(" "),
    total: ["Total (CAD)", formatCents(total)],
    terms: [
      `Terms: ${invoice.terms}`,
      `Please pay by ${due} and quote ${number}.`,
      ...words.remarks,
    ],
    payment: { title: "How to pay", ways: words.payment },
  };
}

function ordersOnSheet(orders: InvoiceDocument["orders"]): [string, string][] {
  return orders.flatMap(({ id, placedAt }): [string, string][] => [
    // The first 8 characters, as on the screens (specification, section 9).
    ["Order number", id.slice(0, 8)],
    ["Order date", formatDate(placedAt)],
  ]);
}

function billedToOnSheet(billed: InvoiceDocument["billedTo"]): InvoiceSheet["billedTo"] {
  const [company, contact, email] = [billed.company, billed.contact, billed.email].map(onOneLine);
  const name = company || contact || email || "";
  const attention = company && contact ? [`Attn. ${contact}`] : [];
  const address = billed.address.split(/\r\n|[\r\n]/).map(onOneLine);
  const account = email && name !== email ? [email] : [];
  return {
    label: "Billed to",
    name,
    lines: [...attention, ...address, ...account].filter(Boolean),
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const weightFormat = new Intl.NumberFormat("en-CA", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function formatWeight(pounds: string): string {
  return weightFormat.format(pounds as `${number}`);
}
