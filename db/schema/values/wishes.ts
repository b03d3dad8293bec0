/** Inches that a cut may be asked for in. */
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

/** How much fat is taken off: all that comes off, or none. Without a wish it is as the shop does it. */
export const trims = ["lean", "fat"] as const;
export type Trim = (typeof trims)[number];

/** Nobody packs more into one bag. */
export const mostPerPack = 50;

/** Characters of what else is wished. */
export const mostWishNote = 80;

/** How a line is to be cut and packed; "" where nothing is wished. */
export interface Wish {
  thickness: Thickness | "";
  /** A whole number as text. */
  perPack: string;
  trim: Trim | "";
  /** In the customer's words, on one line. */
  note: string;
}
