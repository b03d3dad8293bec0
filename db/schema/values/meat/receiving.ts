/** What a supplier's price is for: a pound, a box, or all of the line. */
export const pricings = ["lb", "box", "total"] as const;
export type Pricing = (typeof pricings)[number];

/** The files that a supplier's papers are stored as: a picture as the shop encodes it anew, or a PDF. */
export const receiptPaperTypes = [
  "image/webp",
  "image/jpeg",
  "image/png",
  "application/pdf",
] as const;
