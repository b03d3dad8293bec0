/** Thicknesses of cuts, in inches. */
export const thicknesses = [
  "0.25",
  "0.5",
  "0.75",
  "1",
  "1.25",
  "1.5",
  "1.75",
  "2",
  "2.5",
  "3",
] as const;
type Thickness = (typeof thicknesses)[number];

/** How much fat is trimmed: all of it, or none. Without a wish it is the shop's default. */
export const trims = ["lean", "fat"] as const;
export type Trim = (typeof trims)[number];

export const mostPerPack = 50;

/** In characters. */
export const mostWishNote = 80;

/** How a line is to be cut and packed; "" for no wish. */
export interface Wish {
  thickness: Thickness | "";
  /** A whole number as text. */
  perPack: string;
  trim: Trim | "";
  /** In the customer's words, on one line. */
  note: string;
}
