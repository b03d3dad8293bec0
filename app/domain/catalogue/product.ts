import type { taxes } from "#app/content/taxes.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Category, SalesUnit, Storage } from "#db/schema/values/products.ts";

export interface StockNotice {
  /** E.g. "Sold out until Thursday, December 3", "Last 12 lb". */
  words: string;
  isOut: boolean;
  /** True if sold out with no known end, so that it can't be ordered for any day. */
  isOver: boolean;
}

/** The columns of a product card. */
export interface ProductSummary {
  id: string;
  name: string;
  category: string | null;
  /** Dollars per lb as stored, e.g. "24.99"; see lib/amounts/money.ts for arithmetic. */
  pricePerLb: string;
  imageUrl: string | null;
  slug: string;
  /** Orders are in pounds, or in pieces of about `typicalPieceLb`. */
  soldBy: SalesUnit;
  /** Pounds with two decimals; never null if sold by the piece. */
  typicalPieceLb: string | null;
  /** Pounds with two decimals; orders are multiples of it. */
  orderStepLb: string;
  /** Percentage by which the packed weight may exceed the ordered one. */
  overCapPct: number;
  taxCode: keyof typeof taxes;
  stock?: StockNotice;
}

/** Returns "about 1.25 lb each"; null if sold by the pound. */
export function aboutEach({
  soldBy,
  typicalPieceLb,
}: Pick<ProductSummary, "soldBy" | "typicalPieceLb">): string | null {
  return soldBy === "piece" ? `about ${formatLb(Number(typicalPieceLb))} each` : null;
}

export type ProductHit = Pick<
  ProductSummary,
  "id" | "name" | "category" | "pricePerLb" | "soldBy" | "typicalPieceLb"
>;

export interface ProductPage extends Pick<Product, "category" | "slug"> {
  updatedAt: Date;
}

/** Current product data for refreshing cart lines. */
export type CartProduct = ProductSummary & Pick<Product, "slug">;

/** The data of the product page. */
export interface Product extends ProductSummary {
  slug: string;
  cutType: string | null;
  otherNames: string;
  description: string | null;
  storage: Storage;
  /** Its former slugs, if requested; they also find the facts on its cut. */
  formerSlugs?: readonly string[];
}

/** A product in the back office, which may be inactive. */
export interface AdminProduct extends Omit<Product, "overCapPct" | "formerSlugs"> {
  /** Null for the shop's default. */
  overCapPct: number | null;
  category: Category | null;
  /** Empty if not given, like the description. */
  cutType: string;
  description: string;
  isActive: boolean;
  /** Its position on the home page, from 1 to 4; null for none. */
  featuredRank: number | null;
  /** Grams of packaging per package. */
  tareG: number;
  itemNumber: number | null;
  /** 14 digits, padded with zeros; null for none. */
  gtin: string | null;
  taxCode: keyof typeof taxes;
  isTraced: boolean;
}

export type ProductFields = Omit<AdminProduct, "id" | "imageUrl" | "featuredRank">;

export const noSuchProduct = () => new Refusal("gone", "Product not found");

/** A field whose values are unique among products. */
export type UniqueField = "name" | "slug" | "itemNumber" | "gtin";

const takenMessages: Record<UniqueField, string> = {
  name: "Another product has this name. Please choose a different one.",
  slug: "Another product has this slug. Please choose a different one.",
  itemNumber: "Another product has this number",
  gtin: "Another product has this GTIN",
};

export function fieldTaken(field: UniqueField, { cause }: ErrorOptions = {}): Refusal {
  const errors = { [field]: [takenMessages[field]] };
  return new Refusal("taken", invalidMessage, { errors, cause });
}

/** The product has changed since the editor opened it. Becomes a 409. */
export class ProductChangedError extends Error {
  override readonly name = "ProductChangedError";
  readonly product: AdminProduct;

  constructor(product: AdminProduct) {
    super(`The product ${product.id} has changed meanwhile`);
    this.product = product;
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** True for a UUID of versions 1 to 5. */
export function isProductId(value: string): boolean {
  return uuidPattern.test(value);
}
