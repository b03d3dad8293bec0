import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { startStockedShop } from "#tests/setup/shops/stocked-shop.ts";
import { test as base, ofWorker } from "./fixtures.ts";

/** Image addresses by product slug; a test decides how they answer. */
export const images = {
  "striploin-steak": "/stock-images/striploin.png",
  "t-bone-steak": "/stock-images/t-bone.png",
};

/** A product with several images. */
export const gallery = {
  slug: "flank-steak",
  urls: ["/stock-images/flank-1.png", "/stock-images/flank-2.png", "/stock-images/flank-3.png"],
};

/** Slug of a product that is not for sale. */
export const inactiveSlug = "oxtail";

/** Tests on a catalogue with two external images, a gallery, and a product that is not for sale. */
export const test = base.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startStockedShop(stock);
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});

async function stock(db: Database) {
  for (const [slug, imageUrl] of Object.entries(images)) {
    const [product] = await db
      .update(products)
      .set({ imageUrl })
      .where(eq(products.slug, slug))
      .returning();
    await removeImageMappings(db, product);
  }
  const [imageUrl] = gallery.urls;
  const [product] = await db
    .update(products)
    .set({ imageUrl })
    .where(eq(products.slug, gallery.slug))
    .returning();
  if (!product) throw new Error(`The catalogue has no ${gallery.slug}`);
  await removeImageMappings(db, product);
  const place = { section: "product", imageKey: product.id };
  await db
    .insert(imageMappings)
    .values(gallery.urls.map((url, position) => ({ ...place, position, url })));
  await db.update(products).set({ isActive: false }).where(eq(products.slug, inactiveSlug));
}

async function removeImageMappings(db: Database, product: { id: string } | undefined) {
  if (!product) throw new Error("The catalogue has no such product");
  await db.delete(imageMappings).where(eq(imageMappings.imageKey, product.id));
}
