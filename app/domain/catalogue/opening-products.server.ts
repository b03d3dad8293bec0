import { and, eq, isNull } from "drizzle-orm";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Transaction } from "#db/database.ts";
import { products } from "#db/schema/products.ts";

// Product writes of the seeds, which keep the owner's own data.

/** Adds the opening catalogue, skipping taken slugs and item numbers; returns how many. */
export async function insertOpeningProducts(tx: Transaction): Promise<number> {
  const added = await tx
    .insert(products)
    .values(catalogue)
    .onConflictDoNothing()
    .returning({ id: products.id });
  return added.length;
}

/** Sets the image of a product that has none; returns its id, or undefined if it has one. */
export async function fillBareImage(
  tx: Transaction,
  slug: string,
  imageUrl: string,
): Promise<string | undefined> {
  const [bare] = await tx
    .update(products)
    .set({ imageUrl })
    .where(and(eq(products.slug, slug), isNull(products.imageUrl)))
    .returning({ id: products.id });
  return bare?.id;
}
