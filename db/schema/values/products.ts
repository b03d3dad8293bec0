/** In the order of the shop's tabs. */
export const categories = [
  "chuck",
  "prime-rib",
  "loin",
  "sirloin",
  "round",
  "other",
  "pre-cuts",
  "ground",
] as const;
export type Category = (typeof categories)[number];

/** Selling units: pounds, or pieces of about `typicalPieceLb`. Both are billed by weight. */
export const salesUnits = ["lb", "piece"] as const;
export type SalesUnit = (typeof salesUnits)[number];

/** Zero-rated (basic groceries), exempt, GST, GST and BC PST; see content/taxes.ts. */
export const taxCodes = ["Z", "E", "G", "GP"] as const;
export type TaxCode = (typeof taxCodes)[number];

export const storages = ["refrigerated", "frozen"] as const;
export type Storage = (typeof storages)[number];
