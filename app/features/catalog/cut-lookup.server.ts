import { and, asc, desc, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { Product } from "./product.ts";
import { productColumns } from "./product-columns.server.ts";

/**
 * The active product that best answers to a cut's name: one whose name contains it, else whose cut
 * type does, else whose description does; null when there is none. Anyone may call it.
 */
export async function findCut(db: Database, typed: string): Promise<Product | null> {
  const text = searchText(typed);
  if (text === null) return null;
  const pattern = containsPattern(text);
  return firstMatching(db, [
    ilike(products.name, pattern),
    ilike(products.cutType, pattern),
    ilike(products.description, pattern),
  ]);
}

/**
 * The active product of a cut type: exactly this one, else one whose cut type contains it, else
 * one whose name does; null when there is none. Anyone may call it.
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
 * The id of each cut's product by the cut's key: the product that has the key for a slug, in the shop
 * or hidden; else, as after a change of its slug, the active one that `findByCutType` finds by the
 * cut's name. Cuts without a product are left out. Anyone may call it.
 */
export async function productsOfCuts(
  db: Database,
  cuts: readonly { slug: string; name: string }[],
): Promise<Map<string, string>> {
  const slugs = cuts.map(({ slug }) => slug);
  const named = await db
    .select({ slug: products.slug, id: products.id })
    .from(products)
    .where(inArray(products.slug, slugs));
  const found = new Map(named.map(({ slug, id }) => [slug, id]));
  for (const { slug, name } of cuts.filter((cut) => !found.has(cut.slug))) {
    const product = await findByCutType(db, name);
    if (product) found.set(slug, product.id);
  }
  return found;
}

/** The first by name among the active products that meet the earliest condition any of them meets. */
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
