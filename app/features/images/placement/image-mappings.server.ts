import { createHash } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import { ProductNotFoundError } from "#app/features/catalog/product.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { checkedImageUrl } from "../image-address.ts";
import {
  type ImageMapping,
  type ImagePlace,
  ImagesChangedError,
  InvalidImagePlaceError,
  isImageName,
  NoImagesSelectedError,
  type PlacedImages,
  productSection,
} from "./image-mapping.ts";

/** A generous upper bound on images per place. */
const mostImages = 30;

/** A save request: the place, its new images, and the version the editor started from. */
export const imagesToSave = z.object({
  section: z.string(),
  key: z.string(),
  version: z.string(),
  urls: z.array(z.string()).max(mostImages),
});

/**
 * The images of a place in order, the main one first. Products are found by id or slug (the slug is
 * a cut key in the specification); their own image (`image_url`) comes first. Anyone may call it.
 */
export async function imageUrls(db: Database, section: string, key: string): Promise<string[]> {
  if (!isImageName(section) || !isImageName(key)) return [];
  if (section !== productSection) return mappedUrls(db, { section, key });
  const product = await productAt(db, key);
  return product ? imagesOf(db, product) : [];
}

/** The images of a place, with the version that an editor sends back. */
export async function placedImages(
  db: Database,
  section: string,
  key: string,
): Promise<PlacedImages> {
  return asPlaced(await imageUrls(db, section, key));
}

/** All images of a section by key, in order within each key. Anyone may call it. */
export async function listImageUrls(db: Database, section: string): Promise<ImageMapping[]> {
  if (!isImageName(section)) return [];
  return db
    .select({ url: imageMappings.url, imageKey: imageMappings.imageKey })
    .from(imageMappings)
    .where(eq(imageMappings.section, section))
    .orderBy(asc(imageMappings.imageKey), asc(imageMappings.position));
}

/**
 * Replaces the images of a place, in this order, and returns them. The first becomes a product's
 * own image. `seen` is the version the editor started from, so that concurrent changes aren't
 * overwritten unseen. Saving the stored images again changes nothing and is no conflict. For the
 * designated administrator.
 *
 * @param urls duplicates count once
 * @throws NoImagesSelectedError, InvalidImagePlaceError, InvalidImageUrlError,
 *   ProductNotFoundError, ImagesChangedError
 */
export async function saveImageMappings(
  db: Database,
  imageEditor: ImageEditor,
  { section, key }: ImagePlace,
  urls: readonly string[],
  seen: string,
): Promise<PlacedImages> {
  if (!isImageName(section) || !isImageName(key)) {
    throw new InvalidImagePlaceError({ section, key });
  }
  const wanted = [...new Set(urls.map(checkedImageUrl))];
  if (wanted.length === 0) throw new NoImagesSelectedError();
  await db.transaction((tx) =>
    replaceImages(tx, imageEditor, { section, key }, wanted, (stored) => {
      if (stored.version !== seen) throw new ImagesChangedError(stored);
    }),
  );
  return asPlaced(wanted);
}

/**
 * As `saveImageMappings`, but within a transaction, and also accepts no images; for the features in
 * this folder. `agree` is called with the stored images before they are replaced, and may throw.
 */
export async function replaceImages(
  tx: Transaction,
  imageEditor: ImageEditor,
  { section, key }: ImagePlace,
  urls: readonly string[],
  agree: (stored: PlacedImages) => void = () => {},
): Promise<void> {
  const product = section === productSection ? await productAt(tx, key, "lock") : null;
  if (section === productSection && !product) throw new ProductNotFoundError(key);
  const place = { section, key: product?.id ?? key };
  // Serialize concurrent saves with an advisory lock, as there may be no row to lock yet.
  const name = `${place.section}/${place.key}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`image ${name}`}, 0))`);
  const before = product ? await imagesOf(tx, product) : await mappedUrls(tx, place);
  const mapped = product ? await mappedUrls(tx, place) : before;
  const isShown = before.join("\n") === urls.join("\n");
  if (isShown && mapped.join("\n") === urls.join("\n")) return;
  if (!isShown) agree(asPlaced(before));

  if (product) await showOnProduct(tx, product.id, urls[0] ?? null);
  await tx.delete(imageMappings).where(at(place));
  if (urls.length > 0) {
    await tx
      .insert(imageMappings)
      .values(urls.map((url, position) => ({ section, imageKey: place.key, position, url })));
  }
  if (isShown) return;
  await recordAudit(tx, imageEditor, {
    entity: "image",
    entityId: name,
    action: actionOf(before, urls),
    before: before.length > 0 ? { urls: before } : null,
    after: urls.length > 0 ? { urls } : null,
  });
}

interface ImagedProduct {
  id: string;
  imageUrl: string | null;
}

/** The product with this id or slug, active or not. */
async function productAt(db: Database, key: string, lock?: "lock"): Promise<ImagedProduct | null> {
  const query = db
    .select({ id: products.id, imageUrl: products.imageUrl })
    .from(products)
    .where(isUuid(key) ? eq(products.id, key) : eq(products.slug, key));
  const [product] = lock ? await query.for("update") : await query;
  return product ?? null;
}

/** The images the shop shows for a product: its own first, then the others. */
async function imagesOf(db: Database, { id, imageUrl }: ImagedProduct): Promise<string[]> {
  const mapped = await mappedUrls(db, { section: productSection, key: id });
  return [...new Set([...(imageUrl ? [imageUrl] : []), ...mapped])];
}

async function mappedUrls(db: Database, place: ImagePlace): Promise<string[]> {
  const mappings = await db
    .select({ url: imageMappings.url })
    .from(imageMappings)
    .where(at(place))
    .orderBy(asc(imageMappings.position));
  return mappings.map(({ url }) => url);
}

async function showOnProduct(tx: Transaction, id: string, imageUrl: string | null) {
  await tx
    .update(products)
    .set({ imageUrl })
    .where(and(eq(products.id, id), sql`${products.imageUrl} is distinct from ${imageUrl}`));
}

function asPlaced(urls: string[]): PlacedImages {
  const version = createHash("sha256").update(JSON.stringify(urls)).digest("base64url");
  return { urls, version };
}

function actionOf(before: readonly string[], after: readonly string[]): string {
  if (before.length === 0) return "added";
  return after.length === 0 ? "removed" : "changed";
}

function at({ section, key }: ImagePlace) {
  return and(eq(imageMappings.section, section), eq(imageMappings.imageKey, key));
}
