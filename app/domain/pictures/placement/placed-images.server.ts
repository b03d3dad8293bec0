import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import {
  type ImageMapping,
  type ImagePlace,
  isImageName,
  type PlacedImages,
  productSection,
} from "./image-mapping.ts";

/**
 * Returns the images of a place in order, the main one first. Products are found by id or slug (the
 * slug is a cut key); their own image (`image_url`) comes first. Anyone may call it.
 */
export async function imageUrls(db: Database, section: string, key: string): Promise<string[]> {
  if (!isImageName(section) || !isImageName(key)) return [];
  if (section !== productSection) return mappedUrls(db, { section, key });
  const product = await productAt(db, key);
  return product ? imagesOf(db, product) : [];
}

/** Returns the images of a place, with the version that an editor sends back. */
export async function placedImages(
  db: Database,
  section: string,
  key: string,
): Promise<PlacedImages> {
  return asPlaced(await imageUrls(db, section, key));
}

/** Returns all images of a section by key, in order within each key. Anyone may call it. */
export async function listImageUrls(db: Database, section: string): Promise<ImageMapping[]> {
  if (!isImageName(section)) return [];
  return db
    .select({ url: imageMappings.url, imageKey: imageMappings.imageKey })
    .from(imageMappings)
    .where(eq(imageMappings.section, section))
    .orderBy(asc(imageMappings.imageKey), asc(imageMappings.position));
}

export interface ImagedProduct {
  id: string;
  imageUrl: string | null;
}

/** Returns the product with this id or slug, active or not. */
export async function productAt(
  db: Database,
  key: string,
  lock?: "lock",
): Promise<ImagedProduct | null> {
  const query = db
    .select({ id: products.id, imageUrl: products.imageUrl })
    .from(products)
    .where(isUuid(key) ? eq(products.id, key) : eq(products.slug, key));
  const [product] = lock ? await query.for("update") : await query;
  return product ?? null;
}

/** Returns the images the shop shows for a product: its own first, then the others. */
export async function imagesOf(db: Database, { id, imageUrl }: ImagedProduct): Promise<string[]> {
  const mapped = await mappedUrls(db, { section: productSection, key: id });
  return [...new Set([...(imageUrl ? [imageUrl] : []), ...mapped])];
}

export async function mappedUrls(db: Database, place: ImagePlace): Promise<string[]> {
  const mappings = await db
    .select({ url: imageMappings.url })
    .from(imageMappings)
    .where(at(place))
    .orderBy(asc(imageMappings.position));
  return mappings.map(({ url }) => url);
}

export function asPlaced(urls: string[]): PlacedImages {
  const version = createHash("sha256").update(JSON.stringify(urls)).digest("base64url");
  return { urls, version };
}

function at({ section, key }: ImagePlace) {
  return and(eq(imageMappings.section, section), eq(imageMappings.imageKey, key));
}

/** Replaces the images that are mapped to a place, in this order. */
export async function replaceMappings(
  tx: Transaction,
  place: ImagePlace,
  urls: readonly string[],
): Promise<void> {
  await tx.delete(imageMappings).where(at(place));
  await addMappings(
    tx,
    urls.map((url, position) => ({ section: place.section, imageKey: place.key, position, url })),
  );
}

/** Maps images to places that have none at this position. */
export async function addMappings(
  tx: Transaction,
  mappings: (typeof imageMappings.$inferInsert)[],
): Promise<void> {
  if (mappings.length > 0) await tx.insert(imageMappings).values(mappings).onConflictDoNothing();
}
