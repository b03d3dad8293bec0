import { invoiceWords } from "#app/content/invoice.ts";
import { site } from "#app/content/site.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { paymentDueDay } from "./invoice.ts";
import { type InvoiceDocument, totalsOf } from "./invoice-document.ts";

/** All text on an invoice; invoice.typ defines the layout. */
export interface InvoiceSheet {
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
  /** Unix time in seconds. */
  issued: number;
}

/**
 * Formats an invoice as text.
 *
 * @throws InvoiceContradictionError if its figures don't add up
 */
export function invoiceSheet(invoice: InvoiceDocument): InvoiceSheet {
  const { lines, subtotal, gst, total } = totalsOf(invoice);
  const { invoiceNumber: number, issuedAt } = invoice;
  const due = formatFullDay(paymentDueDay(issuedAt));
  return {
    number,
    title: `Invoice ${number}`,
    seller: sellerOnSheet(),
    billedTo: billedToOnSheet(invoice.billedTo),
    facts: [
      ["Invoice date", formatDate(issuedAt)],
      // The first 8 characters, as on the screens (specification, section 9).
      ["Order number", invoice.orderId.slice(0, 8)],
      ["Order date", formatDate(invoice.placedAt)],
      ["Payment due", due],
      ["Amount due", formatCents(total)],
    ],
    columns: ["No.", "Item", "Weight (lb)", "Price per lb", "Amount"],
    lines: lines.map((line) => [
      String(line.number),
      onOneLine(line.productName),
      formatWeight(line.quantity),
      formatCents(toCents(line.pricePerLb)),
      formatCents(line.cents),
    ]),
    totals: [
      ["Subtotal", formatCents(subtotal)],
      [invoiceWords.gst.label, formatCents(gst)],
    ],
    reason: invoiceWords.gst.reason,
    total: ["Total (CAD)", formatCents(total)],
    terms: [
      `Terms: net ${invoiceWords.paymentDays} days`,
      `Please pay by ${due} and quote ${number}.`,
      invoiceWords.currency,
      invoiceWords.returns,
    ],
    payment: { title: "How to pay", ways: [...invoiceWords.waysToPay] },
    issued: Math.floor(issuedAt.getTime() / 1000),
  };
}

function sellerOnSheet(): InvoiceSheet["seller"] {
  const { street, city, region, postalCode, country } = site.address;
  const { name, shortName, nameSuffix: suffix, phone, email } = site;
  const place = `${city}, ${region} ${postalCode}, ${country}`;
  const lines = [street, place, phone.display, email, invoiceWords.taxNumber];
  return { name, shortName, suffix, lines: lines.filter(Boolean) };
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
