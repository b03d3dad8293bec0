import { and, asc, eq, sql } from "drizzle-orm";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import { products } from "#db/schema/products.ts";
import {
  type ImageMapping,
  type ImagePlace,
  InvalidImagePlaceError,
  isImageName,
  NoImagesSelectedError,
  productSection,
} from "./image-mapping.ts";
import { checkedImageUrl } from "./image-url.ts";

/** The pictures of a key of a section in their order, the shown one first. Anyone may call it. */
export async function imageUrls(db: Database, section: string, key: string): Promise<string[]> {
  if (!isImageName(section) || !isImageName(key)) return [];
  const mappings = await db
    .select({ url: imageMappings.url })
    .from(imageMappings)
    .where(at({ section, key }))
    .orderBy(asc(imageMappings.position));
  return mappings.map(({ url }) => url);
}

/** All pictures of a section by key, those of one key in their order. Anyone may call it. */
export async function listImageUrls(db: Database, section: string): Promise<ImageMapping[]> {
  if (!isImageName(section)) return [];
  return db
    .select({ url: imageMappings.url, imageKey: imageMappings.imageKey })
    .from(imageMappings)
    .where(eq(imageMappings.section, section))
    .orderBy(asc(imageMappings.imageKey), asc(imageMappings.position));
}

/**
 * Makes these the pictures of a key of a section, in this order, in place of those that were there.
 * In the section "product" the key is a slug, and the first becomes the product's picture. Two at
 * once leave one list, the later one's. For the designated administrator.
 *
 * @param urls one that is named twice counts once
 * @throws NoImagesSelectedError, InvalidImagePlaceError, InvalidImageUrlError
 */
export async function saveImageMappings(
  db: Database,
  imageEditor: ImageEditor,
  { section, key }: ImagePlace,
  urls: readonly string[],
): Promise<void> {
  if (!isImageName(section) || !isImageName(key)) {
    throw new InvalidImagePlaceError({ section, key });
  }
  const wanted = [...new Set(urls.map(checkedImageUrl))];
  if (wanted.length === 0) throw new NoImagesSelectedError();
  await db.transaction((tx) => replaceImages(tx, imageEditor, { section, key }, wanted));
}

/** The same within a transaction, also with no pictures; for the features of this folder. */
export async function replaceImages(
  tx: Transaction,
  imageEditor: ImageEditor,
  { section, key }: ImagePlace,
  urls: readonly string[],
): Promise<void> {
  // Two at once take turns; there need be no row yet that could be locked.
  const place = `${section}/${key}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`image ${place}`}, 0))`);
  const urlsBefore = await imageUrls(tx, section, key);
  if (section === productSection) await showOnProduct(tx, key, urls[0] ?? null);
  if (urlsBefore.join("\n") === urls.join("\n")) return;

  await tx.delete(imageMappings).where(at({ section, key }));
  if (urls.length > 0) {
    await tx
      .insert(imageMappings)
      .values(urls.map((url, position) => ({ section, imageKey: key, position, url })));
  }
  await tx.insert(auditLog).values({
    actorId: imageEditor.userId,
    actorEmail: imageEditor.email,
    entity: "image",
    entityId: place,
    action: actionOf(urlsBefore, urls),
    before: urlsBefore.length > 0 ? { urls: urlsBefore } : null,
    after: urls.length > 0 ? { urls } : null,
  });
}

async function showOnProduct(tx: Transaction, slug: string, imageUrl: string | null) {
  await tx
    .update(products)
    .set({ imageUrl })
    .where(and(eq(products.slug, slug), sql`${products.imageUrl} is distinct from ${imageUrl}`));
}

function actionOf(before: readonly string[], after: readonly string[]): string {
  if (before.length === 0) return "added";
  return after.length === 0 ? "removed" : "changed";
}

function at({ section, key }: ImagePlace) {
  return and(eq(imageMappings.section, section), eq(imageMappings.imageKey, key));
}
