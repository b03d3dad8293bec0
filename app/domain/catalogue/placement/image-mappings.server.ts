import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { noSuchProduct } from "#app/domain/catalogue/product.ts";
import { checkedImageUrl } from "#app/domain/pictures/checked-image-url.server.ts";
import {
  type ImagePlace,
  ImagesChangedError,
  isImageName,
  noImagesSelected,
  type PlacedImages,
  productSection,
} from "#app/domain/pictures/placement/image-mapping.ts";
import {
  asPlaced,
  imagesOf,
  mappedUrls,
  productAt,
  replaceMappings,
} from "#app/domain/pictures/placement/placed-images.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { products } from "#db/schema/products.ts";

const mostImages = 30;

/** A place, its new images, and the version that the editor started from. */
export const imagesToSave = z.object({
  section: z.string(),
  key: z.string(),
  version: z.string(),
  urls: z.array(z.string()).max(mostImages),
});

/**
 * Replaces the images of a place, in this order, and returns them. The first becomes a product's
 * own image. `seen` is the version that the editor started from, to detect concurrent changes.
 * Saving the stored images again changes nothing and is no conflict. For the designated
 * administrator.
 *
 * @param urls duplicates count once
 * @throws Refusal, ImagesChangedError
 */
export async function saveImageMappings(
  db: Database,
  imageEditor: ImageEditor,
  { section, key }: ImagePlace,
  urls: readonly string[],
  seen: string,
): Promise<PlacedImages> {
  if (!isImageName(section) || !isImageName(key)) {
    throw new Refusal("invalid", `No image can stand at ${JSON.stringify({ section, key })}`);
  }
  const wanted = [...new Set(urls.map(checkedImageUrl))];
  if (wanted.length === 0) throw new Refusal("invalid", noImagesSelected);
  await db.transaction((tx) =>
    replaceImages(tx, imageEditor, { section, key }, wanted, (stored) => {
      if (stored.version !== seen) throw new ImagesChangedError(stored);
    }),
  );
  return asPlaced(wanted);
}

/**
 * As `saveImageMappings`, but within a transaction, and the images may be none. For this folder.
 * If other images are stored, `agree` is called with them first, and may throw.
 */
export async function replaceImages(
  tx: Transaction,
  imageEditor: ImageEditor,
  { section, key }: ImagePlace,
  urls: readonly string[],
  agree: (stored: PlacedImages) => void = () => {},
): Promise<void> {
  const product = section === productSection ? await productAt(tx, key, "lock") : null;
  if (section === productSection && !product) throw noSuchProduct();
  const place = { section, key: product?.id ?? key };
  // There may be no row to lock yet.
  const name = `${place.section}/${place.key}`;
  await lockName(tx, `image ${name}`);
  const before = product ? await imagesOf(tx, product) : await mappedUrls(tx, place);
  const mapped = product ? await mappedUrls(tx, place) : before;
  const isShown = before.join("\n") === urls.join("\n");
  if (isShown && mapped.join("\n") === urls.join("\n")) return;
  if (!isShown) agree(asPlaced(before));

  if (product) await showOnProduct(tx, product.id, urls[0] ?? null);
  await replaceMappings(tx, place, urls);
  if (isShown) return;
  await recordAudit(tx, imageEditor, {
    entity: "image",
    entityId: name,
    action: actionOf(before, urls),
    before: before.length > 0 ? { urls: before } : null,
    after: urls.length > 0 ? { urls } : null,
  });
}

async function showOnProduct(tx: Transaction, id: string, imageUrl: string | null) {
  await tx
    .update(products)
    .set({ imageUrl })
    .where(and(eq(products.id, id), sql`${products.imageUrl} is distinct from ${imageUrl}`));
}

function actionOf(before: readonly string[], after: readonly string[]): string {
  if (before.length === 0) return "added";
  return after.length === 0 ? "removed" : "changed";
}
