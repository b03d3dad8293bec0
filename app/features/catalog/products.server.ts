import { and, asc, desc, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { type Category, isCategory } from "./category.ts";
import {
  type CartProduct,
  isProductId,
  type Product,
  type ProductPage,
  type ProductSummary,
} from "./product.ts";
import { productColumns, summaryColumns } from "./product-columns.server.ts";

const relatedLimit = 4;
const featuredLimit = 4;

/** The home page's products (specification, section 7). */
const featuredNames = ["Ribeye Steak", "Tenderloin Steak", "T-Bone Steak", "Striploin Steak"];

/** The most products that one refresh of a cart asks for. */
const maxCartProducts = 100;

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The shop's products by name, those of one category or of all. Anyone may call it. */
export function listActiveProducts(
  db: Database,
  category: Category | "all",
): Promise<ProductSummary[]> {
  return db
    .select(summaryColumns)
    .from(products)
    .where(
      and(
        eq(products.isActive, true),
        category === "all" ? undefined : eq(products.category, category),
      ),
    )
    .orderBy(asc(products.name), asc(products.id));
}

/** Where each product of the shop has its page, and since when it is as it is. Anyone may call it. */
export function listProductPages(db: Database): Promise<ProductPage[]> {
  return db
    .select({ category: products.category, slug: products.slug, updatedAt: products.updatedAt })
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(asc(products.slug));
}

/** Whether these are the featured four, none of them missing. */
export function areFeaturedSteaks(shown: readonly Pick<ProductSummary, "name">[]): boolean {
  return featuredNames.every((featured) => shown.some(({ name }) => name === featured));
}

/** The four featured products, filled up with other active ones by name. Anyone may call it. */
export function featuredProducts(db: Database): Promise<ProductSummary[]> {
  return db
    .select(summaryColumns)
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(desc(inArray(products.name, featuredNames)), asc(products.name), asc(products.id))
    .limit(featuredLimit);
}

/** The active product with this id or this slug, or null. Anyone may call it, with any text. */
export async function getProduct(db: Database, idOrSlug: string): Promise<Product | null> {
  const byId = isProductId(idOrSlug);
  if (!byId && !slugPattern.test(idOrSlug)) return null;
  const [product] = await db
    .select(productColumns)
    .from(products)
    .where(and(eq(byId ? products.id : products.slug, idOrSlug), eq(products.isActive, true)))
    .limit(1);
  return product ?? null;
}

/**
 * Up to 4 other active products of a product's category, by name; none for a product without one.
 * Anyone may call it.
 */
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
 * What the shop sells today of the products in a cart, by name: the first 100 well-formed ids,
 * active products only. Anyone may call it, with any texts.
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
