import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { products } from "../schema/products.ts";
import { seeds } from "../schema/system.ts";
import { catalogue } from "./catalogue.ts";

/**
 * Fills a new shop with the opening catalogue, once per database. Called at every start. Products
 * whose slug or item number is taken are left out. A shop seeded before products had other names
 * gets those, once.
 *
 * @returns how many products were added
 */
export async function seedCatalogue(db: Database): Promise<number> {
  const added = await plantOnce(db, "catalogue", (tx) =>
    tx.insert(products).values(catalogue).onConflictDoNothing().returning({ id: products.id }),
  );
  if (!added) await addOtherNames(db);
  return added?.length ?? 0;
}

/** The owner's own input is kept. */
async function addOtherNames(db: Database): Promise<void> {
  await plantOnce(db, "other names", async (tx) => {
    for (const { slug, otherNames } of catalogue) {
      await tx
        .update(products)
        .set({ otherNames })
        .where(and(eq(products.slug, slug), eq(products.otherNames, "")));
    }
  });
}

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
