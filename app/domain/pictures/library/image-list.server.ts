import { asc, desc, eq, isNotNull, like, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Staff } from "#app/domain/access/capability.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { type Page, pageSize, toPage } from "#app/lib/page-of-rows.ts";
import type { Database } from "#db/database.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { type ImageFolder, imageAddress, readImageAddress } from "../image-address.ts";
import type { ImageSort, ImageUse, ListedImage } from "../upload/image-upload.ts";

interface ImageQuery {
  folder: ImageFolder;
  limit?: number | undefined;
  offset?: number | undefined;
  sort?: ImageSort | undefined;
}

/** Returns a folder's images, by default 100 by name, with their places. For administrators. */
export async function listImages(
  db: Database,
  _staff: Staff<"catalogue">,
  { folder, limit = 100, offset = 0, sort = "name-asc" }: ImageQuery,
): Promise<Page<ListedImage>> {
  const size = pageSize(limit);
  const order = sort === "name-asc" ? asc : desc;
  const found = await db
    .select()
    .from(images)
    .where(like(images.path, `${folder}/%`))
    // Sort by bytes, regardless of the database's collation.
    .orderBy(order(sql`${images.path} collate "C"`))
    .limit(size + 1)
    .offset(Math.max(0, Math.trunc(offset) || 0));
  const { rows, hasMore } = toPage(found, size);
  const places = await placesByPath(db);
  const listed = rows.map(({ path, version, width, height, preview, bytes, createdAt }) => ({
    path,
    url: imageAddress(path, version),
    width,
    height,
    preview,
    bytes,
    createdAt: createdAt.toISOString(),
    usedFor: places.get(path) ?? [],
  }));
  return { rows: listed, hasMore };
}

/** There are only a few places per product; reading all is cheaper than matching their URLs. */
async function placesByPath(db: Database): Promise<Map<string, ImageUse[]>> {
  const { section, imageKey, url, productId } = imageMappings;
  const product = { name: products.name, isActive: products.isActive };
  const mapped = db
    .select({ section, key: imageKey, ...product, url })
    .from(imageMappings)
    .leftJoin(products, eq(products.id, productId));
  // A product's own image may not be among its mappings.
  const shown = db
    .select({
      section: sql<string>`${productSection}::text`,
      key: sql<string>`${products.id}::text`,
      ...product,
      url: sql<string>`${products.imageUrl}`,
    })
    .from(products)
    .where(isNotNull(products.imageUrl));
  const places = new Map<string, ImageUse[]>();
  const ordered = union(mapped, shown).orderBy(asc(sql`1`), asc(sql`3`), asc(sql`2`));
  for (const { url, isActive, ...place } of await ordered) {
    const path = readImageAddress(url)?.path;
    const use = { ...place, isHidden: isActive === false };
    if (path) places.set(path, [...(places.get(path) ?? []), use]);
  }
  return places;
}
