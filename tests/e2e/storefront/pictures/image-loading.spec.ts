import { brownImage } from "#tests/e2e/brown-image.ts";
import { expect, type Page } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { layoutShift, watchShifts } from "#tests/e2e/layout-shifts.ts";
import { images, test } from "#tests/e2e/stocked-fixtures.ts";

// One shop for all of them.
test.describe.configure({ mode: "default" });

const placeholder = "/images/placeholder.webp";

const image = (page: Page, name: string) =>
  page.getByRole("main").getByRole("img", { name, exact: true }).first();

/** The spinner over the product’s own image; purely visual, so it has no role to find it by. */
const spinners = (page: Page) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { level: 1 }) })
    .locator(".animate-spin");

function serve(page: Page, address: string) {
  return page.route(`**${address}`, (route) =>
    route.fulfill({ contentType: "image/png", body: brownImage }),
  );
}

/** Records the page's image requests from now on, by path and query. */
function watchImages(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(stock-images|images)\//.test(pathname)) asked.push(pathname + search);
  });
  return asked;
}

/** True if an image is drawn, rather than the browser's broken-image icon. */
function isDrawn(page: Page, name: string) {
  return image(page, name).evaluate((element) => {
    return element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0;
  });
}

test.use({ expectedErrors: [/^Failed to load resource/] });

test("a spinner is shown until the image has loaded", async ({ page }) => {
  await watchShifts(page);
  await serve(page, images["striploin-steak"]);
  const line = await holdBack(page, `**${images["striploin-steak"]}`);
  await page.goto("/shop/loin/striploin-steak", { waitUntil: "commit" });
  await expect(spinners(page).first()).toBeVisible();
  const waiting = await image(page, "Striploin Steak").boundingBox();
  line.release();
  await expect(spinners(page)).toHaveCount(0);
  await expect.poll(() => isDrawn(page, "Striploin Steak")).toBe(true);
  expect(await image(page, "Striploin Steak").boundingBox()).toEqual(waiting);
  expect(waiting?.height).toBeCloseTo((waiting?.width ?? 0) * 0.75, 0);
  const { total, shifts } = await layoutShift(page);
  expect(total, shifts).toBeLessThan(0.01);
});

test("the placeholder replaces an image that fails", async ({ page }) => {
  await watchShifts(page);
  const asked = watchImages(page);
  await page.route("**/stock-images/*", (route) => route.abort());
  await page.goto("/shop/loin/striploin-steak");
  await expect(image(page, "Striploin Steak")).toHaveAttribute("src", placeholder);
  await expect.poll(() => isDrawn(page, "Striploin Steak")).toBe(true);
  await expect(spinners(page)).toHaveCount(0);
  await expect(page.getByText("Image Error")).toHaveCount(0);
  expect(asked.filter((path) => !path.includes("t-bone")).slice(0, 2)).toEqual([
    images["striploin-steak"],
    placeholder,
  ]);
  const { total, shifts } = await layoutShift(page);
  expect(total, shifts).toBeLessThan(0.01);
});

test("a badge is shown if the placeholder fails twice", async ({ page }) => {
  await watchShifts(page);
  await serve(page, images["t-bone-steak"]);
  const asked = watchImages(page);
  await page.route(`**${images["striploin-steak"]}`, (route) => route.fulfill({ status: 404 }));
  await page.route(`**${placeholder}*`, (route) => route.abort());
  await page.goto("/shop/loin");
  const card = page.getByRole("article").filter({ hasText: "Striploin Steak" });
  await expect(card.getByText("Image Error")).toBeVisible();
  await expect(page.getByText("Image Error")).toHaveCount(1);
  await expect(spinners(page)).toHaveCount(0);
  await expect.poll(() => isDrawn(page, "T-Bone Steak")).toBe(true);
  expect(asked.filter((path) => !path.includes("t-bone"))).toEqual([
    images["striploin-steak"],
    placeholder,
    `${placeholder}?retry=2`,
  ]);
  // A failed image hides no product.
  await card.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
  await expect(page.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();
  const { total, shifts } = await layoutShift(page);
  expect(total, shifts).toBeLessThan(0.01);
});

test("remembers which images loaded or failed before", async ({ page }) => {
  await serve(page, images["striploin-steak"]);
  await page.route(`**${images["t-bone-steak"]}`, (route) => route.abort());
  await page.goto("/shop");
  await image(page, "Striploin Steak").scrollIntoViewIfNeeded();
  await expect.poll(() => isDrawn(page, "Striploin Steak")).toBe(true);
  await expect(image(page, "T-Bone Steak")).toHaveAttribute("src", placeholder);
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Triple AAA/ })).toBeVisible();

  // From here on, every spinner over one of the two is recorded, however short.
  await page.evaluate(() => {
    new MutationObserver(() => {
      for (const ring of document.querySelectorAll("article .animate-spin")) {
        const card = ring.closest("article")?.textContent ?? "";
        if (/Striploin|T-Bone/.test(card)) document.documentElement.setAttribute("data-spun", "");
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  const asked = watchImages(page);
  await page.goBack();
  await expect.poll(() => isDrawn(page, "Striploin Steak")).toBe(true);
  await expect(image(page, "T-Bone Steak")).toHaveAttribute("src", placeholder);
  await expect.poll(() => isDrawn(page, "T-Bone Steak")).toBe(true);
  await expect(page.locator("html")).not.toHaveAttribute("data-spun");
  expect(asked).not.toContain(images["t-bone-steak"]);
});

test("the cart shows the image, or the placeholder image", async ({ page }) => {
  await serve(page, images["striploin-steak"]);
  await page.route(`**${images["t-bone-steak"]}`, (route) => route.abort());
  await page.goto("/shop/loin");
  for (const name of ["Striploin Steak", "T-Bone Steak"]) {
    await page.getByRole("button", { name: `Add ${name} to cart` }).click();
  }
  await page.getByRole("button", { name: "Cart, 2 items" }).click();
  const lines = page.getByRole("dialog").getByRole("listitem");
  const shown = lines.filter({ hasText: "Striploin Steak" });
  await expect(shown.locator("img")).toHaveAttribute("src", images["striploin-steak"]);
  const failed = lines.filter({ hasText: "T-Bone Steak" });
  await expect(failed.locator("img")).toHaveAttribute("src", placeholder);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an image has its text and its size", async ({ page }) => {
    await serve(page, images["striploin-steak"]);
    await page.goto("/shop/loin/striploin-steak");
    const shown = image(page, "Striploin Steak");
    await expect(shown).toBeVisible();
    await expect(shown).toHaveAttribute("width", "800");
    await expect(shown).toHaveAttribute("height", "600");
    await expect(spinners(page)).toHaveCount(0);
  });
});
