/**
 * Why there is more or less of a product: bought in, cut from a lot or into another, packed for an order or
 * taken out of a package again, brought back by a client, thrown away, or counted.
 */
export const stockEntryKinds = [
  "received",
  "cut from",
  "cut into",
  "packed",
  "unpacked",
  "returned",
  "waste",
  "count",
] as const;
export type StockEntryKind = (typeof stockEntryKinds)[number];

/**
 * How the stock of a product is kept: not at all, as pounds or pieces of which orders take, or by hand as
 * sold out.
 */
export const stockTrackings = ["none", "lb", "pieces", "closed"] as const;
export type StockTracking = (typeof stockTrackings)[number];
