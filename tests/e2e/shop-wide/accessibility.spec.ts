import { violationsOf } from "../accessible-page.ts";
import { expect, type Page, test, toastText } from "../fixtures.ts";
import { box, openSearch, options } from "../search-dropdown.ts";
import { cartProduct, openCart, storeCart } from "../stored-cart.ts";

const telephone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

async function expectNoViolations(page: Page) {
  expect(await violationsOf(page)).toEqual([]);
}

/** Checks the same page at both widths, which only the style sheet distinguishes. */
async function expectAccessible(page: Page) {
  for (const size of [desktop, telephone]) {
    await page.setViewportSize(size);
    await expectNoViolations(page);
  }
}

test.use({ reducedMotion: "reduce", expectedErrors: [/status of 4(04|10)/] });

test.describe("axe finds nothing wrong with", () => {
  test("the empty cart", async ({ page }) => {
    await page.goto("/shop/loin");
    await expect((await openCart(page)).getByText("Your cart is empty")).toBeVisible();
    await expectAccessible(page);
  });

  test("a cart with lines, one of them no longer sold", async ({ page }) => {
    const product = await cartProduct(page, "Striploin Steak");
    const gone = { ...product, id: crypto.randomUUID(), name: "Gone Steak" };
    await storeCart(page, [
      { product: { ...product, price: 1 }, quantity: 2.5 },
      { product: gone, quantity: 1 },
    ]);
    await page.goto("/");
    const cart = await openCart(page);
    await expect(cart.getByText("No longer available")).toBeVisible();
    await expect(cart.getByText("Price updated")).toBeVisible();
    await expectAccessible(page);
  });

  test("the open search, its results and a chosen result", async ({ page }) => {
    await openSearch(page);
    await expectAccessible(page);
    await box(page).fill("steak");
    await expect(options(page)).toHaveCount(5);
    await box(page).press("ArrowDown");
    await expectAccessible(page);
    await box(page).fill("unicorn");
    await expect(page.getByText("No products found")).toBeVisible();
    await expectAccessible(page);
  });

  test("the mobile menu", async ({ page }) => {
    await page.setViewportSize(telephone);
    await page.goto("/shop/loin");
    const bar = page.getByRole("banner");
    await bar.locator("summary", { hasText: "Menu" }).click();
    await expect(bar.getByRole("link", { name: "Cuts Guide" })).toBeVisible();
    await expectNoViolations(page);
  });

  test("the wholesale dropdown", async ({ page }) => {
    await page.setViewportSize(desktop);
    await page.goto("/shop/loin");
    const bar = page.getByRole("banner");
    await bar.locator("summary", { hasText: "Wholesale" }).click();
    await expect(bar.getByRole("link", { name: "Wholesale Login" })).toBeVisible();
    await expectNoViolations(page);
  });

  test("an added product and its toast", async ({ page }) => {
    await page.goto("/shop/loin/striploin-steak");
    await page.getByRole("button", { name: "Add to Cart" }).click();
    await expect(toastText(page, "Added to cart!")).toBeVisible();
    await toastText(page, "Added to cart!").hover();
    await expectAccessible(page);
  });
});
