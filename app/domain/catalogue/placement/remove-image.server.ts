import { eq, like, or } from "drizzle-orm";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { readImageAddress } from "#app/domain/pictures/image-address.ts";
import { imageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import { deleteImage, type ImageTools } from "#app/domain/pictures/storage/stored-images.server.ts";
import { takeOffLogo } from "#app/domain/settings/company-logo.server.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { replaceImages } from "./image-mappings.server.ts";

/**
 * Deletes an image and removes it from every place that shows it: the place's next image moves up,
 * and a logo is replaced by the name. A file that the storage fails to delete is logged, and
 * deleted by the nightly sweep (`sweepImages`). For the designated administrator.
 *
 * @throws Refusal
 */
export async function removeImage(
  db: Database,
  { storage, log }: Pick<ImageTools, "storage"> & { log: Pick<Log, "error"> },
  imageEditor: ImageEditor,
  path: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteImage(tx, imageEditor, path);
    await takeOutOfPlaces(tx, imageEditor, path);
  });
  // Last, as an unreferenced file is harmless, but a reference without a file isn't.
  await storage.remove(path).catch((err: unknown) => {
    log.error({ err, path }, "a deleted image's file was left to the nightly sweep");
  });
}

async function takeOutOfPlaces(tx: Transaction, imageEditor: ImageEditor, path: string) {
  const places = await tx
    .selectDistinct({ section: imageMappings.section, key: imageMappings.imageKey })
    .from(imageMappings)
    .where(leadsTo(imageMappings.url, path))
    .orderBy(imageMappings.section, imageMappings.imageKey);
  for (const place of places) {
    const urls = await imageUrls(tx, place.section, place.key);
    const others = urls.filter((url) => readImageAddress(url)?.path !== path);
    await replaceImages(tx, imageEditor, place, others);
  }
  await tx.update(products).set({ imageUrl: null }).where(leadsTo(products.imageUrl, path));
  await takeOffLogo(tx, imageEditor, (logo) => readImageAddress(logo)?.path === path);
}

/** Safe in LIKE, as paths contain no wildcards. */
function leadsTo(url: typeof imageMappings.url | typeof products.imageUrl, path: string) {
  return or(eq(url, `/photos/${path}`), like(url, `/photos/${path}?t=%`));
}
