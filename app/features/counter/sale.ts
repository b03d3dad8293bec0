import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { taxesApart, taxesOn } from "#app/domain/documents/document-taxes.ts";
import { tillMethodText } from "#app/domain/door/till/till.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, formatPricePerLb, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { formatKg, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { email, optionalText, storable } from "#app/lib/form/form-texts.ts";
import { weightUnits } from "#db/schema/values/meat/packages.ts";
import { taxCodes } from "#db/schema/values/products.ts";
import {
  mostInDrawerCents,
  mostTillDevices,
  type TillMethod,
  tillMethods,
} from "#db/schema/values/tills.ts";

const uuid = z.guid().toLowerCase();

const text = (most: number) => z.string().transform(storable).pipe(z.string().max(most));

const lineSchema = z.object({
  productId: uuid,
  /** The till's own copy, in case the product is gone when the sale arrives. */
  name: text(200).pipe(z.string().trim().min(1)),
  value: z.string().regex(/^\d{1,5}(\.\d{1,3})?$/),
  unit: z.enum(weightUnits),
  /** Grams of packaging; 0 for a label's net weight. */
  tareG: z.number().int().min(0).max(5000),
  pieces: z.number().int().min(1).max(10_000).nullable(),
  source: z.enum(["typed", "ean", "gs1", "derived"]),
  rawScan: text(512).default(""),
  serial: text(100).nullable().default(null),
  lotId: uuid.nullable().default(null),
  /** The price asked, in dollars. */
  pricePerLb: z.string().regex(/^\d{1,6}\.\d\d$/),
  taxCode: z.enum(taxCodes),
});

const tenderSchema = z.object({
  method: z.enum(tillMethods),
  cents: z.number().int().min(1).max(mostInDrawerCents),
  tenderedCents: z.number().int().min(1).max(mostInDrawerCents).nullable(),
  reference: optionalText(100),
});

export const mostSaleLines = 200;

/** A sale as sent by a till. */
export const saleSchema = z.object({
  /** Made by the till, for idempotency. */
  requestId: uuid,
  sessionId: uuid,
  /** Assigned by the till's browser; `device` says which. */
  slip: z.number().int().min(1).max(9_999_999),
  device: z
    .number()
    .int()
    .min(0)
    .max(mostTillDevices - 1)
    .default(0),
  soldAt: z.iso.datetime(),
  /** True if it was paid while the shop couldn't be reached; such a sale is never refused. */
  isOffline: z.boolean(),
  /** True if staff confirmed selling more of a lot than the books have left. */
  isMeant: z.boolean().optional(),
  lines: z.array(lineSchema).min(1).max(mostSaleLines),
  tenders: z.array(tenderSchema).max(6),
  /** The client whose account it goes on; null if it is paid here. */
  onAccount: z.object({ customerId: uuid, poNumber: optionalText(100) }).nullable(),
  mailTo: email.or(z.literal("")).catch(""),
});

/** Minimum net weight of a package, in pounds. */
export const leastSoldLb = 0.05;

export type Sale = z.output<typeof saleSchema>;
export type SaleLine = Sale["lines"][number];

export interface StoredSale {
  id: string;
  /** "R-000001"; on account, the client's invoice or delivery note. */
  documentNumber: string;
  /** Reasons why it would have been refused, had the till been online. */
  remarks: string[];
}

/** Returns a line's net weight and amount; null if its packaging weighs at least as much. */
export function amountOf({ value, unit, tareG, pricePerLb }: SaleLine) {
  const net = netWeight({ value, unit }, tareG);
  if (!net) return null;
  const cents = lineTotalCents(toCents(pricePerLb), toHundredthsLb(net.lb));
  return { netLb: net.lb, netG: net.g, cents };
}

export interface SaleTotals {
  subtotalCents: number;
  taxes: { label: string; cents: number }[];
  totalCents: number;
}

/** Returns the totals of lines, calculated like the receipt's. */
export function totalsOf(lines: readonly SaleLine[]): SaleTotals {
  const billed = lines.map((line) => ({
    taxCode: line.taxCode,
    amount: toDollars(amountOf(line)?.cents ?? 0),
  }));
  if (billed.length === 0) return { subtotalCents: 0, taxes: [], totalCents: 0 };
  const { subtotal, total, rows } = taxesOn(billed, taxes);
  return {
    subtotalCents: toCents(subtotal),
    taxes: taxesApart(
      rows.map(({ taxCode, label, taxable, amount }) => ({
        taxCode,
        label,
        taxableCents: toCents(taxable),
        cents: toCents(amount),
      })),
    ),
    totalCents: toCents(total),
  };
}

/** "2 pieces, 2.65 lb × $9.49/lb"; weighed in kg: "1.200 kg (2.65 lb) × …". */
export function lineDetail({
  lb,
  pricePerLb,
  pieces = null,
  netG = null,
  labelCents = null,
}: {
  lb: string;
  pricePerLb: string;
  pieces?: number | null;
  netG?: number | null;
  labelCents?: number | null;
}): string {
  const weight = netG === null ? `${lb} lb` : `${formatKg(netG)} (${lb} lb)`;
  const count = pieces === null ? "" : `${pieces} ${pieces === 1 ? "piece" : "pieces"}, `;
  const unitCents = toCents(pricePerLb);
  const label =
    labelCents === null
      ? ""
      : chargedByWeight(labelCents, lineTotalCents(unitCents, toHundredthsLb(lb)));
  return [`${count}${weight} × ${formatPricePerLb(unitCents)}`, label].filter(Boolean).join(". ");
}

/** Returns `lineDetail` for a line at a till. */
export function detailOf(line: SaleLine, labelCents: number | null = null): string {
  const { netLb = "0.00", netG = 0 } = amountOf(line) ?? {};
  const { pricePerLb, pieces, unit } = line;
  return lineDetail({
    lb: netLb,
    pricePerLb,
    pieces,
    netG: unit === "kg" ? netG : null,
    labelCents,
  });
}

/**
 * Says why a line's amount isn't its label's: "Label $40.21, charged by weight". Empty if it is.
 */
export function chargedByWeight(labelCents: number, cents: number, at = ""): string {
  return labelCents === cents ? "" : `Label ${formatCents(labelCents)}${at}, charged by weight`;
}

/** A payment on a receipt, without who corrected it and why, which is for the shop only. */
interface PrintedTender {
  method: TillMethod;
  cents: number;
  tenderedCents: number | null;
  reference: string;
  /** True if another method was recorded first. */
  isCorrected?: boolean;
}

/** Marks the amount of a line with GST or PST. */
export const taxedMark = "T";

export const taxedLegend = "T: taxed";

/** Contents of a receipt, from the till or from the shop. */
export interface ReceiptSheet {
  /** "T2-0031"; null if it was only paid at a till. */
  slip: string | null;
  /** Null until the shop has assigned it. */
  documentNumber: string | null;
  soldAt: Date;
  /** The order that was picked up, with its customer; null for a sale. */
  order: { number: number; name: string } | null;
  lines: { name: string; detail: string; cents: number; isTaxed: boolean }[];
  totals: SaleTotals;
  tenders: PrintedTender[];
  refunds: { documentNumber: string; method: TillMethod; cents: number }[];
  isCreditedWhole: boolean;
  /** Added (positive) or taken away by cash rounding. */
  roundingCents: number;
  onAccountOf: string | null;
  poNumber: string;
  /** The part that paid other invoices, such as a second delivery's. */
  forOthersCents: number;
  /** The part that settles nothing yet and is the client's credit, such as of a deposit. */
  keptCents: number;
  /** Paid elsewhere than at a till at any time; credited instead; still open. */
  otherwisePaidCents: number;
  creditedCents: number;
  openCents: number;
}

/**
 * Returns the rows that say how a receipt's total was settled, on paper and in the email: what was
 * paid elsewhere or credited, each payment at a till with its change, then what is open and what
 * was refunded. A delivery note owes nothing itself; the month's invoice bills it.
 */
export function settlingRows(sheet: ReceiptSheet): { label: string; cents: number }[] {
  const isOnAccount = sheet.onAccountOf !== null;
  const isBilled = !isOnAccount || sheet.documentNumber?.startsWith("INV-") === true;
  const back = sheet.isCreditedWhole ? "Refunded in full" : "Refunded";
  const ifAny = (label: string, cents: number) => (cents > 0 ? [{ label, cents }] : []);
  return [
    ...ifAny("For other invoices", sheet.forOthersCents),
    ...ifAny("Stays on the account", sheet.keptCents),
    ...(isBilled ? ifAny("Paid elsewhere", sheet.otherwisePaidCents) : []),
    ...(isBilled ? ifAny("Settled by credit", sheet.creditedCents) : []),
    ...(sheet.roundingCents === 0 ? [] : [{ label: "Cash rounding", cents: sheet.roundingCents }]),
    ...sheet.tenders.map((tender) => ({
      label: tenderInWords(tender),
      cents: tender.tenderedCents ?? tender.cents,
    })),
    ...ifAny("Change", changeOf(sheet.tenders)),
    ...(isBilled
      ? ifAny(isOnAccount ? "Open on account" : "Still to be paid", sheet.openCents)
      : []),
    ...sheet.refunds.map(({ documentNumber, method, cents }) => ({
      label: `${back} ${tillMethodText[method].by}, ${documentNumber}`,
      cents,
    })),
  ];
}

/** "Paid by cheque 117", "Paid in cash (corrected)" */
function tenderInWords({ method, reference, isCorrected }: PrintedTender): string {
  const paid = `Paid ${tillMethodText[method].by}`;
  return isCorrected ? `${paid} (corrected)` : [paid, reference].filter(Boolean).join(" ");
}

/** Returns the change of a payment, in cents. */
export function changeOf(
  tenders: readonly Pick<PrintedTender, "cents" | "tenderedCents">[],
): number {
  return tenders.reduce(
    (sum, { cents, tenderedCents }) => sum + Math.max(0, (tenderedCents ?? cents) - cents),
    0,
  );
}

/** A till's last sale, for a customer who asks for change or the receipt during the next one. */
export interface LastSale {
  id: string | null;
  sheet: ReceiptSheet;
}

/** Says how a sale was paid: "$50.73. Cash handed over: $60.00. Change: $9.25". */
export function paidInWords({ totals, tenders, onAccountOf }: ReceiptSheet): string {
  const total = formatCents(totals.totalCents);
  if (onAccountOf !== null) return `${total} on the account of ${onAccountOf}`;
  const cash = tenders.filter(({ method }) => method === "cash");
  const given = cash.reduce((sum, { cents, tenderedCents }) => sum + (tenderedCents ?? cents), 0);
  const change = changeOf(tenders);
  if (change === 0) return `${total} paid, no change`;
  return `${total}. Cash handed over: ${formatCents(given)}. Change: ${formatCents(change)}`;
}

export interface RefundSheet extends Pick<ReceiptSheet, "lines" | "totals"> {
  requestId: string;
  documentNumber: string;
  reason: string;
  /** Why it was refunded by another method than it was paid by; empty if it wasn't. */
  otherwise: string;
  /** True if the meat went back to its lot; else the customer had it. */
  neverLeft: boolean;
  givenAt: Date;
  parts: { method: TillMethod; cents: number; reference: string }[];
  roundingCents: number;
}
