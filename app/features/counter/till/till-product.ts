import type { LabelPrice } from "#app/domain/packages/labels/label-prices.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import type { StockOffer } from "#app/domain/stock/stock.ts";
import type { PoMode } from "#db/schema/values/customers.ts";
import type { SalesUnit, TaxCode } from "#db/schema/values/products.ts";

export interface TillProduct {
  id: string;
  name: string;
  /** Dollars. */
  pricePerLb: string;
  taxCode: TaxCode;
  soldBy: SalesUnit;
  typicalPieceLb: string | null;
  /** Median package weight, from counter sales if there are any; null if it was never packed. */
  usualLb: string | null;
  /** True if `usualLb` is from counter sales; other packages are cases. */
  isUsualHere: boolean;
  tareG: number;
  isTraced: boolean;
  itemNumber: number | null;
  gtin: string | null;
  labelGtin: string | null;
  /** What can still be promised; undefined if its stock isn't tracked. */
  left?: StockOffer;
}

export interface TillLot {
  id: string;
  code: string;
  /** Its description, if there is one: "Chuck roll". */
  meat: string;
  supplierLot: string;
  expiresOn: string | null;
  isHeld: boolean;
  leftLb: string | null;
  /** Products that it may be sold as; null if unassigned. */
  soldAs: readonly string[] | null;
  /** Products that the lot itself is. A primal may be sold as cuts, but is none of them. */
  namedAs: readonly string[];
}

/** A product's stock and lots as of now, for when it is chosen. */
export interface TillSupply {
  left: StockOffer | null;
  /** The lots it may be sold from, including empty, expired and held ones. */
  lots: TillLot[];
}

/** What a till needs to read scans. */
export interface TillScanning {
  rules: readonly ScanRule[];
  standIns: readonly string[];
  labelPrices: readonly LabelPrice[];
  lots: readonly TillLot[];
  today: string;
}

/** A client who may buy on account. */
export interface AccountClient {
  id: string;
  name: string;
  poMode: PoMode;
}
