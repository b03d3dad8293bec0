import { and, asc, desc, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { formerSlugs, products } from "#db/schema/products.ts";
import type { Product } from "./product.ts";
import { productColumns } from "./products.server.ts";

/**
 * Returns the active product with exactly this cut type, else one whose cut type contains it, else
 * one whose name does; null if none. Anyone may call it.
 */
export async function findByCutType(db: Database, cutType: string): Promise<Product | null> {
  const text = searchText(cutType);
  if (text === null) return null;
  const pattern = containsPattern(text);
  return firstMatching(db, [
    eq(products.cutType, text),
    ilike(products.cutType, pattern),
    ilike(products.name, pattern),
  ]);
}

/**
 * Returns product ids by cut key: the product whose slug is or was the key, active or not, else the
 * active one that `findByCutType` finds by name. Cuts without a product are left out. Anyone may
 * call it.
 */
export async function productsOfCuts(
  db: Database,
  cuts: readonly { slug: string; name: string }[],
): Promise<Map<string, string>> {
  const slugs = cuts.map(({ slug }) => slug);
  const named = await db
    .select({ slug: products.slug, id: products.id })
    .from(products)
    .where(inArray(products.slug, slugs))
    // A product's current slug is never among its former slugs.
    .union(
      db
        .select({ slug: formerSlugs.slug, id: formerSlugs.productId })
        .from(formerSlugs)
        .where(inArray(formerSlugs.slug, slugs)),
    );
  const found = new Map(named.map(({ slug, id }) => [slug, id]));
  for (const { slug, name } of cuts.filter((cut) => !found.has(cut.slug))) {
    const product = await findByCutType(db, name);
    if (product) found.set(slug, product.id);
  }
  return found;
}

/** Returns the first product by name that meets the first condition with any match. */
async function firstMatching(db: Database, conditions: [SQL, ...SQL[]]): Promise<Product | null> {
  const [product] = await db
    .select(productColumns)
    .from(products)
    .where(and(or(...conditions), eq(products.isActive, true)))
    .orderBy(
      ...conditions.map((condition) => desc(condition)),
      asc(products.name),
      asc(products.id),
    )
    .limit(1);
  return product ?? null;
}
