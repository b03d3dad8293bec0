import { and, asc, eq, sql } from "drizzle-orm";
import { searchText } from "#app/lib/search-text.ts";
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
  return text === null ? [] : productsNamed(db, text);
}

/** What the dropdown asks the database, as a query; for the test of its plan. */
export function productsNamed(db: Database, text: string) {
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

/**
 * By its trigrams a rare name is found without looking at every other. How many names have a text the
 * database can only guess. That it does not gather all that have a common word, when the first few by
 * name are at hand: in place of `ilike`, which it believes to find next to nothing, and by trigrams
 * that do not overlap, as of each it believes that it leaves fewer.
 */
function named(text: string) {
  const hasTrigrams = text.length >= 3;
  return and(
    sql`strpos(lower(${products.name}), lower(${text})) > 0`,
    hasTrigrams ? sql`trigrams(${products.name}, 1) @> trigrams(${text}, 3)` : undefined,
    eq(products.isActive, true),
  );
}
