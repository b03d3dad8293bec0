import type { Category } from "#db/schema/products.ts";

/** One product of the opening catalogue. It never overwrites existing products. */
export interface SeedProduct {
  slug: string;
  name: string;
  category: Category;
  cutType: string;
  /** Other names, separated by ", ". */
  otherNames: string;
  description: string;
  /** Dollars per pound with two decimals, as `numeric(10,2)` text. */
  pricePerLb: string;
}
