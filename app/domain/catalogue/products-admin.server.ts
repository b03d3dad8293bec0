import { and, asc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { ImageEditor, Staff } from "#app/domain/access/capability.ts";
import { noSuchProduct } from "#app/domain/catalogue/product.ts";
import { checkedImageUrl } from "#app/domain/pictures/checked-image-url.server.ts";
import { type NumberedPage, numberedPage } from "#app/lib/numbered-page.ts";
import { type Page, toPage } from "#app/lib/page-of-rows.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { maxFeatured, products } from "#db/schema/products.ts";
import type { Category } from "#db/schema/values/products.ts";
import { foldedLike } from "#db/search.ts";
import { type AdminProduct, isProductId } from "./product.ts";
import { changeProduct } from "./product-form/product-changes.server.ts";
import { adminColumns } from "./products.server.ts";

interface ProductFilter {
  category?: Category | undefined;
  /** Part of the name, another name or the cut type, ignoring case and accents. */
  search?: string | undefined;
}

const homePageFull = "Four products are on the home page already. Take one of them off first.";

const pageOfProducts = 50;

/** Returns a page of matching products by name, active or not. For staff who keep the catalogue. */
export async function pageOfProductsForAdmin(
  db: Database,
  _staff: Staff<"catalogue">,
  { category, search = "" }: ProductFilter,
  asked: number,
): Promise<{ rows: AdminProduct[]; place: NumberedPage }> {
  const wanted = and(category && eq(products.category, category), mentioning(search));
  const place = numberedPage(await db.$count(products, wanted), pageOfProducts, asked);
  const rows = await db
    .select(adminColumns)
    .from(products)
    .where(wanted)
    .orderBy(asc(products.name), asc(products.id))
    .limit(pageOfProducts)
    .offset(place.from);
  return { rows, place };
}

const choices = 10;

const choiceColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  pricePerLb: products.pricePerLb,
  isActive: products.isActive,
};

export type ProductChoice = Pick<AdminProduct, keyof typeof choiceColumns>;

/**
 * Returns the first products by name, active or not, that match a search, to choose one; none for a
 * blank search. For staff who keep the catalogue or prices.
 */
export async function findProducts(
  db: Database,
  _staff: Staff<"catalogue"> | Staff<"prices">,
  search: string,
): Promise<Page<ProductChoice>> {
  const wanted = mentioning(search);
  if (!wanted) return { rows: [], hasMore: false };
  const found = await db
    .select(choiceColumns)
    .from(products)
    .where(wanted)
    .orderBy(asc(products.name), asc(products.id))
    .limit(choices + 1);
  return toPage(found, choices);
}

/** Returns a chosen product; null if unknown. For staff who keep the catalogue or prices. */
export async function getProductChoice(
  db: Database,
  _staff: Staff<"catalogue"> | Staff<"prices">,
  id: string,
): Promise<ProductChoice | null> {
  if (!isProductId(id)) return null;
  const [product] = await db.select(choiceColumns).from(products).where(eq(products.id, id));
  return product ?? null;
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

/** Returns a product, active or not. For staff who keep the catalogue. @throws Refusal */
export async function getProductForAdmin(
  db: Database,
  _staff: Staff<"catalogue">,
  id: string,
): Promise<AdminProduct> {
  if (!isProductId(id)) throw noSuchProduct();
  const [product] = await db.select(adminColumns).from(products).where(eq(products.id, id));
  if (!product) throw noSuchProduct();
  return product;
}

/** Returns the categories that have products, active or not. For staff who keep the catalogue. */
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
 * Shows or hides a product in the shop. Idempotent. For staff who keep the catalogue.
 *
 * @throws Refusal
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
 * Puts a product in the first free place of the home page, or takes it off. Idempotent. For staff
 * who keep the catalogue.
 *
 * @throws Refusal
 */
export function setProductFeatured(
  db: Database,
  staff: Staff<"catalogue">,
  id: string,
  isFeatured: boolean,
): Promise<AdminProduct> {
  if (!isFeatured)
    return changeProduct(db, staff, id, "taken off home page", { featuredRank: null });
  return db.transaction(async (tx) => {
    // Concurrent choices would get the same position.
    await lockName(tx, "home page");
    const product = await getProductForAdmin(tx, staff, id);
    if (product.featuredRank !== null) return product;
    const chosen = await tx
      .select({ rank: products.featuredRank })
      .from(products)
      .where(isNotNull(products.featuredRank));
    const taken = new Set(chosen.map(({ rank }) => rank));
    const free = Array.from({ length: maxFeatured }, (_, index) => index + 1);
    const featuredRank = free.find((rank) => !taken.has(rank));
    if (featuredRank === undefined) throw new Refusal("home page full", homePageFull);
    return changeProduct(tx, staff, id, "put on home page", { featuredRank });
  });
}

/** Sets a product's image. For the designated administrator. @throws Refusal */
export async function setProductImage(
  db: Database,
  imageEditor: ImageEditor,
  id: string,
  url: string,
): Promise<AdminProduct> {
  const imageUrl = checkedImageUrl(url);
  return changeProduct(db, imageEditor, id, "image changed", { imageUrl });
}
