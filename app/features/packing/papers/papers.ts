import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import type { Storage } from "#db/schema/values/products.ts";

/**
 * What the papers of the packing station say. Pounds are text with at most two decimals, as in the
 * database; grams and cents are whole. Days are Pacific calendar days, e.g. "2026-11-22".
 */

/** Who packs. The name's two parts make up the wordmark. */
interface PaperCompany {
  name: string;
  shortName: string;
  nameSuffix: string;
  /** Address, telephone, email. */
  lines: string[];
  /** The digest of its logo for papers. */
  logo: string | null;
}

/** Where the goods go. Missing details are the empty string. */
interface PaperCustomer {
  company: string;
  contact: string;
  /** May have several lines. */
  address: string;
  phone: string;
  /** Nothing is brought to them. */
  isPickedUp?: boolean;
}

/** What goes with the goods: everything that was ordered, each package, no prices. */
export interface PackingSlip {
  company: PaperCompany;
  customer: PaperCustomer;
  orderNumber: string;
  /** The customer's own; may be empty. */
  poNumber: string;
  placedOn: string;
  /** Day, window, run and stop; null for an order without a day. */
  delivery: { kind: DeliveryKind; when: string; run: string } | null;
  /** Null while it is being packed. */
  packedOn: string | null;
  /** Of this order; may be empty. */
  notes: string;
  /** Of the customer; may be empty. */
  standingNotes: string;
  lines: PackingSlipLine[];
  boxes: { number: number; lb: string; g: number }[];
  /** Printed at the end, e.g. what to do about damaged goods. */
  remarks: string[];
  printedAt: Date;
}

export interface PackingSlipLine {
  description: string;
  /** For example "3 pieces, about 3.75 lb" or "12.5 lb". */
  ordered: string;
  /** The sum of its packages, as the order line keeps it; null before the first. */
  packedLb: string | null;
  packages: PackingSlipPackage[];
  state: "packed" | "short" | "substituted" | "dropped" | "open";
  /** Why, in plain words; may be empty. */
  remark: string;
}

export interface PackingSlipPackage {
  netLb: string;
  netG: number;
  pieces: number | null;
  lot: string | null;
  /** The number of its box. */
  box: number | null;
}

/** The day's cuts, each with the orders that it is for. */
export interface PickList {
  day: string;
  cuts: PickListCut[];
  printedAt: Date;
}

export interface PickListCut {
  product: string;
  storage: Storage;
  totalLb: string;
  /** Null where it is ordered by the pound. */
  pieces: number | null;
  splits: { customer: string; orderNumber: string; ordered: string; note: string }[];
}

/** The label of a box, 4 × 6 in. */
export interface BoxLabel {
  company: { name: string };
  shipTo: PaperCustomer;
  number: number;
  /** Null until the last box is closed. */
  of: number | null;
  orderNumber: string;
  run: string | null;
  stop: string | null;
  storage: Storage;
  lb: string;
  g: number;
  /** One line each, e.g. "3 × Ribeye Steak". */
  contents: string[];
  /** What its QR code and its bar code say. */
  code: string;
  packedBy: string;
  packedAt: Date;
}

/** The label of a package, in one of two sizes. */
export interface PackLabel {
  company: { name: string; address: string };
  /** The common name in both languages; without the French one the English one stands alone. */
  name: { en: string; fr: string | null };
  /** How it was to be cut and packed; "" for as usual. */
  wish: string;
  /** Whose it is, to sort packages that are alike: "Order 1411 · Stop 3 · Kitchen"; "" for nobody's. */
  order: string;
  /** Only of carcasses that were graded so. */
  cutFromCanadaAaa: boolean;
  netG: number;
  netLb: string;
  /** Only where it is sold by its label. */
  price: { centsPerLb: number; totalCents: number } | null;
  lot: string | null;
  storage: Storage;
  /** Neither day is printed on what is packed frozen. */
  packedOn: string | null;
  bestBefore: string | null;
  /** Its code says `PKG-` and this, unless `gs1` is there. */
  id: string;
  /** Its bars say `PKG-` and this, where the label has room for them. */
  labelNumber: number;
  /** Only for a company that has GTINs of its own. */
  gs1: PackLabelGs1 | null;
}

export interface PackLabelGs1 {
  /** Fourteen digits; the first is 9, for variable measure. */
  gtin: string;
  /** At most twenty characters. */
  serial: string | null;
  /** The code has the weight in the unit that the scale showed, so nothing is rounded twice. */
  weighedIn: WeightUnit;
}

/** In inches. Bars that a laser scanner reads are on 4 × 3 alone: the others have no room for them. */
export type PackLabelSize = "4x3" | "4x2" | "2.25x1.25";
