import { and, asc, eq, ilike } from "drizzle-orm";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { ProductHit, ProductSummary } from "./product.ts";
import { summaryColumns } from "./product-columns.server.ts";

const dropdownLimit = 5;
const resultsPageLimit = 48;

/**
 * The search dropdown's answer: up to 5 active products, by name, whose name contains what was
 * typed, whatever the case. Blank text finds nothing and asks the database nothing; only the
 * first 100 characters count. Anyone may call it, with any text.
 */
export async function searchProducts(db: Database, typed: string): Promise<ProductHit[]> {
  const text = searchText(typed);
  if (text === null) return [];
  return db
    .select({ id: products.id, name: products.name, category: products.category })
    .from(products)
    .where(named(text))
    .orderBy(asc(products.name), asc(products.id))
    .limit(dropdownLimit);
}

/** The same search for the results page: what a card shows, up to 48 products. */
export async function searchResults(db: Database, typed: string): Promise<ProductSummary[]> {
  const text = searchText(typed);
  if (text === null) return [];
  return db
    .select(summaryColumns)
    .from(products)
    .where(named(text))
    .orderBy(asc(products.name), asc(products.id))
    .limit(resultsPageLimit);
}

function named(text: string) {
  return and(ilike(products.name, containsPattern(text)), eq(products.isActive, true));
}
