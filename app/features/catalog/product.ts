/** What a card shows of a product: the columns of the specification's shop query (section 7). */
export interface ProductSummary {
  id: string;
  name: string;
  category: string | null;
  /** Dollars per lb as the database writes them, e.g. "24.99"; see lib/money.ts for arithmetic. */
  pricePerLb: string;
  imageUrl: string | null;
}

/** One result of a search (section 7: id, name, category). */
export type ProductHit = Pick<ProductSummary, "id" | "name" | "category">;

/** What a cart refreshes its lines from. */
export type CartProduct = ProductSummary & Pick<Product, "slug">;

/** Everything the product page shows of a product itself. */
export interface Product extends ProductSummary {
  slug: string;
  cutType: string | null;
  description: string | null;
}

/** A product in the back office, where inactive ones are listed too. */
export interface AdminProduct extends Product {
  isActive: boolean;
}

/** There is no product with this id; for a 404. */
export class ProductNotFoundError extends Error {
  override readonly name = "ProductNotFoundError";

  constructor(id: string) {
    super(`No product with the id ${JSON.stringify(id)}`);
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether an address piece is a product id: a UUID of versions 1 to 5 (specification, section 3). */
export function isProductId(value: string): boolean {
  return uuidPattern.test(value);
}

/** What the page says where the catalogue is silent (specification, section 2, product detail). */
export const productDefaults = {
  weight: "Varies by cut",
  grade: "AAA",
  source: "Canadian",
  packaging: "Vacuum-sealed and flash-frozen for freshness.",
} as const;
