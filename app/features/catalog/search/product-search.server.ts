import { and, asc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { ProductHit, ProductSummary } from "../product.ts";
import { summaryColumns } from "../product-columns.server.ts";
import { oneSlipAway } from "./one-slip.ts";

/** What a search found. */
export interface Found<Product> {
  /** The first of them. */
  products: Product[];
  /** How many there are in all. */
  total: number;
  /** What was searched for in place of what was typed, which finds nothing. */
  correctedTo?: string;
}

/** A typed text, and the words that the database makes of it. */
interface Query {
  text: string;
  words: string[];
}

const dropdownLimit = 5;
const resultsPageLimit = 48;

/** Too short to say which word was meant. */
const leastCorrectedLength = 4;

/** Products among whose words the one that was meant is looked for. */
const likelyProducts = 50;

/**
 * The search dropdown's answer: the first 5 active products that go by what was typed. First those
 * whose name contains it, whatever the case (specification, section 5), then those with it in their
 * name, other names or cut type where spaces, accents, punctuation and the plural do not count, then
 * those with all of its words; each by name. Only where there are none is a slip of the key assumed.
 * Blank text finds nothing and asks the database nothing; only the first 100 characters count. Anyone
 * may call it, with any text.
 */
export function searchProducts(db: Database, typed: string): Promise<Found<ProductHit>> {
  const { id, name, category } = summaryColumns;
  return search(db, typed, (query) =>
    counted(
      db
        .select({ id, name, category, total })
        .from(products)
        .where(goesBy(query))
        .orderBy(...bestFirst(query))
        .limit(dropdownLimit),
    ),
  );
}

/** The same search for the results page: what a card shows, up to 48 products. Anyone may call it. */
export function searchResults(db: Database, typed: string): Promise<Found<ProductSummary>> {
  return search(db, typed, (query) =>
    counted(
      db
        .select({ ...summaryColumns, total })
        .from(products)
        .where(goesBy(query))
        .orderBy(...bestFirst(query))
        .limit(resultsPageLimit),
    ),
  );
}

/** What a search asks the database first, as a query; for the test of its plan. */
export function productsGoingBy(db: Database, query: Query) {
  return db.select({ id: products.id }).from(products).where(goesBy(query));
}

/** The products with a word like the given one, as a query; for the test of its plan. */
export function productsLike(db: Database, word: string | SQL) {
  return db
    .select({ words: products.searchWords })
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(sql`${word} <<-> ${products.searchWords}`)
    .limit(likelyProducts);
}

async function search<Product>(
  db: Database,
  typed: string,
  find: (query: Query) => Promise<Found<Product>>,
): Promise<Found<Product>> {
  const text = searchText(typed);
  if (text === null) return { products: [], total: 0 };
  const words = await searchWords(db, text);
  const found = await find({ text, words });
  if (found.total > 0) return found;
  const meant = await corrected(db, words);
  if (!meant) return found;
  const correctedTo = meant.join(" ");
  const better = await find({ text: correctedTo, words: meant });
  return better.total > 0 ? { ...better, correctedTo } : found;
}

const total = sql<number>`count(*) over ()`.mapWith(Number);

async function counted<Row extends { total: number }>(
  query: Promise<Row[]>,
): Promise<Found<Omit<Row, "total">>> {
  const rows = await query;
  return {
    products: rows.map(({ total: _, ...product }) => product),
    total: rows[0]?.total ?? 0,
  };
}

async function searchWords(db: Database, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ words: string }>(sql`select search_words(${text}) as words`);
  return wordsOf(rows[0]?.words ?? "");
}

const wordsOf = (searchWords: string) => searchWords.split(/[ |]+/).filter(Boolean);

function goesBy(query: Query): SQL | undefined {
  const { inName, inWords, allWords } = conditions(query);
  return and(or(inName, inWords, allWords), eq(products.isActive, true));
}

function bestFirst(query: Query): SQL[] {
  const { inName, inWords } = conditions(query);
  const rank = sql`case when ${inName} then 1 when ${inWords} then 2 else 3 end`;
  return [rank, asc(products.name), asc(products.id)];
}

function conditions({ text, words }: Query) {
  const withoutSpaces = sql`replace(${products.searchWords}, ' ', '')`;
  const startsWord = (word: string) => sql`${products.searchWords} like ${`% ${word}%`}`;
  // Everything here is beef: with another word it says nothing more.
  const telling = words.filter((word) => word !== "beef");
  const joined = words.join("");
  const never = sql.raw("false");
  const inName = ilike(products.name, containsPattern(text));
  // A single character is in most names, or it is punctuation that was meant.
  if (joined.length < 2) return { inName, inWords: never, allWords: never };
  return {
    inName,
    inWords: sql`${withoutSpaces} like ${`%${joined}%`}`,
    allWords: telling.length > 0 ? sql.join(telling.map(startsWord), sql` and `) : never,
  };
}

/**
 * The words with those that no product has replaced by the one that was meant: one slip of the key
 * away, and the most common such word among similar products. Null where a word stays unknown, and
 * where all are known.
 */
async function corrected(db: Database, words: string[]): Promise<string[] | null> {
  if (words.length === 0) return null;
  const like = productsLike(db, sql`typed.word`).as("likely");
  const rows = await db
    .select({ word: sql<string>`typed.word`, words: like.words })
    .from(sql`unnest(${sql.param(words)}::text[]) as typed (word)`)
    .crossJoinLateral(like);
  const meant = words.map((word) =>
    meantBy(
      word,
      rows.filter((row) => row.word === word).flatMap((row) => [...new Set(wordsOf(row.words))]),
    ),
  );
  const isBetter = meant.some((word, place) => word !== words[place]);
  return isBetter && meant.every((word) => word !== undefined) ? meant : null;
}

function meantBy(word: string, known: string[]): string | undefined {
  if (known.some((one) => one.startsWith(word))) return word;
  if (word.length < leastCorrectedLength) return undefined;
  const counts = new Map<string, number>();
  for (const one of known) {
    if (oneSlipAway(word, one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return best?.[0];
}
