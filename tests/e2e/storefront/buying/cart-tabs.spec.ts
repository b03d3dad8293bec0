import { expect, test, toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { cartProduct, openCart, storeCart, storedCart } from "#tests/e2e/stored-cart.ts";

test("two tabs share the cart", async ({ page: first, context }) => {
  const second = await context.newPage();
  await first.goto("/shop/loin/striploin-steak");
  await second.goto("/shop/loin");
  await expect(second.getByRole("button", { name: "Cart", exact: true })).toBeVisible();

  await first.getByRole("button", { name: "Add to Cart" }).click();
  await expect(second.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();

  // An addition in one tab does not undo the other's.
  await second.getByRole("button", { name: "Add T-Bone Steak to cart" }).click();
  await second.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
  await expect(toastText(second, "Striploin Steak quantity increased to 2")).toBeVisible();
  await expect(first.getByRole("button", { name: "Cart, 3 items" })).toBeVisible();

  // The open drawer updates, and so does the product's page behind it.
  const drawer = await openCart(first);
  await expect(drawer.getByRole("listitem")).toHaveCount(2);
  const other = await openCart(second);
  await other.getByRole("button", { name: "Remove Striploin Steak" }).click();
  await expect(drawer).toHaveAccessibleName("Your Cart (1 item)");
  await expect(drawer.getByRole("link", { name: "Striploin Steak" })).toHaveCount(0);
  await other.getByRole("button", { name: "Clear Cart" }).click();
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
  await first.keyboard.press("Escape");
  await expect(first.getByRole("button", { name: "Add to Cart" })).toBeEnabled();
  expect(await storedCart(first)).toEqual([]);
});

test("clearing the site's storage in another tab empties the cart", async ({ page, context }) => {
  const product = await cartProduct(page, "Striploin Steak");
  await storeCart(page, [{ product, quantity: 2 }]);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Cart, 2 items" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/favicon.png");
  await other.evaluate(() => localStorage.clear());
  await expect(page.getByRole("button", { name: "Cart", exact: true })).toBeVisible();
});

test.describe("when the cart refresh fails", () => {
  test.use({ expectedErrors: [/^Failed to load resource/] });

  const failures = {
    "an error status": { status: 503, json: { products: [] } },
    "not JSON": { status: 200, body: "<html>" },
    "unexpected JSON": { status: 200, json: { error: "no" } },
    "no connection": null,
  };
  for (const [what, answer] of Object.entries(failures)) {
    test(`the cart is kept and stays editable: ${what}`, async ({ page }) => {
      const product = await cartProduct(page, "Striploin Steak");
      await storeCart(page, [{ product, quantity: 2 }]);
      await page.route("**/api/cart*", (route) => (answer ? route.fulfill(answer) : route.abort()));
      const asked = page.waitForRequest("**/api/cart*");
      await page.goto("/");
      await asked;
      const drawer = await openCart(page);
      await drawer.getByRole("button", { name: "Increase quantity of Striploin Steak" }).click();
      await expect(drawer).toHaveAccessibleName("Your Cart (3 items)");
      await expect(drawer.getByText("No longer available")).toHaveCount(0);
      await expect(page.getByRole("alert")).toHaveCount(0);
      expect(await storedCart(page)).toEqual([{ product, quantity: 3 }]);
      await drawer.getByRole("button", { name: "Remove Striploin Steak" }).click();
      await expect(drawer.getByText("Your cart is empty")).toBeVisible();
    });
  }
});

test("a change made while the cart is being refreshed is not undone by the answer", async ({
  page,
}) => {
  const product = await cartProduct(page, "Striploin Steak");
  await storeCart(page, [{ product: { ...product, price: 1 }, quantity: 2 }]);
  const answers = await holdBack(page, "**/api/cart*");
  await page.goto("/shop/loin");
  await page.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
  await page.getByRole("button", { name: "Add T-Bone Steak to cart" }).click();
  await expect(page.getByRole("button", { name: "Cart, 4 items" })).toBeVisible();
  answers.release();
  const drawer = await openCart(page);
  await expect(drawer.getByText("Price updated")).toBeVisible();
  await expect(drawer).toHaveAccessibleName("Your Cart (4 items)");
  await expect(drawer.getByText("No longer available")).toHaveCount(0);
  await expect
    .poll(() => storedCart(page))
    .toMatchObject([
      { product, quantity: 3 },
      { product: { name: "T-Bone Steak" }, quantity: 1 },
    ]);
});
