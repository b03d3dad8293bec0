import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import type { Storage } from "#db/schema/values/products.ts";

/**
 * Contents of the packing station's papers. Pounds are text with at most two decimals, grams and
 * cents are whole numbers, and days are Pacific: "2026-11-22".
 */

/** The two parts of the shop's name make up the wordmark. */
interface PaperCompany {
  name: string;
  shortName: string;
  nameSuffix: string;
  lines: string[];
  /** Digest of its logo for papers. */
  logo: string | null;
}

/** Missing details are empty strings. */
interface PaperCustomer {
  company: string;
  contact: string;
  address: string;
  phone: string;
  isPickedUp?: boolean;
}

/** Paper that goes with the goods: every line ordered and every package, without prices. */
export interface PackingSlip {
  company: PaperCompany;
  customer: PaperCustomer;
  orderNumber: string;
  poNumber: string;
  placedOn: string;
  /** Day, window, run and stop; null for an order without a day. */
  delivery: { kind: DeliveryKind; when: string; run: string } | null;
  packedOn: string | null;
  notes: string;
  standingNotes: string;
  lines: PackingSlipLine[];
  boxes: { number: number; lb: string; g: number }[];
  /** Printed at the end, e.g. what to do about damaged goods. */
  remarks: string[];
  printedAt: Date;
}

export interface PackingSlipLine {
  description: string;
  /** "3 pieces, about 3.75 lb" or "12.5 lb" */
  ordered: string;
  /** Sum of its packages as stored on the order line; null before the first. */
  packedLb: string | null;
  packages: PackingSlipPackage[];
  state: "packed" | "short" | "substituted" | "dropped" | "open";
  /** The reason in plain words; empty for none. */
  remark: string;
}

export interface PackingSlipPackage {
  netLb: string;
  netG: number;
  pieces: number | null;
  lot: string | null;
  box: number | null;
}

export interface PickList {
  day: string;
  cuts: PickListCut[];
  printedAt: Date;
}

export interface PickListCut {
  product: string;
  storage: Storage;
  totalLb: string;
  pieces: number | null;
  splits: { customer: string; orderNumber: string; ordered: string; note: string }[];
}

/** 4 × 6 in. */
export interface BoxLabel {
  company: { name: string };
  shipTo: PaperCustomer;
  number: number;
  /** Number of boxes; null until the last one is closed. */
  of: number | null;
  orderNumber: string;
  run: string | null;
  stop: string | null;
  storage: Storage;
  lb: string;
  g: number;
  /** One line each: "6 pieces Ribeye Steak", or packages if no pieces were counted: "3 × Stew". */
  contents: string[];
  /** Content of its QR code and its bar code. */
  code: string;
  packedBy: string;
  packedAt: Date;
}

export interface PackLabel {
  company: { name: string; address: string };
  /** Common name; without a French one, only the English is printed. */
  name: { en: string; fr: string | null };
  /** How to cut and pack it; "" for the usual way. */
  wish: string;
  /** Recipient, to tell similar packages apart: "Order 1411 · Stop 3 · Kitchen"; "" for none. */
  order: string;
  /** True only for meat of carcasses with that grade. */
  cutFromCanadaAaa: boolean;
  netG: number;
  netLb: string;
  pieces: number | null;
  price: { centsPerLb: number; totalCents: number } | null;
  lot: string | null;
  storage: Storage;
  /** Both null if packed frozen. */
  packedOn: string | null;
  bestBefore: string | null;
  /** Its code says `PKG-` and this id, unless `gs1` is set. */
  id: string;
  /** Its bars say `PKG-` and this number, if the label has room for them. */
  labelNumber: number;
  /** Null unless the company has its own GTINs. */
  gs1: PackLabelGs1 | null;
}

export interface PackLabelGs1 {
  /** Fourteen digits; the first is 9, for variable measure. */
  gtin: string;
  /** At most twenty characters. */
  serial: string | null;
  /** The unit that the scale showed; the code uses it too, so that nothing is rounded twice. */
  weighedIn: WeightUnit;
}

/** In inches. Only 4 × 3 has room for bars that a laser scanner can read. */
export type PackLabelSize = "4x3" | "4x2" | "2.25x1.25";
