import { and, asc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { ImageEditor, Staff } from "#app/features/auth/capability.ts";
import { checkedImageUrl } from "#app/features/images/image-address.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { foldedLike } from "#db/search.ts";
import type { Category } from "./category.ts";
import { type AdminProduct, isProductId, ProductNotFoundError } from "./product.ts";
import { changeProduct } from "./product-form/product-changes.server.ts";
import { adminColumns } from "./products.server.ts";

interface ProductFilter {
  category?: Category | undefined;
  /** Part of the name, another name or the cut type, ignoring case and accents. */
  search?: string | undefined;
}

/**
 * All products by name, active or not, optionally filtered by category and search. For staff
 * who keep the catalogue or prices.
 */
export function listProductsForAdmin(
  db: Database,
  _staff: Staff<"catalogue"> | Staff<"prices">,
  { category, search = "" }: ProductFilter = {},
): Promise<AdminProduct[]> {
  return db
    .select(adminColumns)
    .from(products)
    .where(and(category && eq(products.category, category), mentioning(search)))
    .orderBy(asc(products.name), asc(products.id));
}

/** Matches the products of a back office search; undefined for an empty one. */
export function mentioning(search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const words = sql`replace(search_words(${text}), ' ', '')`;
  return or(
    foldedLike(products.name, containsPattern(text)),
    and(
      sql`${words} <> ''`,
      sql`replace(${products.searchWords}, ' ', '') like '%' || ${words} || '%'`,
    ),
  );
}

/**
 * One product, active or not. For staff who keep the catalogue.
 *
 * @throws ProductNotFoundError
 */
export async function getProductForAdmin(
  db: Database,
  _staff: Staff<"catalogue">,
  id: string,
): Promise<AdminProduct> {
  if (!isProductId(id)) throw new ProductNotFoundError(id);
  const [product] = await db.select(adminColumns).from(products).where(eq(products.id, id));
  if (!product) throw new ProductNotFoundError(id);
  return product;
}

/** Categories that have products, active or not, by name. For staff who keep the catalogue. */
export async function productCategories(
  db: Database,
  _staff: Staff<"catalogue">,
): Promise<Category[]> {
  const rows = await db
    .selectDistinct({ category: products.category })
    .from(products)
    .where(isNotNull(products.category))
    .orderBy(asc(products.category));
  return rows.flatMap(({ category }) => category ?? []);
}

/**
 * Shows or hides a product in the shop and returns it. Idempotent. For staff who keep the catalogue.
 *
 * @throws ProductNotFoundError
 */
export function setProductActive(
  db: Database,
  staff: Staff<"catalogue">,
  id: string,
  isActive: boolean,
): Promise<AdminProduct> {
  const action = isActive ? "activated" : "deactivated";
  return changeProduct(db, staff, id, action, { isActive });
}

/**
 * Sets a product's image and returns the product. For the designated administrator.
 *
 * @throws ProductNotFoundError, InvalidImageUrlError
 */
export async function setProductImage(
  db: Database,
  imageEditor: ImageEditor,
  id: string,
  url: string,
): Promise<AdminProduct> {
  const imageUrl = checkedImageUrl(url);
  return changeProduct(db, imageEditor, id, "image changed", { imageUrl });
}
