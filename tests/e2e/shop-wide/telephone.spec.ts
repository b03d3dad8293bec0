import { brownImage } from "../brown-image.ts";
import { expect } from "../fixtures.ts";
import { gallery, test } from "../stocked-fixtures.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test.beforeEach(async ({ page }) => {
  await page.route("**/stock-images/*", (route) =>
    route.fulfill({ contentType: "image/png", body: brownImage }),
  );
});

const slugs = ["striploin-steak", "t-bone-steak", gallery.slug];

for (const slug of slugs) {
  test(`Add to Cart of ${slug} stands in the first screen`, async ({ page }) => {
    await page.goto(`/shop/loin/${slug}`);
    const add = page.getByRole("button", { name: "Add to Cart" });
    await expect(add).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: /^Increase quantity/ })).toBeInViewport({
      ratio: 1,
    });
  });
}

for (const path of ["/shop", "/shop?category=other", "/shop/loin", "/shop/prime-rib"]) {
  test(`${path} has a product in the first screen: picture, name and price`, async ({ page }) => {
    await page.goto(path);
    const card = page.getByRole("main").getByRole("article").first();
    await expect(card.getByRole("img")).toBeInViewport({ ratio: 1 });
    await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
    await expect(card.getByText(/^\$[\d.]+\/kg$/)).toBeInViewport({ ratio: 1 });
  });
}

for (const path of ["/shop", "/shop/loin"]) {
  test(`${path} shows two products side by side`, async ({ page }) => {
    await page.goto(path);
    const cards = page.getByRole("main").getByRole("article");
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map((index) => cards.nth(index).boundingBox()),
    );
    expect(second?.y).toBe(first?.y);
    expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    expect(third?.x).toBe(first?.x);
  });
}
