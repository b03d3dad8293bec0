import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { brownImage } from "#tests/e2e/brown-image.ts";
import { expect, type Page } from "#tests/e2e/fixtures.ts";
import { layoutShift, watchShifts } from "#tests/e2e/layout-shifts.ts";
import { gallery, images, test } from "#tests/e2e/stocked-fixtures.ts";

// These tests share one shop.
test.describe.configure({ mode: "default" });

const path = `/shop/other/${gallery.slug}`;

const row = (page: Page) => page.getByRole("region", { name: "Images of Flank Steak" });
const thumbnail = (page: Page, place: number) =>
  page.getByRole("link", { name: `Show image ${place} of 3` });

/** Checks that one of the images fills the row, and the others are hidden. */
async function expectShown(page: Page, place: number) {
  const names = ["Flank Steak", "Flank Steak, image 2", "Flank Steak, image 3"];
  for (const [index, name] of names.entries()) {
    const image = row(page).getByRole("img", { name, exact: true });
    // Its upper edge may be above the window.
    if (index === place - 1) await expect(image).toBeInViewport({ ratio: 0.5 });
    else await expect(image).not.toBeInViewport({ ratio: 0.01 });
  }
}

test.beforeEach(async ({ page }) => {
  await page.route("**/stock-images/*", (route) =>
    route.fulfill({ contentType: "image/png", body: brownImage }),
  );
});

test("several images: the first is shown, and thumbnails lead to the others", async ({ page }) => {
  await watchShifts(page);
  await page.goto(path);
  await expectShown(page, 1);
  await expect(thumbnail(page, 1)).toHaveAttribute("aria-current", "true");

  await thumbnail(page, 3).click();
  await expectShown(page, 3);
  await expect(thumbnail(page, 3)).toHaveAttribute("aria-current", "true");
  await expect(thumbnail(page, 1)).not.toHaveAttribute("aria-current");
  // The link isn't followed, since that would add a history entry.
  expect(new URL(page.url()).hash).toBe("");

  await thumbnail(page, 2).focus();
  await page.keyboard.press("Enter");
  await expectShown(page, 2);
  const { total, shifts } = await layoutShift(page);
  expect(total, shifts).toBeLessThan(0.01);
});

test("the row of images is scrolled by keyboard", async ({ page }) => {
  await page.goto(path);
  await expect(thumbnail(page, 1)).toHaveAttribute("aria-current", "true");
  await row(page).focus();
  await page.keyboard.press("ArrowRight");
  await expectShown(page, 2);
  await expect(thumbnail(page, 2)).toHaveAttribute("aria-current", "true");
});

test("a single image has no thumbnails", async ({ page }) => {
  await page.goto("/shop/loin/striploin-steak");
  const product = page.getByRole("article").first();
  await expect(product.getByRole("img")).toHaveCount(1);
  await expect(product.getByRole("img")).toHaveAttribute("src", images["striploin-steak"]);
  await expect(page.getByRole("link", { name: /^Show image/ })).toHaveCount(0);
});

for (const width of [360, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("the gallery is accessible and fits the window", async ({ page }) => {
      await page.goto(path);
      await expectAccessible(page);
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the thumbnails link to the large images", async ({ page }) => {
    await page.goto(path);
    await expectShown(page, 1);
    await thumbnail(page, 2).click();
    await expectShown(page, 2);
  });
});
