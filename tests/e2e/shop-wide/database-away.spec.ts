import { startWireDatabase, type WireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret, startShop } from "#tests/setup/shops/shop.ts";
import { test as base, expect, ofWorker, type Page } from "../fixtures.ts";
import { box, opener, openSearch, options } from "../search-dropdown.ts";

interface WorkerFixtures {
  database: WireDatabase;
}

const test = base.extend<object, WorkerFixtures>({
  database: [
    async ({ browserName: _ }, use) => {
      const database = await startWireDatabase();
      await use(database);
      await database.stop();
    },
    ofWorker,
  ],
  shop: [
    async ({ database }, use) => {
      const shop = await startShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});

// Serial, since they share the database that they take away.
test.describe.configure({ mode: "default" });
test.use({ expectedErrors: [/status of 503/] });

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

/** Clicks "Try again" and expects the missing part on the same page. */
async function recover(page: Page, product: string) {
  const url = page.url();
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await tryAgain(page).click();
  await expect(page.getByRole("heading", { name: product }).first()).toBeVisible();
  await expect(tryAgain(page)).toBeHidden();
  await expect(page.locator("body[data-same-page]")).toBeAttached();
  expect(page.url()).toBe(url);
}

const pages: [path: string, words: string, product: string][] = [
  ["/", "Error loading products. Please try again later.", "Ribeye Steak"],
  ["/shop", "Failed to load products. Please try again later.", "Striploin Steak"],
  ["/shop/loin", "Error loading products. Please try again later.", "Striploin Steak"],
  [
    "/shop/loin/striploin-steak",
    "Error loading this product. Please try again later.",
    "Striploin Steak",
  ],
];

for (const [path, words, product] of pages) {
  test(`${path} shows a message, and recovers without a reload`, async ({ page, database }) => {
    await database.goAway();
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    // A retry without a change fails again. Its answer is awaited, because one still in flight when
    // the database is back would recover the page too early.
    const answered = page.waitForResponse((response) => response.status() === 503);
    await tryAgain(page).click();
    await (await answered).finished();
    await expect(tryAgain(page)).toBeEnabled();
    await expect(page.getByText(words)).toBeVisible();

    await database.comeBack();
    await recover(page, product);
  });
}

test("a failing tab keeps the shop around it, and the cart is unchanged", async ({
  page,
  database,
}) => {
  await page.goto("/shop?category=chuck");
  await page.getByRole("button", { name: "Add Chuck Blade Steak to cart" }).click();
  await expect(page.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();

  await database.goAway();
  await page.getByRole("tab", { name: "Sirloin", exact: true }).click();
  await expect(page.getByText("Failed to load products. Please try again later.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Failed to load products. Please try again later.")).toBeVisible();
  await page.getByRole("button", { name: "Cart, 1 item" }).click();
  const cart = page.getByRole("dialog", { name: "Your Cart (1 item)" });
  await expect(cart.getByRole("link", { name: "Chuck Blade Steak" })).toBeVisible();
  await cart.getByRole("button", { name: "Close" }).click();

  await database.comeBack();
  await recover(page, "Top Sirloin Steak");
  await expect(page.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();
});

test("a failing search finds nothing, and works when repeated", async ({ page, database }) => {
  await openSearch(page);
  await database.goAway();
  await page.keyboard.type("ribeye");
  await expect(page.getByText("No products found")).toBeVisible();
  await database.comeBack();
  await page.keyboard.press("Escape");
  await opener(page).click();
  await box(page).fill("ribeye");
  await expect(options(page).first()).toHaveText(/^Ribeye Steak/);
});

test.describe("when a page's data cannot be fetched", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("a message is shown in the shop's frame, and the page loads on the next try", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(opener(page)).toBeVisible();
    await page.route(/\.data/, (route) => route.abort("internetdisconnected"));
    await page.getByRole("contentinfo").getByRole("link", { name: "Our Story" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
    await expect(opener(page)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /^604-555-/ })).toBeVisible();

    await page.unroute(/\.data/);
    await page.getByRole("main").getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Our story" })).toBeVisible();
  });
});
