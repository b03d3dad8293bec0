import { asc, eq } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { readImageAddress } from "#app/domain/pictures/image-address.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { imagePlaces } from "#app/domain/pictures/placement/image-places.ts";
import type { Database } from "#db/database.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { categories } from "#db/schema/values/products.ts";
import type { OwnPlace, StandingImage } from "./own-images.ts";

/** The opening catalogue has 42. */
export const mostOwnProducts = 300;

export interface OwnPlaces {
  pages: OwnPlace[];
  /** Active ones first, at most `mostOwnProducts`. */
  products: (OwnPlace & { category: string | null })[];
  hasMore: boolean;
}

/** Returns every place for the owner's own pictures. For staff who keep the catalogue. */
export async function ownPlaces(db: Database, _staff: Staff<"catalogue">): Promise<OwnPlaces> {
  const [listed, mapped, known] = await Promise.all([
    listedProducts(db),
    db
      .select({
        section: imageMappings.section,
        key: imageMappings.imageKey,
        url: imageMappings.url,
      })
      .from(imageMappings)
      .orderBy(asc(imageMappings.position)),
    db.select({ path: images.path, isSample: images.isSample, shot: images.shot }).from(images),
  ]);
  const knownByPath = new Map(known.map((image) => [image.path, image]));
  const urls = Map.groupBy(mapped, ({ section, key }) => `${section}/${key}`);
  const standing = (section: string, key: string, first: string | null): StandingImage[] => {
    const others = urls.get(`${section}/${key}`) ?? [];
    const all = new Set([...(first ? [first] : []), ...others.map(({ url }) => url)]);
    return [...all].map((url) => {
      const image = knownByPath.get(readImageAddress(url)?.path ?? "");
      return { url, isSample: image?.isSample ?? false, shot: image?.shot ?? null };
    });
  };
  return {
    pages: imagePlaces.map(({ id, section, key, label }) => ({
      place: { section, key },
      id,
      label,
      folder: section,
      fileName: key,
      isHidden: false,
      images: standing(section, key, null),
    })),
    products: listed.slice(0, mostOwnProducts).map(({ id, name, slug, category, ...product }) => ({
      place: { section: productSection, key: id },
      id,
      label: name,
      category,
      folder: "products" as const,
      fileName: slug,
      isHidden: !product.isActive,
      images: standing(productSection, id, product.imageUrl),
    })),
    hasMore: listed.length > mostOwnProducts,
  };
}

/** Returns products in the shop's order, hidden ones last; one more than are listed. */
async function listedProducts(db: Database) {
  const { id, name, slug, category, imageUrl, isActive } = products;
  const columns = { id, name, slug, category, imageUrl, isActive };
  const found = await db
    .select(columns)
    .from(products)
    .orderBy(asc(name))
    .where(eq(isActive, true))
    .limit(mostOwnProducts + 1);
  const hidden = await db
    .select(columns)
    .from(products)
    .orderBy(asc(name))
    .where(eq(isActive, false))
    .limit(mostOwnProducts + 1 - found.length);
  const order = new Map<string | null, number>(categories.map((one, at) => [one, at]));
  const rank = ({ category, isActive }: (typeof found)[number]) =>
    (isActive ? 0 : 100) + (order.get(category) ?? 99);
  return [...found, ...hidden].sort((a, b) => rank(a) - rank(b));
}
