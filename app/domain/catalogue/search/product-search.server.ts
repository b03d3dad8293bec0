import { and, asc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { ProductHit, ProductSummary } from "../product.ts";
import { summaryColumns } from "../products.server.ts";

export interface Found<Product> {
  products: Product[];
  total: number;
  /** The corrected query, if the typed one had no results. */
  correctedTo?: string;
}

/** The text and its words as normalized by the database. */
interface Query {
  text: string;
  words: string[];
}

const dropdownLimit = 5;
const resultsPageLimit = 48;

/** Shorter words are too ambiguous to correct. */
const leastCorrectedLength = 4;

/** The similar products whose words are candidates for a correction. */
const likelyProducts = 50;

/**
 * Returns the first 5 active products for the search dropdown: names that contain the text,
 * ignoring case; then a name, other name or cut type that contains it, ignoring spaces, accents,
 * punctuation and plurals; then those with all its words; each group by name. If nothing matches, a
 * typo is corrected. Blank text returns nothing without a query; only the first 100 characters
 * count. Anyone may call it, with unvalidated input.
 */
export function searchProducts(db: Database, typed: string): Promise<Found<ProductHit>> {
  const { id, name, category, pricePerLb, soldBy, typicalPieceLb } = summaryColumns;
  return search(db, typed, (query) =>
    counted(
      db
        .select({ id, name, category, pricePerLb, soldBy, typicalPieceLb, total })
        .from(products)
        .where(goesBy(query))
        .orderBy(...bestFirst(query))
        .limit(dropdownLimit),
    ),
  );
}

/** As `searchProducts`, for up to 48 product cards of the results page. Anyone may call it. */
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

/** Query for the products that match as typed; exported for the test of its plan. */
export function productsGoingBy(db: Database, query: Query) {
  return db.select({ id: products.id }).from(products).where(goesBy(query));
}

/** Query for products with a similar word; exported for the test of its plan. */
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
  // Every product here is beef, so the word tells nothing beside others.
  const telling = words.filter((word) => word !== "beef");
  const joined = words.join("");
  const never = sql.raw("false");
  const inName = ilike(products.name, containsPattern(text));
  // A single character matches most names, or was meant as punctuation.
  if (joined.length < 2) return { inName, inWords: never, allWords: never };
  return {
    inName,
    inWords: sql`${withoutSpaces} like ${`%${joined}%`}`,
    allWords: telling.length > 0 ? sql.join(telling.map(startsWord), sql` and `) : never,
  };
}

/**
 * Replaces words that no product has with the most common word one typo away among similar
 * products; null if a word can't be corrected, or if all are known.
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

/**
 * True if `typed` is one typo away from `word` or a prefix of it: one character missing, extra or
 * wrong, or two adjacent ones swapped. Linear in the length of `typed`.
 */
export function oneSlipAway(typed: string, word: string): boolean {
  const start = commonStart(typed, word);
  const [rest, wanted] = [typed.slice(start), word.slice(start)];
  const swapped = (wanted[1] ?? "") + (wanted[0] ?? "");
  return (
    // Missing, extra, wrong character.
    wanted.slice(1).startsWith(rest) ||
    wanted.startsWith(rest.slice(1)) ||
    wanted.slice(1).startsWith(rest.slice(1)) ||
    (swapped.length === 2 && rest.startsWith(swapped) && wanted.slice(2).startsWith(rest.slice(2)))
  );
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
