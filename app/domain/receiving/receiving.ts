import type { Cursor } from "#app/lib/page-of-rows.ts";
import type { Pricing } from "#db/schema/values/meat/receiving.ts";
import type { PricedLine, ReceiptSums } from "./receipt-costs.ts";

export const mostLines = 40;

/** Cartons of a receipt that are scanned individually. */
export const mostCartons = 400;

export const maxPapers = 6;

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

export interface Supplier extends SupplierFacts {
  id: string;
  version: number;
  createdAt: Date;
}

export interface SupplierSummary extends SupplierName {
  contactName: string;
  phone: string;
  isActive: boolean;
  receipts: number;
  lastReceivedAt: Date | null;
}

/** A code on a supplier's cartons, and its product. */
export interface SupplierCode {
  code: string;
  productId: string;
  productName: string;
}

export interface ReceivedProduct {
  id: string;
  name: string;
  gtin: string | null;
  storage: "frozen" | "refrigerated";
  isKeptInPieces: boolean;
}

export interface Carton {
  lb: string;
  /** Its GTIN and serial number, "…:…"; null if the code has no serial number. */
  serial: string | null;
  rawScan: string;
}

export interface NewLine extends PricedLine {
  /** Its row in the form, from 1. */
  row: number;
  productId: string | null;
  /** For meat that isn't a product. */
  description: string;
  /** Empty to generate one. */
  lotCode: string;
  /** The supplier's own lot code as scanned, if another was entered; empty for none. */
  theirLot: string;
  /** The carton code to remember for the product; empty for none. */
  code: string;
  expiresOn: string | null;
  slaughteredOn?: string | null;
  temperatureC: string | null;
  reason: string;
  cartons: Carton[];
  /** Whole pieces, for a product kept in pieces; null if not typed. */
  pieces?: number | null;
}

export interface NewReceipt {
  requestId: string;
  /** A known supplier's id, or a new one's name. */
  supplier: { id: string } | { name: string };
  invoiceNumber: string;
  /** Undefined means now. */
  receivedAt: Date | undefined;
  temperatureC: string | null;
  freightCents: number;
  note: string;
  lines: NewLine[];
  confirmed: readonly ReceiptQuestion[];
}

/** Questions asked before a receipt or its correction is stored. */
export const receiptQuestions = {
  confirmInvoice: "Yes, another delivery on this invoice",
  confirmLots: "Yes, the lot is right",
  confirmCartons: "Yes, count the cartons again",
  confirmPieces: "Yes, the pieces are right",
  confirmBoxes: "Yes, the boxes and pounds are right",
  confirmPrice: "Yes, the price is right",
  isMeant: "It is meant: less came than has gone of it",
};

export type ReceiptQuestion = keyof typeof receiptQuestions;

export const receiptFilters = ["all", "claims", "costs"] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];

/** For staff who may see accounts. */
export interface ReceiptMoney {
  freightCents: number;
  /** Of the goods alone. */
  costCents: number;
  /** The goods with freight and what the supplier did not credit. */
  lotsCents: number;
  claimedCents: number;
  creditedCents: number | null;
  /** Accepted pounds of unknown cost, in hundredths. */
  unknownLb: number;
}

export interface ClaimSent {
  at: Date;
  /** Null for a former member of staff. */
  by: string | null;
  /** To whom, or how; may be empty. */
  how: string;
}

export interface ReceiptSummary extends Cursor {
  number: number;
  supplier: string;
  invoiceNumber: string;
  /** Accepted pounds. */
  lb: string;
  /** Codes of its first lots, and the number of further ones. */
  lots: string[];
  moreLots: number;
  refused: number;
  isVoid: boolean;
  isClaimOpen: boolean;
  /** Of its open claim; null if it wasn't sent, or for staff who may not see costs. */
  claimSentAt: Date | null;
  /** Null for staff who may not see costs. */
  money: ReceiptMoney | null;
}

/** For staff who may see accounts. */
interface LineMoney {
  pricedBy: Pricing | null;
  priceCents: number | null;
  invoicedCents: number | null;
  costCents: number | null;
  claimedCents: number | null;
  /** Null while the claim is open. */
  creditedCents: number | null;
  creditedReason: string;
  shareCents: number;
}

export interface ReceiptLine
  extends Pick<NewLine, "productId" | "description" | "lotCode" | "temperatureC" | "reason"> {
  id: string;
  position: number;
  lotId: string | null;
  /** Its lot's; null if unknown, or if it was refused. */
  expiresOn: string | null;
  /** Its lot's; null if unknown, or if it was refused. */
  slaughteredOn: string | null;
  boxes: number;
  /** Null if pieces aren't asked. */
  pieces: number | null;
  lb: string;
  invoicedLb: string | null;
  isAccepted: boolean;
  /** The number of scanned cartons. */
  cartons: number;
  /** Weights of boxes that were typed or scanned one by one, if they still add up. */
  boxLbs: string[];
  money: LineMoney | null;
}

export interface ReceiptPaper {
  id: string;
  isPdf: boolean;
  addedAt: Date;
  addedBy: string | null;
}

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
  /** Null, and the note empty, also for staff who may not see costs. */
  creditedAt: Date | null;
  creditedNote: string;
  /** Null if the claim is open, or for a former member of staff. */
  creditedBy: string | null;
  /** Null if the claim wasn't sent, or for staff who may not see costs. */
  claimSent: ClaimSent | null;
  lines: ReceiptLine[];
  /** Mistaken lines, which don't count. */
  removedLines: Pick<
    ReceiptLine,
    "position" | "description" | "lotId" | "lotCode" | "boxes" | "lb"
  >[];
  voidedAt: Date | null;
  voidedBy: string | null;
  voidReason: string;
  money: (ReceiptMoney & Pick<ReceiptSums, "unbilledLb">) | null;
}

export function receiptName({ number }: { number: number }): string {
  return `Receipt ${number}`;
}

/** Returns the code of a lot that came without one: "IN1042-2". */
export function ownLotCode(receiptNumber: number, position: number): string {
  return `IN${receiptNumber}-${position}`;
}
