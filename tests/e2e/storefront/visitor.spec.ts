import { expect, type Page, test, toastText } from "../fixtures.ts";

/** Totals are computed from the prices on the page, which the catalogue may change. */
async function centsOnPage(page: Page) {
  const price = await page
    .getByRole("article")
    .first()
    .getByText(/^\$\d+\.\d\d\/lb$/)
    .first()
    .textContent();
  return Math.round(Number(price?.replace(/[^\d.]/g, "")) * 100);
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Home → shop → a tab → a product, by visible links. */
async function walkToStriploin(page: Page) {
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Shop Now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The shop" })).toBeVisible();
  await page.getByRole("tab", { name: "Loin", exact: true }).click();
  await expect(page).toHaveURL(/\/shop\?category=loin$/);
  await expect(page.getByRole("tab", { name: "Loin", exact: true })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.getByRole("link", { name: "Striploin Steak" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Striploin Steak" })).toBeVisible();
}

test("a visitor fills a cart, and it is still there after a reload", async ({ page }) => {
  await walkToStriploin(page);
  const cents = await centsOnPage(page);

  const product = page.getByRole("article").first();
  await product.getByRole("button", { name: "Increase quantity of Striploin Steak" }).click();
  await product.getByRole("button", { name: "Increase quantity of Striploin Steak" }).click();
  await product.getByRole("button", { name: "Add to Cart" }).click();
  await expect(toastText(page, "Added to cart!")).toBeVisible();
  await expect(product.getByRole("button", { name: "Added to Cart" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Cart, 3 items" })).toBeVisible();

  await product.getByRole("button", { name: "View cart" }).click();
  const cart = page.getByRole("dialog", { name: "Your Cart (3 items)" });
  await expect(cart.getByRole("link", { name: "Striploin Steak" })).toHaveAttribute(
    "href",
    "/shop/loin/striploin-steak",
  );
  await expect(cart.getByText(dollars(3 * cents)).first()).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Cart, 3 items" }).click();
  const reloaded = page.getByRole("dialog", { name: "Your Cart (3 items)" });
  await reloaded.getByRole("button", { name: "Decrease quantity of Striploin Steak" }).click();
  await expect(page.getByRole("dialog", { name: "Your Cart (2 items)" })).toBeVisible();
  await expect(page.getByText(dollars(2 * cents)).first()).toBeVisible();
  await page.getByRole("button", { name: "Decrease quantity of Striploin Steak" }).click();
  await expect(page.getByRole("dialog", { name: "Your Cart (1 item)" })).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Decrease quantity of Striploin Steak" }),
  ).toBeDisabled();

  await page.getByRole("button", { name: "Remove Striploin Steak" }).click();
  await expect(toastText(page, "Striploin Steak removed from your cart")).toBeVisible();
  const empty = page.getByRole("dialog", { name: "Your Cart (0 items)" });
  await expect(empty.getByText("Your cart is empty")).toBeVisible();
  await expect(empty.getByText("Add some premium cuts to get started")).toBeVisible();
  await empty.getByRole("link", { name: "Browse Products" }).click();
  await expect(page).toHaveURL(/\/shop$/);
});

test("clearing the cart resets the button of its product", async ({ page }) => {
  await page.goto("/shop/loin/striploin-steak");
  const product = page.getByRole("article").first();
  await product.getByRole("button", { name: "Add to Cart" }).click();
  await expect(product.getByRole("link", { name: "Continue shopping" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await product.getByRole("button", { name: "View cart" }).click();
  await page.getByRole("button", { name: "Clear Cart" }).click();
  await expect(toastText(page, "All items have been removed from your cart")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(product.getByRole("button", { name: "Add to Cart" })).toBeEnabled();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]"))).toEqual([]);
});

test("adding the same product twice from the grid raises its quantity", async ({ page }) => {
  await page.goto("/shop?category=loin");
  await page.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
  await expect(toastText(page, "Striploin Steak added to your cart")).toBeVisible();
  await page.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
  await expect(toastText(page, "Cart updated")).toBeVisible();
  await expect(toastText(page, "Striploin Steak quantity increased to 2")).toBeVisible();
});

test("the checkout shows that card payments are not available yet, and logs the cart", async ({
  page,
}) => {
  await page.goto("/shop/loin/striploin-steak");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.getByRole("button", { name: "View cart" }).click();
  const logged = page.waitForEvent(
    "console",
    (message) => message.type() === "info" || message.type() === "log",
  );
  const alerted = page.waitForEvent("dialog");
  const pressed = page.getByRole("button", { name: "Checkout" }).click();
  const alert = await alerted;
  expect(alert.message()).toMatch(/card payment provider/);
  await alert.accept();
  await pressed;
  const [, cart] = (await logged).args();
  expect(await cart?.jsonValue()).toMatchObject({
    items: [{ product: { name: "Striploin Steak" }, quantity: 1 }],
  });
});

test("a tab is a page: its address opens it, and going back returns", async ({ page }) => {
  await page.goto("/shop?category=ground");
  await expect(page.getByRole("tab", { name: "Ground Beef" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.getByRole("tab", { name: "Chuck" }).click();
  await expect(page.getByRole("link", { name: "Chuck Blade Steak" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Lean Ground Beef", exact: true })).toBeVisible();
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("a visitor takes the same walk through the hamburger menu", async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("banner").locator("details", { hasText: "Cuts Guide" }).first();
    await menu.locator("summary").click();
    await menu.getByRole("link", { name: "Shop", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "The shop" })).toBeVisible();
    await expect(menu).not.toHaveAttribute("open");
    await page.getByRole("tab", { name: "Loin", exact: true }).click();
    await page.getByRole("link", { name: "Striploin Steak" }).click();
    await page.getByRole("article").first().getByRole("button", { name: "Add to Cart" }).click();
    await page.getByRole("button", { name: "Cart, 1 item" }).click();
    await expect(page.getByRole("dialog", { name: "Your Cart (1 item)" })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});
