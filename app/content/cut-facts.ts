/**
 * What a butcher says of one cut, joined to a product by `slug`.
 * The product page shows it; the cuts guide draws on the same facts.
 */
export interface CutFacts {
  /** Equals the product's slug and the cut key of its picture mapping. */
  slug: string;
  /** Two to four short phrases: flavour, tenderness, marbling, grain. */
  characteristics: string[];
  /** Two to four uses, each a dish or a method a cook would name. */
  bestUses: string[];
  /** Only where it differs from the shop's usual packaging. */
  packaging?: string;
}
