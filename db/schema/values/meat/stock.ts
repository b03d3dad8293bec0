/**
 * Why stock changed: bought in, cut from a lot or into another, packed for an order or voided,
 * returned by a client, thrown away, or counted.
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

/** How a product's stock is kept: not at all, in pounds or pieces, or closed by hand (sold out). */
export const stockTrackings = ["none", "lb", "pieces", "closed"] as const;
export type StockTracking = (typeof stockTrackings)[number];
