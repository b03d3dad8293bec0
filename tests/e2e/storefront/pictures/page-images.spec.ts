import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { expect, type Page, test } from "#tests/e2e/client-area.ts";

// Images beside the texts of the guide and of the pages.

/** Checks that an image is shown instead of the default. */
async function expectShown(page: Page, name: string | RegExp, path: RegExp) {
  const image = page.getByRole("img", { name, exact: true });
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveAttribute("src", path);
  await expect
    .poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth))
    .toBeGreaterThan(0);
}

const entry = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("each cut of the guide has its image beside it", async ({ page }) => {
  const tabs = ["chuck", "primeRib", "loin", "sirloin", "round", "brisket", "other", "ground"];
  let cuts = 0;
  for (const tab of tabs) {
    await page.goto(`/cuts?tab=${tab}`);
    for (const name of await page.getByRole("article").getByRole("heading").allTextContents()) {
      await expectShown(page, name, /^\/photos\/products\//);
      cuts += 1;
    }
  }
  expect(cuts).toBe(42);
});

test("a cut keeps its image and its product when the slug changes or the product is hidden", async ({
  page,
  shop,
}) => {
  const slug = eq(products.slug, "skirt-steak");
  await shop.db.update(products).set({ slug: "inside-skirt", category: "loin" }).where(slug);
  const renamed = eq(products.slug, "inside-skirt");
  const address = "/cuts?tab=other";
  const link = entry(page, "Skirt Steak").getByRole("link", { name: /^Shop This Cut/ });
  await expect(async () => {
    await page.goto(address);
    await expect(link).toHaveAttribute("href", "/shop/loin/inside-skirt", { timeout: 1000 });
  }).toPass();
  await expectShown(page, "Skirt Steak", /^\/photos\/products\/skirt-steak/);

  await shop.db.update(products).set({ slug: "skirt-steak", isActive: false }).where(renamed);
  await expect(async () => {
    await page.goto(address);
    await expect(link).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(entry(page, "Skirt Steak")).toContainText("Not in the shop at present");
  await expectShown(page, "Skirt Steak", /^\/photos\/products\/skirt-steak/);
  await shop.db.update(products).set({ isActive: true, category: "other" }).where(slug);
});

test("Wholesale, Contact and the home page's About Us have one image each", async ({ page }) => {
  for (const [path, name, file] of [
    [
      "/wholesale",
      "A tied prime rib roast beside rows of striploin steaks cut to one thickness",
      /^\/photos\/pages\/wholesale-/,
    ],
    [
      "/contact",
      "An order slip with a few lines filled in and a pencil lying on it",
      /^\/photos\/pages\/contact-/,
    ],
    [
      "/",
      "A tied tenderloin and a steak, with the knife beside them",
      // Tests of the image manager place another one there.
      /^\/photos\/sections\//,
    ],
  ] as const) {
    await page.goto(path);
    await expectShown(page, name, file);
  }
});
