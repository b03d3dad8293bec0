import type { Database, Transaction } from "../database.ts";
import { seeds } from "../schema/seeds.ts";

/**
 * Runs `plant` unless a seed of this name has ever run: what the owner has since changed or deleted
 * is not restored. Both in one transaction; a concurrent second process waits for the first and
 * then does nothing.
 *
 * @returns what `plant` returned, undefined when there was nothing to do
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
