import { insertOpeningProducts } from "#app/domain/catalogue/opening-products.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { seeds } from "#db/schema/system.ts";

/**
 * Fills a new shop with the opening catalogue, once per database. Called at every start. Products
 * whose slug or item number is taken are left out.
 *
 * @returns how many products were added
 */
export async function seedCatalogue(db: Database): Promise<number> {
  return (await plantOnce(db, "catalogue", insertOpeningProducts)) ?? 0;
}

/**
 * Runs `plant` in a transaction unless a seed of this name has ever run, so that the owner's
 * changes and deletions stay. A concurrent second process waits for it, and does nothing.
 *
 * @returns what `plant` returned, undefined if there was nothing to do
 */
export function plantOnce<Result>(
  db: Database,
  name: string,
  plant: (tx: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    const [first] = await tx.insert(seeds).values({ name }).onConflictDoNothing().returning();
    return first ? plant(tx) : undefined;
  });
}
