import { isTaxed } from "#app/content/taxes.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, formatDollars, toCents } from "#app/lib/amounts/money.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { formatDate, formatFullDay } from "#app/lib/dates.ts";
import { taxesApart } from "./document-taxes.ts";
import { isReceiptNumber } from "./invoice.ts";
import {
  type CounterReceipt,
  type InvoiceDocument,
  type InvoiceTotals,
  totalsOf,
} from "./invoice-document.ts";

type Fact = [string, string];

/** All text on an invoice; invoice-layout.typ does the layout. */
interface InvoiceSheet {
  number: string;
  title: string;
  seller: { name: string; shortName: string; suffix: string; lines: string[] };
  billedTo: { label: string; name: string; lines: string[] };
  /** Labels and values; the last one is emphasized: the amount, or a delivery note's day. */
  facts: Fact[];
  /** A delivery note has two fewer, as it has no prices. */
  columns: string[];
  groups: { title: string; amount: string; lines: SheetLine[] }[];
  totals: Fact[];
  reason: string;
  total: Fact;
  terms: string[];
  payment: { title: string; ways: string[] };
}

interface SheetLine {
  number: string;
  item: string;
  /** Below the item: a remark, and the weights of the packages. */
  notes: string[];
  /** Ordered, packed, price and amount; the first line of each is emphasized. */
  figures: string[][];
}

/** Returns the job that prints an invoice. @throws InvoiceContradictionError */
export function invoiceJob(invoice: InvoiceDocument): PrintJob {
  return {
    template: "domain/documents/invoice-layout",
    sheet: invoiceSheet(invoice),
    logo: invoice.words.seller.logo,
    created: Math.floor(invoice.issuedAt.getTime() / 1000),
  };
}

/** Formats an invoice as text. @throws InvoiceContradictionError if its figures don't add up */
export function invoiceSheet(invoice: InvoiceDocument): InvoiceSheet {
  const { lines, subtotal, taxes, total } = totalsOf(invoice);
  const { invoiceNumber: number, poNumber, words } = invoice;
  const { name, shortName, nameSuffix: suffix } = words.seller;
  const { receipt } = invoice;
  const about = receipt ? receiptWording(invoice, receipt) : wordings[invoice.kind](invoice);
  const hasPrices = invoice.kind === "invoice" || invoice.kind === "credit_note";
  const isMonthly = invoice.orders.some(({ note }) => note !== null);
  return {
    number,
    title: about.title,
    seller: { name, shortName, suffix, lines: words.seller.lines },
    billedTo: { ...billedToOnSheet(invoice.billedTo), label: partyOnSheet(invoice) },
    facts: [
      ...about.days,
      ...(isMonthly
        ? deliveriesOnSheet(invoice.orders)
        : receipt
          ? []
          : ordersOnSheet(invoice.orders)),
      ...(poNumber && !isMonthly ? [["PO number", onOneLine(poNumber)] satisfies Fact] : []),
      ...about.due,
      ...(hasPrices ? [[about.amount, formatCents(total)] satisfies Fact] : []),
    ],
    columns: ["No.", "Item", ...about.columns, ...(hasPrices ? ["$/lb", "Amount"] : [])],
    groups: isMonthly
      ? groupsOnSheet(invoice.orders, lines)
      : [
          {
            title: "",
            amount: "",
            lines: receipt
              ? lines.map(soldOnSheet)
              : hasPrices
                ? lines.map(lineOnSheet)
                : goodsOnSheet(lines),
          },
        ],
    totals: hasPrices
      ? [
          ["Subtotal", formatCents(subtotal)],
          ...(receipt ? taxesApart(taxes.map(inCents)) : taxes).map(
            ({ label, cents }): Fact => [label, formatCents(cents)],
          ),
        ]
      : [],
    reason: hasPrices
      ? taxes
          .map(({ reason }) => reason)
          .filter(Boolean)
          .join(" ")
      : "",
    total: [about.total, hasPrices ? formatCents(total) : weightInAll(lines)],
    terms: [...about.terms, ...words.remarks],
    payment: receipt
      ? { title: about.settling, ways: paymentsOnSheet(receipt) }
      : invoice.settled
        ? settledOnSheet[invoice.settled]
        : { title: about.settling, ways: words.payment },
  };
}

const inCents = ({ taxable, ...tax }: InvoiceTotals["taxes"][number]) => ({
  ...tax,
  taxableCents: toCents(taxable),
});

/** Returns the heading above the party's name; nobody is billed at the counter. */
function partyOnSheet({ kind, receipt }: InvoiceDocument): string {
  if (receipt) return "Sold at";
  return kind === "invoice" || kind === "credit_note" ? "Billed to" : "For";
}

/** Replaces the ways to pay once nothing is owed. */
const settledOnSheet = {
  paid: { title: "Paid", ways: ["This invoice is paid. There is nothing left to pay."] },
  credited: {
    title: "Credited",
    ways: ["This invoice was credited in full. There is nothing to pay."],
  },
};

const wordings = {
  invoice: invoiceWording,
  credit_note: creditWording,
  delivery_note: deliveryWording,
  note_reversal: reversalWording,
};

interface Wording {
  title: string;
  days: Fact[];
  due: Fact[];
  amount: string;
  columns: [string, string];
  total: string;
  /** The first is a heading. */
  terms: string[];
  settling: string;
}

function invoiceWording(invoice: InvoiceDocument): Wording {
  const { invoiceNumber: number, issuedOn, dueOn, corrects, reason, settled } = invoice;
  const how = invoice.takesBackCredit ? "Takes back from credit note" : "Adds to invoice";
  const due = formatFullDay(dueOn ?? issuedOn);
  const why = reason ? [`Reason: ${onOneLine(reason)}`] : [];
  return {
    title: `Invoice ${number}`,
    days: [
      ["Invoice date", formatFullDay(issuedOn)],
      ...(corrects ? [[how, corrects] satisfies Fact] : []),
    ],
    due: settled ? [] : [["Payment due", due]],
    amount: settled ? `Amount, ${settled}` : "Amount due",
    columns: ["Ordered", "Packed"],
    total: "Total (CAD)",
    terms: [
      settled === "credited" ? "Credited in full" : `Terms: ${invoice.terms}`,
      ...(settled ? [] : [`Please pay by ${due} and quote ${number}.`]),
      ...why,
    ],
    settling: "How to pay",
  };
}

function receiptWording(
  { invoiceNumber, issuedOn }: InvoiceDocument,
  { slip }: CounterReceipt,
): Wording {
  return {
    title: `Receipt ${invoiceNumber}`,
    days: [
      ["Date", formatFullDay(issuedOn)],
      ["Slip", slip],
    ],
    due: [],
    amount: "Amount",
    columns: ["Pieces", "Weight"],
    total: "Total (CAD)",
    terms: ["Sold at the counter"],
    settling: "Paid",
  };
}

/** Returns how a receipt was paid, with the change and the cash rounding, and what went back. */
function paymentsOnSheet({ payments }: CounterReceipt): string[] {
  if (payments.length === 0) return ["Nothing was paid at the counter."];
  return payments.flatMap(({ method, cents, tenderedCents, roundingCents, ...one }) => {
    const { title, by } = tillMethodText[method];
    const named = one.reference === "" ? "" : ` ${onOneLine(one.reference)}`;
    const change = (tenderedCents ?? cents) - cents;
    const handed = formatCents(tenderedCents ?? cents);
    const rounding = `Cash rounding: ${formatCents(roundingCents)}`;
    return [
      cents < 0
        ? `Given back ${by}${named}: ${formatCents(-cents)}, credit note ${one.documentNumber ?? ""}`
        : change > 0
          ? `${title}: ${formatCents(cents)}, of ${handed} handed over`
          : `${title}${named}: ${formatCents(cents)}`,
      ...(roundingCents === 0 ? [] : [rounding]),
    ];
  });
}

function creditWording({ invoiceNumber, issuedOn, corrects, reason }: InvoiceDocument): Wording {
  return {
    title: `Credit note ${invoiceNumber}`,
    days: [
      ["Date", formatFullDay(issuedOn)],
      [isReceiptNumber(corrects ?? "") ? "For receipt" : "Corrects invoice", corrects ?? ""],
    ],
    due: [],
    amount: "Amount credited",
    columns: ["Billed", "Credited"],
    total: "Credit (CAD)",
    terms: [`Reason: ${onOneLine(reason)}`],
    settling: "What this changes",
  };
}

function deliveryWording({ invoiceNumber, issuedOn }: InvoiceDocument): Wording {
  return {
    title: `Delivery note ${invoiceNumber}`,
    days: [],
    due: [["Packed", formatFullDay(issuedOn)]],
    amount: "",
    columns: ["Ordered", "Packed"],
    total: "Packed in all",
    terms: ["Please check what you received"],
    settling: "Not an invoice",
  };
}

function reversalWording({ invoiceNumber, issuedOn, corrects, reason }: InvoiceDocument): Wording {
  return {
    title: `Reversal ${invoiceNumber}`,
    days: [["Takes back delivery note", corrects ?? ""]],
    due: [["Date", formatFullDay(issuedOn)]],
    amount: "",
    columns: ["Ordered", "Taken back"],
    total: "Taken back in all",
    terms: [`Reason: ${onOneLine(reason)}`],
    settling: "What this changes",
  };
}

type Line = InvoiceTotals["lines"][number];

/** Groups the lines by delivery note, each with its number, day, order and purchase order. */
function groupsOnSheet(orders: InvoiceDocument["orders"], lines: Line[]) {
  return orders.map(({ number, note }, position) => {
    const own = lines.filter(({ orderPosition }) => orderPosition === position);
    const facts = [
      note ? `${note.number}, ${formatFullDay(note.issuedOn)}` : "",
      orderName(number),
      note?.poNumber ? `PO ${onOneLine(note.poNumber)}` : "",
    ];
    return {
      title: facts.filter(Boolean).join(" · "),
      amount: formatCents(sumCents(own, ({ cents }) => cents)),
      lines: own.map(lineOnSheet),
    };
  });
}

/** Returns the goods without prices; charges and corrections are on the invoice only. */
function goodsOnSheet(lines: Line[]): SheetLine[] {
  return lines
    .filter(({ unit }) => unit === "lb")
    .map((line, index) => {
      const { figures, ...sheetLine } = lineOnSheet(line);
      return { ...sheetLine, number: String(index + 1), figures: figures.slice(0, 2) };
    });
}

function weightInAll(lines: Line[]): string {
  const goods = lines.filter(({ unit }) => unit === "lb");
  return formatWeight(toPounds(sumLb(goods.map(({ packed }) => packed))));
}

function deliveriesOnSheet(orders: InvoiceDocument["orders"]): Fact[] {
  const days = orders.flatMap(({ note }) => note?.issuedOn ?? []).sort();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return [
    ["Delivery notes", String(days.length)],
    ...(first === last
      ? [["Packed", formatFullDay(first)] satisfies Fact]
      : [
          ["First packed", formatFullDay(first)] satisfies Fact,
          ["Last packed", formatFullDay(last)] satisfies Fact,
        ]),
  ];
}

function lineOnSheet(line: Line): SheetLine {
  const packages = line.weights.length > 1 ? `${line.weights.join(" + ")} lb` : "";
  return {
    number: String(line.number),
    item: onOneLine(line.description),
    notes: [onOneLine(line.remark), packages].filter(Boolean),
    figures: [...weightsOnSheet(line), [formatCents(line.cents)]],
  };
}

/** Formats a line as on the till's receipt: pieces and weight, not packages, and taxed or not. */
function soldOnSheet({ pieces = null, ...line }: Line): SheetLine {
  const [, , price = []] = weightsOnSheet(line);
  const weight = line.unit === "lb" ? [formatWeight(line.packed)] : [];
  const amount = [formatCents(line.cents), ...(isTaxed(line.taxCode) ? ["taxed"] : [])];
  return {
    number: String(line.number),
    item: onOneLine(line.description),
    notes: [onOneLine(line.remark)].filter(Boolean),
    figures: [pieces === null ? [] : [String(pieces)], weight, price, amount],
  };
}

/** Returns ordered and packed weights and the price; corrections and single fees only an amount. */
function weightsOnSheet({ unit, packed, unitPrice, ...line }: Line): string[][] {
  const price = [formatDollars(unitPrice)];
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

function ordersOnSheet(orders: InvoiceDocument["orders"]): Fact[] {
  return orders.flatMap(({ number, placedAt }): Fact[] => [
    ["Order number", orderNumber(number)],
    ["Order date", formatDate(placedAt)],
  ]);
}

function billedToOnSheet(billed: InvoiceDocument["billedTo"]) {
  const [company, contact, email] = [billed.company, billed.contact, billed.email].map(onOneLine);
  const name = company || contact || email || "";
  const attention = company && contact ? [`Attn. ${contact}`] : [];
  const address = billed.address.split(/\r\n|[\r\n]/).map(onOneLine);
  const account = email && name !== email ? [email] : [];
  return {
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
