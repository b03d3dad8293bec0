import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { startStockedShop } from "#tests/setup/stocked-shop.ts";
import { test as base } from "./fixtures.ts";

/** Addresses of pictures by the slug of their product; a test says what they answer. */
export const pictures = {
  "striploin-steak": "/pictures/striploin.png",
  "t-bone-steak": "/pictures/t-bone.png",
};

/** The slug of a product that is not sold at present. */
export const inactiveSlug = "oxtail";

/** Tests on a catalogue with two pictures and a product that is not sold at present. */
export const test = base.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startStockedShop(stock);
      await use(shop);
      await shop.stop();
    },
    { scope: "worker" },
  ],
});

async function stock(db: Database) {
  for (const [slug, imageUrl] of Object.entries(pictures)) {
    await db.update(products).set({ imageUrl }).where(eq(products.slug, slug));
  }
  await db.update(products).set({ isActive: false }).where(eq(products.slug, inactiveSlug));
}
