import { expectAccessible } from "../accessible-page.ts";
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
  test(`Add to Cart of ${slug} is on the first screen`, async ({ page }) => {
    await page.goto(`/shop/loin/${slug}`);
    const add = page.getByRole("button", { name: "Add to Cart" });
    await expect(add).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: /^Increase quantity/ })).toBeInViewport({
      ratio: 1,
    });
  });
}

test("Add stays in sight down the page, covers nothing, and then leads to the cart", async ({
  page,
}) => {
  await page.goto("/shop/loin/t-bone-steak");
  const main = page.getByRole("main");
  const add = main.getByRole("button", { name: "Add T-Bone Steak to cart" });
  await expect(main.getByRole("button", { name: "Add to Cart" })).toBeInViewport({ ratio: 1 });
  await expect(add).toBeHidden();
  await main.getByRole("heading", { name: "How to cook it" }).scrollIntoViewIfNeeded();
  await expect(add).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  // The Tab key's stops and the page's end are above the bar.
  const guide = main.getByRole("link", { name: "More in the cuts guide" });
  await guide.focus();
  const bar = await add.boundingBox();
  const focused = await guide.boundingBox();
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  const last = page.getByRole("link", { name: "Terms of Service" });
  await last.scrollIntoViewIfNeeded();
  await page.keyboard.press("End");
  await expect
    .poll(
      async () => ((await last.boundingBox())?.y ?? 0) + 24 < ((await add.boundingBox())?.y ?? 0),
    )
    .toBe(true);

  await add.click();
  const view = main.getByRole("button", { name: "View cart" }).last();
  await expect(view).toBeFocused();
  await expect(view).toBeInViewport({ ratio: 1 });
  await view.click();
  await expect(page.getByRole("dialog", { name: /^Your Cart \(1 item\)/ })).toBeVisible();
});

for (const path of ["/shop", "/shop?category=other", "/shop/loin", "/shop/prime-rib"]) {
  test(`${path} has a product on the first screen: picture, name and price`, async ({ page }) => {
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
