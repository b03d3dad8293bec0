/** An order as it was sent; sending it again places nothing more. */
export interface SentOrder {
  requestId: string;
  lines: { productId: string; quantity: string; seenPricePerLb: string }[];
  /** Once the shop has said that it was placed. */
  id?: string;
}

/** What a shop has been asked for, and what it has said that it did. */
export interface Ledger {
  orders: Map<string, SentOrder>;
  /** Ids of orders that the shop has said are fulfilled. */
  fulfilled: Set<string>;
  /** Ids of orders whose fulfilment was asked for; the answer may have been cut off. */
  fulfilling: Set<string>;
  /** Paths of images that the shop has said it keeps. */
  images: Set<string>;
  /** How many requests were cut off. */
  cutOff: number;
  /** The database's server was killed under the shop: it may say that it cannot be reached. */
  mayBeAway: boolean;
  /** Answers that nobody should get. */
  surprises: string[];
}

export function emptyLedger(): Ledger {
  return {
    orders: new Map(),
    fulfilled: new Set(),
    fulfilling: new Set(),
    images: new Set(),
    cutOff: 0,
    mayBeAway: false,
    surprises: [],
  };
}
