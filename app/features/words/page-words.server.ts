import { and, eq } from "drizzle-orm";
import { type Company, fillIn, type OwnPlaceholders } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { wordDrafts } from "#db/schema/words.ts";
import type { WordsPage } from "./pages.server.ts";

/** Returns a page's texts as visitors read them, with `{name}` and other placeholders filled in. */
export function filledWords<Value extends object>(
  { own }: Pick<WordsPage<Value>, "own">,
  value: Value,
  company: Company,
): Value {
  const ownWords: OwnPlaceholders = own?.fill(value) ?? {};
  const filled = (part: unknown): unknown => {
    if (typeof part === "string") return fillIn(part, company, ownWords);
    if (Array.isArray(part)) return part.map(filled);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, filled(inner)]));
  };
  return filled(value) as Value;
}

interface Draft {
  value: unknown;
  /** Version of the saved texts that they are based on. */
  version: number;
  updatedAt: Date;
}

/** Stores an administrator's unsaved texts, which only they can preview; replaces earlier ones. */
export async function keepDraft(
  db: Database,
  { userId }: Admin,
  { key }: WordsPage,
  words: { value: object; version: number },
): Promise<void> {
  const updatedAt = new Date();
  await db
    .insert(wordDrafts)
    .values({ page: key, userId, value: words, updatedAt })
    .onConflictDoUpdate({
      target: [wordDrafts.page, wordDrafts.userId],
      set: { value: words, updatedAt },
    });
}

/** Returns an administrator's own drafts, by page key. */
export async function readDrafts(
  db: Database,
  { userId }: Admin,
): Promise<ReadonlyMap<string, Draft>> {
  const rows = await db
    .select({ page: wordDrafts.page, value: wordDrafts.value, updatedAt: wordDrafts.updatedAt })
    .from(wordDrafts)
    .where(eq(wordDrafts.userId, userId));
  return new Map(
    rows.map(({ page, value, updatedAt }) => {
      const words = value as { value: unknown; version: number };
      return [page, { ...words, updatedAt }];
    }),
  );
}

/** Deletes an administrator's own draft, once it is saved or discarded. */
export async function dropDraft(
  db: Database,
  { userId }: Admin,
  { key }: WordsPage,
): Promise<void> {
  await db.delete(wordDrafts).where(and(eq(wordDrafts.page, key), eq(wordDrafts.userId, userId)));
}
