import { expect, type Page, test } from "../fixtures.ts";

test.use({ javaScriptEnabled: false });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function expectProducts(page: Page, count: number) {
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(count);
  for (const card of await cards.all()) {
    await expect(card.getByRole("link")).toBeVisible();
    await expect(card.getByText(/^\$\d+\.\d\d\/lb$/)).toBeVisible();
    const image = await card.getByRole("img").first().boundingBox();
    expect(image?.width).toBeGreaterThan(200);
    expect(image?.height).toBeCloseTo((image?.width ?? 0) * 0.75, 0);
  }
}

test("home, shop, tab, product and category are pages and links", async ({ page }) => {
  await page.goto("/");
  await expect(
    heading(page, "Triple AAA Graded. Triple the Quality. Half the Price."),
  ).toBeVisible();
  await expectProducts(page, 4);

  await page.getByRole("link", { name: "Shop Now" }).click();
  await expect(heading(page, "The shop")).toBeVisible();
  await expectProducts(page, 42);

  const tab = page.getByRole("tab", { name: "Ground Beef" });
  await expect(tab).toHaveAttribute("href", "/shop?category=ground");
  await tab.click();
  await expect(page).toHaveURL(/\/shop\?category=ground$/);
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await expectProducts(page, 5);

  await page.getByRole("link", { name: "Lean Ground Beef", exact: true }).click();
  await expect(heading(page, "Lean Ground Beef")).toBeVisible();
  const product = page.getByRole("article").first();
  await expect(product.getByText(/^\$\d+\.\d\d\/lb$/)).toBeVisible();
  await expect(product.getByRole("img", { name: "Lean Ground Beef" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "You Might Also Like" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Characteristics" })).toBeVisible();

  await page.getByRole("link", { name: "Back to Ground Beef" }).click();
  await expect(page).toHaveURL(/\/shop\/ground$/);
  await expect(heading(page, "Ground Beef")).toBeVisible();
  await expectProducts(page, 5);
});

test.describe("unknown addresses", () => {
  // The browser logs every page that answers 404.
  test.use({ expectedErrors: [/status of 404/] });

  test("a missing page shows a message, and links onward", async ({ page }) => {
    const pages = [
      { path: "/shop/unicorn", title: "Category not found" },
      { path: "/shop/loin/unicorn", title: "Product not found" },
      { path: "/unicorn", title: "Page not found" },
    ];
    for (const { path, title } of pages) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    }
  });
});

test("search is a page with a form", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await expect(heading(page, "Search")).toBeVisible();
  await expect(page.getByText("Start typing to search")).toBeVisible();

  const main = page.getByRole("main");
  await main.getByRole("searchbox", { name: "Search for products..." }).fill("tenderloin");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=tenderloin$/);
  await expectProducts(page, 2);
  await expect(main.getByRole("searchbox")).toHaveValue("tenderloin");

  await main.getByRole("searchbox").fill('50% "off" <b>');
  await main.getByRole("searchbox").press("Enter");
  await expect(main.getByText("No products found")).toBeVisible();
  await expect(main.getByText('“50% "off" <b>”')).toBeVisible();
});

test("the wholesale menu opens", async ({ page }) => {
  await page.goto("/");
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("link", { name: "Wholesale Login" })).toBeHidden();
  await bar.getByText("Wholesale", { exact: true }).locator("visible=true").click();
  await expect(bar.getByRole("link", { name: "Wholesale Login" })).toHaveAttribute(
    "href",
    "/login",
  );
  await expect(bar.getByRole("link", { name: "Login", exact: true })).toBeVisible();
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the hamburger menu links to the pages", async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Main" });
    await expect(menu).toBeHidden();
    await page.getByRole("banner").locator("summary", { hasText: "Menu" }).click();
    await expect(menu.getByRole("link")).toHaveText([
      "Home",
      "Shop",
      "Why AAA?",
      "Wholesale",
      "Our Story",
      "Cuts Guide",
      "FAQs",
      "Contact",
      "Login",
    ]);
    await menu.getByRole("link", { name: "Shop", exact: true }).click();
    await expect(heading(page, "The shop")).toBeVisible();
    await expect(menu).toBeHidden();
  });
});
