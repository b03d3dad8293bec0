import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import { products } from "#db/schema/products.ts";
import { productSection } from "./image-mapping.ts";

/**
 * Sees to it that each cut has its picture among the mappings (specification, section 3): a cut
 * without one gets its product's. What is mapped already stays. For administrators: nothing is shown
 * afterwards that was not shown before.
 *
 * @returns how many of the cuts are mapped now, and of how many
 */
export async function refreshCutImages(
  db: Database,
  _admin: Admin,
  cutKeys: readonly string[],
): Promise<{ mapped: number; total: number }> {
  const keys = [...new Set(cutKeys)];
  const mapped = await db.transaction(async (tx) => {
    const shown = await tx
      .select({ key: products.slug, url: sql<string>`${products.imageUrl}` })
      .from(products)
      .where(and(inArray(products.slug, keys), isNotNull(products.imageUrl)));
    if (shown.length > 0) {
      await tx
        .insert(imageMappings)
        .values(shown.map(({ key, url }) => ({ section: productSection, imageKey: key, url })))
        .onConflictDoNothing();
    }
    return tx
      .selectDistinct({ key: imageMappings.imageKey })
      .from(imageMappings)
      .where(and(eq(imageMappings.section, productSection), inArray(imageMappings.imageKey, keys)));
  });
  return { mapped: mapped.length, total: keys.length };
}
