import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { expect, ofWorker, type Page, test as shopTest, toastText } from "#tests/e2e/fixtures.ts";
import { cartProduct, openCart, storeCart, storedCart } from "#tests/e2e/stored-cart.ts";
import { startStockedShop } from "#tests/setup/shops/stocked-shop.ts";

/** Striploin steaks of about 1.25 lb at $24.99/lb, up to 10% over; T-bones by the pound. */
const test = shopTest.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startStockedShop((db) =>
        db
          .update(products)
          .set({ soldBy: "piece", typicalPieceLb: "1.25", pricePerLb: "24.99", overCapPct: 10 })
          .where(eq(products.slug, "striploin-steak")),
      );
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});

const address = "/shop/loin/striploin-steak";
const estimate = "Estimate $93.71. You pay for the weight we pack, at most $103.08.";

async function expectNoOverflow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("three steaks go into the cart, which keeps them after a reload", async ({ page }) => {
      await page.goto(address);
      const product = page.getByRole("article").first();
      await expect(product.getByText("about 1.25 lb each")).toBeVisible();
      await expect(product.getByText("$55.09/kg")).toBeVisible();
      const more = product.getByRole("button", { name: "Increase quantity of Striploin Steak" });
      await more.click();
      await more.click();
      await expect(product.getByText("3 × about 1.25 lb")).toBeVisible();
      await expect(product.getByText(estimate)).toBeVisible();
      await expectNoOverflow(page);

      await product.getByRole("button", { name: "Add to Cart" }).click();
      await product.getByRole("button", { name: "View cart" }).click();
      const cart = page.getByRole("dialog", { name: "Your Cart (3 items)" });
      await expect(cart.getByText("$24.99/lb · $55.09/kg")).toBeVisible();
      await expect(cart.getByText("3 × about 1.25 lb")).toBeVisible();
      await expect(cart.getByText(estimate)).toBeVisible();
      await expectNoOverflow(page);
      expect(await storedCart(page)).toMatchObject([{ quantity: 3.75, pieces: 3 }]);

      await page.reload();
      const reloaded = await openCart(page);
      await expect(reloaded.getByText(estimate)).toBeVisible();
      await reloaded.getByRole("button", { name: "Decrease quantity of Striploin Steak" }).click();
      await expect(reloaded.getByText("2 × about 1.25 lb")).toBeVisible();
      await expect(reloaded.getByText(/^Estimate \$62\.48\. .* at most \$68\.73\.$/)).toBeVisible();
    });
  });
}

test("a card adds one steak", async ({ page }) => {
  await page.goto("/shop?category=loin");
  const card = page.getByRole("article").filter({ hasText: "Striploin Steak" });
  await expect(card.getByText("about 1.25 lb each")).toBeVisible();
  const add = card.getByRole("button", { name: "Add Striploin Steak to cart" });
  await add.click();
  await expect(toastText(page, "Striploin Steak added to your cart")).toBeVisible();
  await add.click();
  await expect(toastText(page, "Striploin Steak quantity increased to 2 pieces")).toBeVisible();
});

test("the search shows what a steak weighs", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox").fill("striploin");
  const found = page.getByRole("option", { name: "Striploin Steak" });
  await expect(found).toContainText("about 1.25 lb each · $24.99/lb · $55.09/kg");
});

test("pounds in an older cart become steaks, with a notice in the cart", async ({ page }) => {
  const { id, name, image, price, category, slug } = await cartProduct(page, "Striploin Steak");
  const product = { id, name, image, price, category, slug };
  await storeCart(page, [{ product, quantity: 4 }]);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Cart, 3 items" })).toBeVisible();
  const cart = await openCart(page);
  await expect(cart.getByText("3 × about 1.25 lb")).toBeVisible();
  await expect(cart.getByText("Quantity updated")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cart).toBeHidden();
  await openCart(page);
  await expect(cart.getByText("Quantity updated")).toBeHidden();
});

test("calculates by keyboard how many steaks a number of people need", async ({ page }) => {
  await page.goto(address);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const product = page.getByRole("article").first();
  await expect(product.getByLabel("People")).toBeHidden();
  expect(asked.filter((url) => url.includes("portion"))).toEqual([]);

  await product.getByText("How much do I need?").focus();
  await page.keyboard.press("Enter");
  await expect(product.getByText(/^Allow 8 oz of raw meat a person/)).toBeVisible();
  await product.getByLabel("People").fill("6");
  await product.getByLabel("Appetite").selectOption("Hearty");
  // 6 × 12 oz are 4.5 lb, which four steaks reach.
  await expect(product.getByText("4 pieces, about 5 lb.")).toBeVisible();
  await product.getByRole("button", { name: "Choose 4 pieces" }).press("Enter");
  await expect(product.getByText("4 × about 1.25 lb")).toBeVisible();

  await product.getByLabel("People").fill("0");
  await expect(product.getByText("Enter a whole number from 1 to 100.")).toBeVisible();
  await product.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByRole("button", { name: "Cart, 4 items" })).toBeVisible();
  await expect(product.getByText(/^It is in your cart already/)).toBeVisible();
});

test("calculates the pounds of T-bone steak for two, bone included", async ({ page }) => {
  await page.goto("/shop/loin/t-bone-steak");
  const product = page.getByRole("article").first();
  await product.getByText("How much do I need?").click();
  await expect(product.getByText(/^Allow 12 oz .*, bone included/)).toBeVisible();
  await product.getByLabel("People").fill("2");
  await product.getByRole("button", { name: "Choose 1.5 lb" }).click();
  await expect(
    product.getByRole("textbox", { name: "Quantity of T-Bone Steak in lb" }),
  ).toHaveValue("1.5");
});

test("ground beef has no portion calculator", async ({ page }) => {
  await page.goto("/shop/ground/ground-lean");
  await expect(page.getByText(/^Estimate \$/)).toBeVisible();
  await expect(page.getByText("How much do I need?")).toBeHidden();
});
