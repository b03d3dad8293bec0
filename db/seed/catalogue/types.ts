import type { Category } from "#db/schema/products.ts";

/** One product of the opening catalogue. Existing products are never overwritten by it. */
export interface SeedProduct {
  slug: string;
  name: string;
  category: Category;
  cutType: string;
  /** What else people call it, separated by ", ". */
  otherNames: string;
  description: string;
  /** Dollars per pound with two decimals, as `numeric(10,2)` text. */
  pricePerLb: string;
}
