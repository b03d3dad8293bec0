import { orderedInWords } from "#app/features/orders/order-quantity.ts";
import type { PrintJob } from "#app/features/printing/print-job.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { type InvoiceDocument, type InvoiceTotals, totalsOf } from "./invoice-document.ts";

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
  lines: SheetLine[];
  totals: [string, string][];
  /** Why the taxes are what they are. */
  reason: string;
  total: [string, string];
  terms: string[];
  payment: { title: string; ways: string[] };
}

/** A line of an invoice. */
interface SheetLine {
  number: string;
  item: string;
  /** Below the item: a remark, and the weights of the packages. */
  notes: string[];
  /** Ordered, packed, price and amount; each in lines, of which the first counts most. */
  figures: string[][];
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

/**
 * Formats an invoice as text.
 *
 * @throws InvoiceContradictionError if its figures don't add up
 */
export function invoiceSheet(invoice: InvoiceDocument): InvoiceSheet {
  const { lines, subtotal, taxes, total } = totalsOf(invoice);
  const { invoiceNumber: number, poNumber, words } = invoice;
  const { name, shortName, nameSuffix: suffix } = words.seller;
  const about = invoice.kind === "invoice" ? invoiceWording(invoice) : creditWording(invoice);
  return {
    number,
    title: about.title,
    seller: { name, shortName, suffix, lines: words.seller.lines },
    billedTo: billedToOnSheet(invoice.billedTo),
    facts: [
      ...about.days,
      ...ordersOnSheet(invoice.orders),
      ...(poNumber ? [["PO number", onOneLine(poNumber)] satisfies [string, string]] : []),
      ...about.due,
      [about.amount, formatCents(total)],
    ],
    columns: ["No.", "Item", ...about.columns, "$/lb", "Amount"],
    lines: lines.map(lineOnSheet),
    totals: [
      ["Subtotal", formatCents(subtotal)],
      ...taxes.map(({ label, cents }): [string, string] => [label, formatCents(cents)]),
    ],
    reason: taxes
      .map(({ reason }) => reason)
      .filter(Boolean)
      .join(" "),
    total: [about.total, formatCents(total)],
    terms: [...about.terms, ...words.remarks],
    payment: { title: about.settling, ways: words.payment },
  };
}

/** Words that differ between invoices and credit notes. */
interface Wording {
  title: string;
  days: [string, string][];
  due: [string, string][];
  amount: string;
  /** Of the two weights. */
  columns: [string, string];
  total: string;
  /** The first is a heading. */
  terms: string[];
  /** Above the ways to pay. */
  settling: string;
}

function invoiceWording(invoice: InvoiceDocument): Wording {
  const { invoiceNumber: number, issuedOn, dueOn, corrects, reason } = invoice;
  const due = formatFullDay(dueOn ?? issuedOn);
  const why = reason ? [`Reason: ${onOneLine(reason)}`] : [];
  return {
    title: `Invoice ${number}`,
    days: [
      ["Invoice date", formatFullDay(issuedOn)],
      ...(corrects ? [["Adds to invoice", corrects] satisfies [string, string]] : []),
    ],
    due: [["Payment due", due]],
    amount: "Amount due",
    columns: ["Ordered", "Packed"],
    total: "Total (CAD)",
    terms: [`Terms: ${invoice.terms}`, `Please pay by ${due} and quote ${number}.`, ...why],
    settling: "How to pay",
  };
}

function creditWording({ invoiceNumber, issuedOn, corrects, reason }: InvoiceDocument): Wording {
  return {
    title: `Credit note ${invoiceNumber}`,
    days: [
      ["Date", formatFullDay(issuedOn)],
      ["Corrects invoice", corrects ?? ""],
    ],
    due: [],
    amount: "Amount credited",
    columns: ["Billed", "Credited"],
    total: "Credit (CAD)",
    terms: [`Reason: ${onOneLine(reason)}`],
    settling: "What this changes",
  };
}

type Line = InvoiceTotals["lines"][number];

function lineOnSheet(line: Line): SheetLine {
  const packages = line.weights.length > 1 ? `${line.weights.join(" + ")} lb` : "";
  return {
    number: String(line.number),
    item: onOneLine(line.description),
    notes: [onOneLine(line.remark), packages].filter(Boolean),
    figures: [...weightsOnSheet(line), [formatCents(line.cents)]],
  };
}

/** What was ordered and packed, and the price. Corrections and single fees have only an amount. */
function weightsOnSheet({ unit, packed, unitPrice, ...line }: Line): string[][] {
  const price = [formatCents(toCents(unitPrice))];
  if (unit === "each")
    return /^-?1\.00$/.test(packed) ? [[], [], []] : [[], [String(Number(packed))], price];
  return [orderedOnSheet(line), [formatWeight(packed), ...packagesOnSheet(line)], price];
}

function orderedOnSheet({ ordered, orderedPieces }: Pick<Line, "ordered" | "orderedPieces">) {
  if (ordered === null) return ["–"];
  if (orderedPieces === null) return [formatWeight(ordered)];
  return orderedInWords({ orderedPieces, quantity: ordered }).split(", ");
}

function packagesOnSheet({ packages }: Pick<Line, "packages">): string[] {
  if (packages === null) return [];
  return [packages === 1 ? "in 1 package" : `in ${packages} packages`];
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
  return `${weightFormat.format(pounds as `${number}`)} lb`;
}
