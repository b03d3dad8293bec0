/** An order as it was sent; sending it again has no further effect. */
export interface SentOrder {
  requestId: string;
  lines: { productId: string; quantity: string; seenPricePerLb: string }[];
  /** Set once the shop has confirmed it. */
  id?: string;
}

/** Requests sent to a shop, and those that it has confirmed. */
export interface Ledger {
  orders: Map<string, SentOrder>;
  /** Ids of orders that were confirmed as fulfilled. */
  fulfilled: Set<string>;
  /** Ids of orders whose fulfilment was requested; the answer may have been cut off. */
  fulfilling: Set<string>;
  images: Set<string>;
  cutOff: number;
  /** True after the database's server was killed: the shop may answer that it is unreachable. */
  mayBeAway: boolean;
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
