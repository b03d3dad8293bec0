import { expect, test, toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { storedCart } from "#tests/e2e/stored-cart.ts";

/** The script that keeps a cart; the build names it after its module. */
const machinery = /\/assets\/browser-cart-/;

test("a visitor without a cart loads the cart's script when the pointer comes near", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/shop/loin", { waitUntil: "networkidle" });
  expect(fetched.filter((url) => machinery.test(url))).toEqual([]);

  const near = page.waitForRequest(machinery);
  const add = page.getByRole("button", { name: "Add Striploin Steak to cart" });
  await add.hover();
  await near;
  await add.click();
  await expect(page.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();
});

test("on a slow connection, a second press adds nothing", async ({ page }) => {
  const line = await holdBack(page, machinery);
  await page.goto("/shop/loin/striploin-steak");
  const product = page.getByRole("article").first();
  const add = product.getByRole("button", { name: "Add to Cart" });
  await add.click();
  await expect(add).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Enter");
  line.release();
  await expect(product.getByRole("button", { name: "Added to Cart" })).toBeDisabled();
  await expect(product.getByRole("button", { name: "View cart" })).toBeFocused();
  expect(await storedCart(page)).toMatchObject([{ quantity: 1 }]);
});

test.describe("when the connection is down", () => {
  test.use({ expectedErrors: [/^Failed to load resource/] });

  test("a failed addition is reported, and the button is enabled again", async ({ page }) => {
    await page.route(machinery, (route) => route.abort());
    await page.goto("/shop/loin/striploin-steak");
    const add = page.getByRole("article").first().getByRole("button", { name: "Add to Cart" });
    await add.click();
    await expect(toastText(page, "Not added to your cart")).toBeVisible();
    await expect(add).not.toHaveAttribute("aria-busy");
    await expect(page.getByRole("button", { name: "Cart", exact: true })).toBeVisible();
  });
});
