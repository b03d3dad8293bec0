import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { featuredNames } from "#app/content/home.ts";
import type { Database } from "#db/database.ts";
import {
  formerSlugs,
  hasOrHadSlug,
  maxFeatured,
  products,
  toleranceInForce,
} from "#db/schema/products.ts";
import type { Category } from "#db/schema/values/products.ts";
import { isCategory } from "./category.ts";
import type { ListedProduct } from "./listing/arranged.ts";
import { filtersOf } from "./listing/filters-of.ts";
import {
  type CartProduct,
  isProductId,
  type Product,
  type ProductPage,
  type ProductSummary,
} from "./product.ts";

export const summaryColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  pricePerLb: products.pricePerLb,
  imageUrl: products.imageUrl,
  slug: products.slug,
  soldBy: products.soldBy,
  typicalPieceLb: products.typicalPieceLb,
  orderStepLb: products.orderStepLb,
  overCapPct: toleranceInForce,
  taxCode: products.taxCode,
};

export const productColumns = {
  ...summaryColumns,
  cutType: products.cutType,
  otherNames: products.otherNames,
  description: products.description,
  storage: products.storage,
};

export const adminColumns = {
  ...productColumns,
  overCapPct: products.overCapPct,
  isActive: products.isActive,
  featuredRank: products.featuredRank,
  tareG: products.tareG,
  itemNumber: products.itemNumber,
  gtin: products.gtin,
  isTraced: products.isTraced,
};

const relatedLimit = 4;

/** Per cart refresh. */
const maxCartProducts = 100;

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const slugsBefore = sql<string[]>`array(
  select ${formerSlugs.slug} from ${formerSlugs}
  where ${formerSlugs.productId} = ${products.id} order by ${formerSlugs.slug})`;

/** Returns active products by name, of one category or all, with filters. Anyone may call it. */
export async function listActiveProducts(
  db: Database,
  category: Category | "all",
): Promise<ListedProduct[]> {
  const found = await db
    .select({ ...summaryColumns, cutType: products.cutType, formerSlugs: slugsBefore })
    .from(products)
    .where(
      and(
        eq(products.isActive, true),
        category === "all" ? undefined : eq(products.category, category),
      ),
    )
    .orderBy(asc(products.name), asc(products.id));
  return found.map(({ cutType, formerSlugs, ...product }) => ({
    ...product,
    filters: filtersOf({ ...product, cutType, formerSlugs }),
  }));
}

/** Returns the path and last change of each active product. Anyone may call it. */
export function listProductPages(db: Database): Promise<ProductPage[]> {
  return db
    .select({ category: products.category, slug: products.slug, updatedAt: products.updatedAt })
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(asc(products.slug));
}

/** True if all four featured products of a new shop are among these. */
export function areFeaturedSteaks(shown: readonly Pick<ProductSummary, "name">[]): boolean {
  return featuredNames.every((featured) => shown.some(({ name }) => name === featured));
}

/**
 * Returns at most four products for the home page: the owner's choice in their order, then the four
 * of a new shop, then others, with an image first. Anyone may call it.
 */
export function featuredProducts(db: Database): Promise<ProductSummary[]> {
  return db
    .select(summaryColumns)
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(
      sql`${products.featuredRank} asc nulls last`,
      desc(inArray(products.name, featuredNames)),
      desc(isNotNull(products.imageUrl)),
      asc(products.name),
      asc(products.id),
    )
    .limit(maxFeatured);
}

/** Returns the active product by id, slug or former slug. Anyone may call it, with any input. */
export async function getProduct(db: Database, idOrSlug: string): Promise<Product | null> {
  const byId = isProductId(idOrSlug);
  if (!byId && !slugPattern.test(idOrSlug)) return null;
  const [product] = await db
    .select({ ...productColumns, formerSlugs: slugsBefore })
    .from(products)
    .where(
      and(byId ? eq(products.id, idOrSlug) : hasOrHadSlug(idOrSlug), eq(products.isActive, true)),
    )
    .limit(1);
  return product ?? null;
}

/** Returns up to 4 other active products of a category, by name. Anyone may call it. */
export async function relatedProducts(
  db: Database,
  category: string | null,
  excludeId: string,
): Promise<ProductSummary[]> {
  if (!isCategory(category)) return [];
  return db
    .select(summaryColumns)
    .from(products)
    .where(
      and(
        eq(products.category, category),
        isProductId(excludeId) ? ne(products.id, excludeId) : undefined,
        eq(products.isActive, true),
      ),
    )
    .orderBy(asc(products.name), asc(products.id))
    .limit(relatedLimit);
}

/**
 * Returns current data of a cart's active products, by name, for the first 100 valid ids. Anyone
 * may call it, with unvalidated input.
 */
export async function productsByIds(db: Database, ids: readonly string[]): Promise<CartProduct[]> {
  const asked = [...new Set(ids.filter(isProductId))].slice(0, maxCartProducts);
  if (asked.length === 0) return [];
  return db
    .select(summaryColumns)
    .from(products)
    .where(and(inArray(products.id, asked), eq(products.isActive, true)))
    .orderBy(asc(products.name), asc(products.id));
}
