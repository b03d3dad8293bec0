import { and, eq, isNull } from "drizzle-orm";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Transaction } from "#db/database.ts";
import { products } from "#db/schema/products.ts";

// What the seeds give a shop's products. They keep the owner's own input.

/** Adds the opening catalogue, without products whose slug or item number is taken; returns how many. */
export async function insertOpeningProducts(tx: Transaction): Promise<number> {
  const added = await tx
    .insert(products)
    .values(catalogue)
    .onConflictDoNothing()
    .returning({ id: products.id });
  return added.length;
}

/** Gives a product that has no image this one; returns its id, undefined where it has one. */
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
