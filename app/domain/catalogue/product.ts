import type { taxes } from "#app/content/taxes.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Category, SalesUnit, Storage } from "#db/schema/values/products.ts";

/** What pages say of a product that is not simply there. */
export interface StockNotice {
  /** "Sold out until Thursday, December 3", "Last 12 lb". */
  words: string;
  isOut: boolean;
  /** Sold out, and nobody knows until when: it can't be ordered for any day. */
  isOver: boolean;
}

/** The fields of a product card: the columns that the shop's lists read. */
export interface ProductSummary {
  id: string;
  name: string;
  category: string | null;
  /** Dollars per lb as the database writes them, e.g. "24.99"; see lib/money.ts for arithmetic. */
  pricePerLb: string;
  imageUrl: string | null;
  /** The last segment of its path; used by cart links. */
  slug: string;
  /** What is ordered: pounds, or pieces of about `typicalPieceLb`. */
  soldBy: SalesUnit;
  /** Pounds with two decimals; never null for what is sold by the piece. */
  typicalPieceLb: string | null;
  /** Pounds with two decimals, of which an order is a multiple. */
  orderStepLb: string;
  /** Per cent that the packed weight may exceed the ordered one. */
  overCapPct: number;
  taxCode: keyof typeof taxes;
  stock?: StockNotice;
}

/** "about 1.25 lb each"; null for what is sold by the pound. */
export function aboutEach({
  soldBy,
  typicalPieceLb,
}: Pick<ProductSummary, "soldBy" | "typicalPieceLb">): string | null {
  return soldBy === "piece" ? `about ${formatLb(Number(typicalPieceLb))} each` : null;
}

/** One result of a search (section 7: id, name, category), and its price. */
export type ProductHit = Pick<
  ProductSummary,
  "id" | "name" | "category" | "pricePerLb" | "soldBy" | "typicalPieceLb"
>;

/** A product's sitemap entry. */
export interface ProductPage extends Pick<Product, "category" | "slug"> {
  updatedAt: Date;
}

/** Current product data for refreshing cart lines. */
export type CartProduct = ProductSummary & Pick<Product, "slug">;

/** Everything the product page shows about a product. */
export interface Product extends ProductSummary {
  slug: string;
  cutType: string | null;
  /** Other names customers use, separated by ", ". */
  otherNames: string;
  description: string | null;
  /** How its labels say that it is kept. */
  storage: Storage;
  /** The slugs that it had before, where they were asked for: what is known of a cut goes by them too. */
  formerSlugs?: readonly string[];
}

/** A product in the back office, where inactive ones are listed too. */
export interface AdminProduct extends Omit<Product, "overCapPct" | "formerSlugs"> {
  /** Null for the shop's setting. */
  overCapPct: number | null;
  category: Category | null;
  /** Empty if not given; so is the description. */
  cutType: string;
  description: string;
  isActive: boolean;
  /** Its place on the home page, from 1 to 4; null for none. */
  featuredRank: number | null;
  /** Grams of packaging per package. */
  tareG: number;
  /** The number that scales print on their labels; null for none. */
  itemNumber: number | null;
  /** 14 digits, padded with zeros; null for none. */
  gtin: string | null;
  taxCode: keyof typeof taxes;
  /** Whether each package needs a lot. */
  isTraced: boolean;
}

/** A product's editable fields. */
export type ProductFields = Omit<AdminProduct, "id" | "imageUrl" | "featuredRank">;

/** @throws this for an id that no product has */
export const noSuchProduct = () => new Refusal("gone", "Product not found");

/** A field of which no two products have the same value. */
export type UniqueField = "name" | "slug" | "itemNumber" | "gtin";

const takenMessages: Record<UniqueField, string> = {
  name: "Another product has this name. Please choose a different one.",
  slug: "Another product has this slug. Please choose a different one.",
  itemNumber: "Another product has this number",
  gtin: "Another product has this GTIN",
};

/** Another product has this value already. */
export function fieldTaken(field: UniqueField, { cause }: ErrorOptions = {}): Refusal {
  const errors = { [field]: [takenMessages[field]] };
  return new Refusal("taken", invalidMessage, { errors, cause });
}

/** The product has changed since the editor opened it; for a 409. */
export class ProductChangedError extends Error {
  override readonly name = "ProductChangedError";
  /** The current product. */
  readonly product: AdminProduct;

  constructor(product: AdminProduct) {
    super(`The product ${product.id} has changed meanwhile`);
    this.product = product;
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a URL segment is a product id: a UUID of versions 1 to 5. */
export function isProductId(value: string): boolean {
  return uuidPattern.test(value);
}
