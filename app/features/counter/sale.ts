import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { taxesOn } from "#app/domain/documents/document-taxes.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { formatPricePerLb, toCents, toDollars } from "#app/lib/amounts/money.ts";
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

/** A line as it was weighed or scanned at the till. */
const lineSchema = z.object({
  productId: uuid,
  /** As the till has it, for what is no product any more once the sale arrives. */
  name: text(200).pipe(z.string().trim().min(1)),
  value: z.string().regex(/^\d{1,5}(\.\d{1,3})?$/),
  unit: z.enum(weightUnits),
  /** Grams of packaging in it; 0 for a label's net weight. */
  tareG: z.number().int().min(0).max(5000),
  pieces: z.number().int().min(1).max(10_000).nullable(),
  source: z.enum(["typed", "ean", "gs1", "derived"]),
  rawScan: text(512).default(""),
  serial: text(100).nullable().default(null),
  lotId: uuid.nullable().default(null),
  /** What was asked for, in dollars. */
  pricePerLb: z.string().regex(/^\d{1,6}\.\d\d$/),
  taxCode: z.enum(taxCodes),
});

const tenderSchema = z.object({
  method: z.enum(tillMethods),
  cents: z.number().int().min(1).max(mostInDrawerCents),
  tenderedCents: z.number().int().min(1).max(mostInDrawerCents).nullable(),
  reference: optionalText(100),
});

/** A sale as a till sends it. */
export const saleSchema = z.object({
  /** Made by the till, so that what is sent twice is sold once. */
  requestId: uuid,
  sessionId: uuid,
  /** The number that the till's browser gave it, which of the till's browsers that is. */
  slip: z.number().int().min(1).max(9_999_999),
  device: z
    .number()
    .int()
    .min(0)
    .max(mostTillDevices - 1)
    .default(0),
  soldAt: z.iso.datetime(),
  /** It was paid while the shop could not be reached: nothing of it is refused any more. */
  isOffline: z.boolean(),
  /** More of a lot than is left of it by the books: who sells was asked. */
  isMeant: z.boolean().optional(),
  lines: z.array(lineSchema).min(1).max(200),
  tenders: z.array(tenderSchema).max(6),
  /** The client whose account it goes on; null for what is paid here. */
  onAccount: z.object({ customerId: uuid, poNumber: optionalText(100) }).nullable(),
  /** Where the receipt is mailed to; empty for nowhere. */
  mailTo: email.or(z.literal("")).catch(""),
});

/** The least net weight of a package, in pounds. */
export const leastSoldLb = 0.05;

export type Sale = z.output<typeof saleSchema>;
export type SaleLine = Sale["lines"][number];

/** A sale that the shop has stored. */
export interface StoredSale {
  id: string;
  /** "R-000001"; on account, the client's invoice or delivery note. */
  documentNumber: string;
  /** What would have been refused, had the till reached the shop. */
  remarks: string[];
}

/** A line with what it weighs and comes to; null where nothing is left of it but packaging. */
export function amountOf({ value, unit, tareG, pricePerLb }: SaleLine) {
  const net = netWeight({ value, unit }, tareG);
  if (!net) return null;
  const cents = lineTotalCents(toCents(pricePerLb), toHundredthsLb(net.lb));
  return { netLb: net.lb, netG: net.g, cents };
}

export interface SaleTotals {
  subtotalCents: number;
  /** Those of nothing are left out. */
  taxes: { label: string; cents: number }[];
  totalCents: number;
}

/** What lines come to: as the receipt that is issued for them. */
export function totalsOf(lines: readonly SaleLine[]): SaleTotals {
  const billed = lines.map((line) => ({
    taxCode: line.taxCode,
    amount: toDollars(amountOf(line)?.cents ?? 0),
  }));
  if (billed.length === 0) return { subtotalCents: 0, taxes: [], totalCents: 0 };
  const { subtotal, total, rows } = taxesOn(billed, taxes);
  return {
    subtotalCents: toCents(subtotal),
    taxes: rows.flatMap(({ label, amount }) =>
      toCents(amount) > 0 ? [{ label, cents: toCents(amount) }] : [],
    ),
    totalCents: toCents(total),
  };
}

/**
 * "2 pieces, 2.65 lb × $9.49/lb"; in kg as it was read, with the pounds it is priced by: "1.200 kg (2.65 lb) × …".
 */
export function lineDetail({
  lb,
  pricePerLb,
  pieces = null,
  netG = null,
}: {
  lb: string;
  pricePerLb: string;
  pieces?: number | null;
  /** Null unless it was read in kg. */
  netG?: number | null;
}): string {
  const weight = netG === null ? `${lb} lb` : `${formatKg(netG)} (${lb} lb)`;
  const count = pieces === null ? "" : `${pieces} ${pieces === 1 ? "piece" : "pieces"}, `;
  return `${count}${weight} × ${formatPricePerLb(toCents(pricePerLb))}`;
}

/** The same of a line at a till. */
export function detailOf(line: SaleLine): string {
  const { netLb = "0.00", netG = 0 } = amountOf(line) ?? {};
  const { pricePerLb, pieces, unit } = line;
  return lineDetail({ lb: netLb, pricePerLb, pieces, netG: unit === "kg" ? netG : null });
}

/** Everything that a receipt says, as the till has it, or the shop. */
export interface ReceiptSheet {
  /** "T2-0031"; null for what was not sold at a till, but paid there. */
  slip: string | null;
  /** Null until the shop gave it. */
  documentNumber: string | null;
  soldAt: Date;
  /** The detail is empty for what is not sold by weight. */
  lines: { name: string; detail: string; cents: number }[];
  totals: SaleTotals;
  tenders: { method: TillMethod; cents: number; tenderedCents: number | null; reference: string }[];
  /** What rounding cash added, or took away. */
  roundingCents: number;
  /** Who pays later; null for what was paid. */
  onAccountOf: string | null;
  /** The client's; empty for none. */
  poNumber: string;
  /** What of it paid other invoices, as of a second delivery. */
  forOthersCents: number;
  /** Paid otherwise than at a till, and still to be paid. */
  otherwisePaidCents: number;
  openCents: number;
}

/** Everything that the slip of money that was given back says. */
export interface RefundSheet extends Pick<ReceiptSheet, "lines" | "totals"> {
  /** Of the credit note. */
  documentNumber: string;
  reason: string;
  givenAt: Date;
  givenBy: string;
  method: TillMethod;
  /** As it was handed out; what rounding cash added to it, or took away. */
  cents: number;
  roundingCents: number;
  reference: string;
}
