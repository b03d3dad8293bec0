import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "#tests/e2e/fixtures.ts";
import { cartProduct, openCart, storeCart, storedCart } from "#tests/e2e/stored-cart.ts";

const dollars = (amount: number) =>
  amount.toLocaleString("en-CA", {
    style: "currency",
    currency: "CAD",
    currencyDisplay: "narrowSymbol",
  });

const subtotal = (page: Page) => page.getByRole("dialog").getByText("Subtotal").locator("span");

test.describe("a cart that cannot be read", () => {
  test.use({ expectedErrors: [/^Failed to parse cart from localStorage:/] });

  for (const text of ["{", "", "undefined", "<html>"]) {
    test(`${JSON.stringify(text)} is logged, deleted and replaced`, async ({ page }) => {
      await storeCart(page, text);
      const logged = page.waitForEvent("console", (message) => message.type() === "error");
      await page.goto("/shop/loin");
      expect((await logged).text()).toMatch(/^Failed to parse cart from localStorage:/);
      await expect(page.getByRole("button", { name: "Cart", exact: true })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("cart"))).toBeNull();
      await page.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
      await expect(page.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();
      expect(await storedCart(page)).toHaveLength(1);
    });
  }
});

test("an invalid stored cart is an empty one", async ({ page }) => {
  for (const cart of ["null", '"cart"', '{"items":[]}', "[null, 1, [], {}]"]) {
    await storeCart(page, cart);
    await page.goto("/");
    const drawer = await openCart(page);
    await expect(drawer.getByText("Your cart is empty"), cart).toBeVisible();
  }
});

test("invalid lines are left out, and the others are limited", async ({ page }) => {
  const striploin = await cartProduct(page, "Striploin Steak");
  const oxtail = await cartProduct(page, "Oxtail");
  const ribeye = await cartProduct(page, "Ribeye Steak");
  const flank = await cartProduct(page, "Flank Steak");
  await storeCart(page, [
    { product: striploin, quantity: -5 },
    { product: oxtail, quantity: 1e9 },
    { product: ribeye, quantity: 1.256 },
    { product: ribeye, quantity: 2 },
    // JSON turns it into null.
    { product: flank, quantity: Number.NaN },
    { product: flank, quantity: "3" },
    { product: { ...flank, price: "9.99" }, quantity: 1 },
    { product: { ...flank, price: -1 }, quantity: 1 },
    { product: { ...flank, id: "../../admin" }, quantity: 1 },
    { product: { ...flank, name: { toString: 1 } }, quantity: 1 },
    { product: null, quantity: 1 },
    { quantity: 1 },
    "flank",
  ]);
  await page.goto("/");
  const drawer = await openCart(page);
  const lines = drawer.getByRole("listitem");
  await expect(lines).toHaveCount(3);
  const quantity = (name: string) =>
    drawer.getByRole("textbox", { name: `Quantity of ${name} in lb` });
  await expect(quantity("Striploin Steak")).toHaveValue("1");
  await expect(quantity("Oxtail")).toHaveValue("10000");
  await expect(quantity("Ribeye Steak")).toHaveValue("3.26");
  await expect(
    drawer.getByRole("button", { name: "Decrease quantity of Striploin Steak" }),
  ).toBeDisabled();
  await expect(drawer.getByRole("button", { name: "Increase quantity of Oxtail" })).toBeDisabled();
  await expect(drawer).toHaveAccessibleName("Your Cart (10,004.26 lb)");
});

test("a removed product stays visible, and is left out of the total", async ({ page }) => {
  const striploin = await cartProduct(page, "Striploin Steak");
  await storeCart(page, [
    { product: { ...striploin, id: randomUUID(), name: "Unicorn Steak", price: 500 }, quantity: 4 },
    { product: striploin, quantity: 2 },
    { product: { ...striploin, id: "not-a-uuid", name: "Phoenix Wings" }, quantity: 1 },
  ]);
  await page.goto("/");
  const drawer = await openCart(page);
  await expect(drawer.getByText("No longer available")).toHaveCount(2);
  await expect(subtotal(page)).toHaveText(dollars(2 * striploin.price));
  // The allowed quantity counts.
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("Checkout:"));
  page.once("dialog", (alert) => alert.accept());
  await drawer.getByRole("button", { name: "Checkout" }).click();
  const checkedOut = await (await logged).args()[1]?.jsonValue();
  expect(checkedOut).toMatchObject({ items: [{ product: { id: striploin.id }, quantity: 2 }] });

  await drawer.getByRole("button", { name: "Remove Unicorn Steak" }).click();
  await drawer.getByRole("button", { name: "Remove Phoenix Wings" }).click();
  await expect(drawer.getByText("No longer available")).toHaveCount(0);
  await drawer.getByRole("button", { name: "Remove Striploin Steak" }).click();
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
});

test("a tampered price, name and image are replaced by the shop's", async ({ page }) => {
  const striploin = await cartProduct(page, "Striploin Steak");
  const tampered = {
    ...striploin,
    name: '<img src=x onerror="alert(1)">',
    price: 0.01,
    image: "javascript:alert(1)",
    category: "../../evil",
    slug: "//evil.example.com",
  };
  await storeCart(page, [{ product: tampered, quantity: 3 }]);
  await page.goto("/");
  const drawer = await openCart(page);
  await expect(drawer.getByText("Price updated")).toBeVisible();
  await expect(drawer.getByText(`${dollars(striploin.price)}/lb`)).toBeVisible();
  await expect(subtotal(page)).toHaveText(dollars(3 * striploin.price));
  const link = drawer.getByRole("link", { name: "Striploin Steak" });
  await expect(link).toHaveAttribute("href", "/shop/loin/striploin-steak");
  expect(await storedCart(page)).toEqual([{ product: striploin, quantity: 3 }]);
});

test("more lines than a cart holds are left out, and two lines of one product are combined", async ({
  page,
}) => {
  const striploin = await cartProduct(page, "Striploin Steak");
  const many = Array.from({ length: 500 }, (_, line) => ({
    product: { ...striploin, id: randomUUID(), name: `Steak ${line}` },
    quantity: 1,
  }));
  await storeCart(page, [
    { product: striploin, quantity: 1 },
    ...many,
    { product: striploin, quantity: 1 },
  ]);
  await page.goto("/");
  const drawer = await openCart(page);
  await expect(drawer.getByRole("listitem")).toHaveCount(100);
  await expect(drawer.getByText("No longer available")).toHaveCount(99);
  await expect(subtotal(page)).toHaveText(dollars(2 * striploin.price));
  await drawer.getByRole("button", { name: "Clear Cart" }).click();
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
});

/** Fills a cart and opens it on two pages. */
async function fillCart(page: Page) {
  await page.goto("/shop/loin");
  await page.getByRole("button", { name: "Add Striploin Steak to cart" }).click();
  await page.getByRole("link", { name: "T-Bone Steak" }).click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  const drawer = await openCart(page);
  await expect(drawer).toHaveAccessibleName("Your Cart (2 items)");
  await drawer.getByRole("button", { name: "Increase quantity of T-Bone Steak" }).click();
  await expect(drawer).toHaveAccessibleName("Your Cart (3 items)");
}

test("with a full storage, the cart lasts as long as the page", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  });
  await fillCart(page);
});

test.describe("if cookies are blocked", () => {
  // The router's scroll restoration logs this; nothing depends on it.
  test.use({ expectedErrors: [/^SecurityError: Access is denied/] });

  test("accessing the storage throws, and the cart lasts as long as the page", async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      }
    });
    await fillCart(page);
  });
});

test.describe("a script injected into a page", () => {
  test.use({
    // One pattern, since Playwright would take a list of two for a fixture and its options.
    expectedErrors: [
      /violates the following Content Security Policy directive|^reported: .*"blocked-uri":"inline"/,
    ],
  });

  test("does not run, and is logged by the shop", async ({ page, shop }) => {
    await page.goto("/shop");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'smuggled'";
      document.body.append(script);
    });
    await expect(page).not.toHaveTitle("smuggled");
    const line = { page: "/shop", blocked: "inline", msg: "a page's policy was broken" };
    await expect.poll(() => shop.log()).toContainEqual(expect.objectContaining(line));
  });
});
