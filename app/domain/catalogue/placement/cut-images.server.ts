import { and, inArray, isNotNull, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { addMappings } from "#app/domain/pictures/placement/placed-images.server.ts";
import type { Database } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";

/**
 * Gives each cut without an image mapping its product's own image. For administrators, as it shows
 * nothing that wasn't shown before. Returns the number of mapped cuts, and the total.
 *
 * @param productIds product ids by cut, from `productsOfCuts`; null for a cut without a product
 */
export async function refreshCutImages(
  db: Database,
  _admin: Admin,
  productIds: readonly (string | null)[],
): Promise<{ mapped: number; total: number }> {
  const ids = [...new Set(productIds.filter((id) => id !== null))];
  const mapped = await db.transaction(async (tx) => {
    const shown = await tx
      .select({ key: products.id, url: sql<string>`${products.imageUrl}` })
      .from(products)
      .where(and(inArray(products.id, ids), isNotNull(products.imageUrl)));
    await addMappings(
      tx,
      shown.map(({ key, url }) => ({ section: productSection, imageKey: key, url })),
    );
    return tx
      .selectDistinct({ id: imageMappings.productId })
      .from(imageMappings)
      .where(inArray(imageMappings.productId, ids));
  });
  const withImage = new Set(mapped.map(({ id }) => id));
  const count = productIds.filter((id) => id !== null && withImage.has(id)).length;
  return { mapped: count, total: productIds.length };
}
