/** The unit of a supplier's price: a pound, a box, or the whole line. */
export const pricings = ["lb", "box", "total"] as const;
export type Pricing = (typeof pricings)[number];

/** File types of a supplier's papers: a picture re-encoded by the shop, or a PDF. */
export const receiptPaperTypes = [
  "image/webp",
  "image/jpeg",
  "image/png",
  "application/pdf",
] as const;
