import type { LabelPrice } from "#app/domain/packages/label-prices.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import type { PoMode } from "#db/schema/values/customers.ts";
import type { SalesUnit, TaxCode } from "#db/schema/values/products.ts";

/** A product as it is sold at a till. */
export interface TillProduct {
  id: string;
  name: string;
  /** Dollars. */
  pricePerLb: string;
  taxCode: TaxCode;
  soldBy: SalesUnit;
  /** What one piece weighs of what is sold by the piece. */
  typicalPieceLb: string | null;
  /** What a package of it weighs in the middle, at the counter if any was sold there; null for none. */
  usualLb: string | null;
  tareG: number;
  isTraced: boolean;
  /** Its PLU. */
  itemNumber: number | null;
  gtin: string | null;
  labelGtin: string | null;
}

export interface TillLot {
  id: string;
  code: string;
  /** What it is, as far as somebody said: "Chuck roll". */
  meat: string;
  supplierLot: string;
  expiresOn: string | null;
  isHeld: boolean;
  leftLb: string | null;
  /** The products that it is sold as; null for one that may be anything. */
  soldAs: readonly string[] | null;
}

/** How a till reads what is scanned. */
export interface TillScanning {
  rules: readonly ScanRule[];
  standIns: readonly string[];
  labelPrices: readonly LabelPrice[];
  lots: readonly TillLot[];
  /** The Pacific day. */
  today: string;
}

/** A client whose account something may go on. */
export interface AccountClient {
  id: string;
  name: string;
  poMode: PoMode;
}
