import type { Database } from "../database.ts";
import { products } from "../schema/products.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { plantOnce } from "./plant-once.ts";

/**
 * Fills a new shop with the opening catalogue, once in the life of a database. Called at every
 * start. A product whose slug is already taken is left as it is.
 *
 * @returns how many products were added
 */
export async function seedCatalogue(db: Database): Promise<number> {
  const added = await plantOnce(db, "catalogue", (tx) =>
    tx
      .insert(products)
      .values(catalogue)
      .onConflictDoNothing({ target: products.slug })
      .returning({ id: products.id }),
  );
  return added?.length ?? 0;
}
