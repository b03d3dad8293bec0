import { expect, type Page, test } from "../fixtures.ts";
import { box, opener, options } from "../search-dropdown.ts";
import { openCart } from "../stored-cart.ts";

// The browser's Back closes an overlay, and the page stays.

const striploin = "/shop/loin/striploin-steak";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Goes from the category to a product with panels to open. */
async function visitProduct(page: Page) {
  await page.goto("/shop/loin");
  await expect(opener(page)).toBeVisible();
  await page.getByRole("link", { name: "Striploin Steak" }).click();
  await expect(heading(page)).toHaveText("Striploin Steak");
}

test("Back closes the cart, then leaves the page", async ({ page }) => {
  await visitProduct(page);
  // Ignores prefetches for the clicked link, which may come after the page.
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") asked.push(request.url());
  });
  for (let time = 0; time < 2; time++) {
    const cart = await openCart(page);
    await page.goBack();
    await expect(cart).toBeHidden();
    await expect(heading(page)).toHaveText("Striploin Steak");
    await expect(page.getByRole("button", { name: /^Cart\b/ })).toBeFocused();
  }
  expect(asked.filter((url) => url.includes(".data"))).toEqual([]);
  await page.goBack();
  await expect(heading(page)).toHaveText("Loin Cuts");
});

test("a cart closed in another way leaves no history entry", async ({ page }) => {
  await visitProduct(page);
  const cart = await openCart(page);
  await page.keyboard.press("Escape");
  await expect(cart).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state.panels ?? 0)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText("Loin Cuts");
  await page.goForward();
  await expect(heading(page)).toHaveText("Striploin Steak");
});

test("a link in the cart opens its page, and Back returns to the page below the cart", async ({
  page,
}) => {
  await visitProduct(page);
  const cart = await openCart(page);
  await cart.getByRole("link", { name: "Browse Products" }).click();
  await expect(heading(page)).toHaveText("The shop");
  await expect(cart).toBeHidden();
  await page.goBack();
  await expect(heading(page)).toHaveText("Striploin Steak");
  await page.goBack();
  await expect(heading(page)).toHaveText("Loin Cuts");
  await page.goForward();
  await page.goForward();
  await expect(heading(page)).toHaveText("The shop");
});

test("a page reloaded with its cart open is left after at most two presses of Back", async ({
  page,
}) => {
  await visitProduct(page);
  await openCart(page);
  await page.reload();
  await expect(opener(page)).toBeVisible();
  const cart = await openCart(page);
  await page.goBack();
  await expect(cart).toBeHidden();
  await page.goBack();
  await expect(heading(page)).toHaveText("Striploin Steak");
  await page.goBack();
  await expect(heading(page)).toHaveText("Loin Cuts");
});

test("Back closes the search, and a result opens from the page below", async ({ page }) => {
  await visitProduct(page);
  await opener(page).click();
  await box(page).fill("brisket");
  await page.goBack();
  await expect(box(page)).toBeHidden();
  await expect(heading(page)).toHaveText("Striploin Steak");

  await opener(page).click();
  await box(page).fill("t-bone");
  await expect(options(page).first()).toContainText("T-Bone Steak");
  await box(page).press("ArrowDown");
  await box(page).press("Enter");
  await expect(heading(page)).toHaveText("T-Bone Steak");
  await page.goBack();
  await expect(heading(page)).toHaveText("Striploin Steak");

  await opener(page).click();
  await box(page).fill("brisket");
  await box(page).press("Enter");
  await expect(page).toHaveURL(/\/search\?q=brisket$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${striploin.slice(0, 10)}`));
  await expect(heading(page)).toHaveText("Striploin Steak");
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  const menu = (page: Page) => page.getByRole("banner").locator("summary", { hasText: "Menu" });
  const guide = (page: Page) =>
    page.getByRole("banner").getByRole("link", { name: "Cuts Guide", exact: true });

  test("Back closes the menu", async ({ page }) => {
    await visitProduct(page);
    await menu(page).click();
    await expect(guide(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state.panels ?? 0)).toBe(1);
    await page.goBack();
    await expect(guide(page)).toBeHidden();
    await expect(heading(page)).toHaveText("Striploin Steak");

    await menu(page).click();
    await guide(page).click();
    await expect(heading(page)).toHaveText("Cuts Guide");
    await expect(guide(page)).toBeHidden();
    await page.goBack();
    await expect(heading(page)).toHaveText("Striploin Steak");
    await page.goBack();
    await expect(heading(page)).toHaveText("Loin Cuts");
  });
});
