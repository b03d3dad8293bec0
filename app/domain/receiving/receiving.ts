import type { Cursor } from "#app/lib/page-of-rows.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";
import type { PricedLine } from "./receipt-costs.ts";

/** Most lines of a receipt. */
export const mostLines = 40;

/** Most cartons of a receipt that are scanned one by one. */
export const mostCartons = 400;

/** Most papers of a receipt. */
export const mostPapers = 6;

/** A supplier to choose. */
export interface SupplierName {
  id: string;
  name: string;
}

export interface SupplierFacts {
  name: string;
  contactName: string;
  phone: string;
  email: string | null;
  establishment: string;
  note: string;
  isActive: boolean;
}

/** A supplier with its record. */
export interface Supplier extends SupplierFacts {
  id: string;
  version: number;
  createdAt: Date;
}

/** A supplier in the list. */
export interface SupplierSummary extends SupplierName {
  contactName: string;
  phone: string;
  isActive: boolean;
  receipts: number;
  lastReceivedAt: Date | null;
}

/** A code on a supplier's cartons, and what it stands for. */
export interface SupplierCode {
  code: string;
  productId: string;
  productName: string;
}

/** A product that may come. */
export interface ReceivedProduct {
  id: string;
  name: string;
  gtin: string | null;
  storage: "frozen" | "refrigerated";
}

/** A carton that was scanned. */
export interface Carton {
  lb: string;
  /** Its GTIN and serial number, "…:…"; null where the code has no serial number. */
  serial: string | null;
  rawScan: string;
}

/** A line as it is entered. */
export interface NewLine extends PricedLine {
  /** Its place in the form, from 1. */
  row: number;
  productId: string | null;
  /** What it is, where it is no product of the shop. */
  description: string;
  /** Empty for one that the shop makes up. */
  lotCode: string;
  /** The supplier's own lot code as scanned, where another was entered; empty for none. */
  theirLot: string;
  /** The code of its cartons that the product is remembered for; empty for none. */
  code: string;
  expiresOn: string | null;
  /** When it was killed; null where nobody said. */
  slaughteredOn?: string | null;
  temperatureC: string | null;
  reason: string;
  cartons: Carton[];
}

/** A receipt as it is entered. */
export interface NewReceipt {
  requestId: string;
  /** The id of one, or the name of a new one. */
  supplier: { id: string } | { name: string };
  invoiceNumber: string;
  /** Undefined for now. */
  receivedAt: Date | undefined;
  temperatureC: string | null;
  freightCents: number;
  note: string;
  lines: NewLine[];
  /** What was asked and answered with yes. */
  confirmed: { invoice: boolean; cartons: boolean };
}

/** What is asked before a receipt is stored. */
export type ReceiptQuestion = "invoice" | "cartons";

/** Which receipts the list shows. */
export const receiptFilters = ["all", "claims", "costs"] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];

/** The money of a receipt, for whoever may see accounts. */
export interface ReceiptMoney {
  freightCents: number;
  costCents: number;
  claimedCents: number;
  creditedCents: number | null;
  /** Accepted pounds without a known cost, in hundredths. */
  unknownLb: number;
}

/** A receipt in the list. */
export interface ReceiptSummary extends Cursor {
  number: number;
  supplier: string;
  invoiceNumber: string;
  /** Accepted pounds. */
  lb: string;
  /** Codes of its lots, and how many more there are. */
  lots: string[];
  moreLots: number;
  refused: number;
  isVoid: boolean;
  /** Whether something is claimed, or came short, that is not settled. */
  isClaimOpen: boolean;
  /** Null for whoever may not see costs. */
  money: ReceiptMoney | null;
}

/** The price of a line, for whoever may see accounts. */
interface LineMoney {
  pricedBy: Pricing | null;
  priceCents: number | null;
  invoicedCents: number | null;
  costCents: number | null;
  claimedCents: number | null;
  shareCents: number;
}

export interface ReceiptLine {
  id: string;
  position: number;
  productId: string | null;
  description: string;
  lotId: string | null;
  lotCode: string;
  boxes: number;
  lb: string;
  invoicedLb: string | null;
  temperatureC: string | null;
  isAccepted: boolean;
  reason: string;
  cartons: number;
  money: LineMoney | null;
}

export interface ReceiptPaper {
  id: string;
  isPdf: boolean;
  addedAt: Date;
  addedBy: string | null;
}

/** A receipt with everything that is known of it. */
export interface Receipt {
  id: string;
  number: number;
  supplierId: string;
  supplier: string;
  invoiceNumber: string;
  receivedAt: Date;
  temperatureC: string | null;
  note: string;
  version: number;
  receivedBy: string | null;
  createdAt: Date;
  creditedAt: Date | null;
  creditedNote: string;
  lines: ReceiptLine[];
  /** Lines that were entered by mistake: they count for nothing. */
  removedLines: Pick<
    ReceiptLine,
    "position" | "description" | "lotId" | "lotCode" | "boxes" | "lb"
  >[];
  /** When the whole of it was voided as a mistake. */
  voidedAt: Date | null;
  voidedBy: string | null;
  voidReason: string;
  money: ReceiptMoney | null;
}

/** "Receipt 1042" */
export function receiptName({ number }: { number: number }): string {
  return `Receipt ${number}`;
}

/** The code of a lot that came without one: "IN1042-2". */
export function ownLotCode(receiptNumber: number, position: number): string {
  return `IN${receiptNumber}-${position}`;
}
