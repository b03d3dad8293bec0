import { expectAccessible } from "../accessible-page.ts";
import { expect, type Page, test } from "../fixtures.ts";

const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => main(page).getByRole("article");
const shows = (page: Page) => main(page).getByRole("navigation", { name: "Show" });
const sorts = (page: Page) => main(page).getByRole("navigation", { name: "Sort" });
const current = (page: Page) => main(page).locator(".list-bar [aria-current]");

/** Returns dollars per kg of each card, which sort like those per lb. */
async function prices(page: Page): Promise<number[]> {
  const texts = await cards(page).getByText(/\/kg$/).allTextContents();
  return texts.map((text) => Number(text.replace(/[^\d.]/g, "")));
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor finds the cheapest steak, and goes back", async ({ page }) => {
    await page.goto("/shop");
    await expect(main(page).getByText("42 products", { exact: true })).toBeVisible();
    await expect(current(page)).toHaveText(["All", "Name"]);
    await shows(page).getByRole("link", { name: "Steaks" }).click();
    await expect(page).toHaveURL("/shop?show=steaks");
    await expect(main(page).getByText("14 of 42 products")).toBeVisible();
    await expect(cards(page)).toHaveCount(14);
    await sorts(page).getByRole("link", { name: "Price" }).click();
    await expect(page).toHaveURL("/shop?show=steaks&sort=price");
    await expect(current(page)).toHaveText(["Steaks", "Price"]);
    const found = await prices(page);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    await expect(cards(page).first().getByRole("heading")).toHaveText("Inside Round Steak");
    await page.goBack();
    await expect(current(page)).toHaveText(["Steaks", "Name"]);
    await expect(cards(page).first().getByRole("heading")).toHaveText("Bavette Steak");
  });

  test("a visitor wants steaks to grill, then whatever can be grilled", async ({ page }) => {
    await page.goto("/shop?show=steaks");
    await shows(page).getByRole("link", { name: "To grill" }).click();
    await expect(page).toHaveURL("/shop?show=steaks&use=grill");
    await expect(current(page)).toHaveText(["Steaks", "To grill", "Name"]);
    await expect(main(page).getByText(/^Steaks to grill: \d+ of 42 products$/)).toBeVisible();
    await shows(page).getByRole("link", { name: "Steaks" }).click();
    await expect(page).toHaveURL("/shop?use=grill");
  });

  test("a filter stays within the category", async ({ page }) => {
    await page.goto("/shop/loin");
    await shows(page).getByRole("link", { name: "To roast" }).click();
    await expect(page).toHaveURL("/shop/loin?use=roast");
    await expect(cards(page).getByRole("heading")).toHaveText([
      "Porterhouse Steak",
      "Tenderloin Roast",
    ]);
    await page.goto("/shop?category=loin&use=roast");
    await expect(cards(page)).toHaveCount(2);
    await sorts(page).getByRole("link", { name: "Price" }).click();
    await expect(page).toHaveURL("/shop?category=loin&use=roast&sort=price");
  });
});

test("a filter without results shows a message, and links back to all products", async ({
  page,
}) => {
  await page.goto("/shop/ground?use=smoke");
  await expect(main(page).getByText("No products match")).toBeVisible();
  await expect(current(page).first()).toHaveText("To smoke");
  await expectAccessible(page);
  await main(page).getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL("/shop/ground");
  await expect(cards(page)).toHaveCount(5);
});

for (const [asked, shown] of [
  ["/shop?show=unicorn&sort=price", "/shop?sort=price"],
  ["/shop?category=loin&sort=toString", "/shop?category=loin"],
  ["/shop/loin?sort=name", "/shop/loin"],
  ["/shop?show=grill&sort=price", "/shop?use=grill&sort=price"],
  // Nothing was ordered yet.
  ["/shop?show=steaks&sort=best", "/shop?show=steaks"],
  ["/shop?show=steaks&page=9", "/shop?show=steaks"],
]) {
  test(`${asked} is no valid list, and redirects to ${shown}`, async ({ page }) => {
    await page.goto(asked as string);
    await expect(page).toHaveURL(shown as string);
    await expect(cards(page).first()).toBeVisible();
  });
}

test("with JavaScript, the list changes in place, and a search engine sees one address", async ({
  page,
}) => {
  await page.goto("/shop");
  const braise = shows(page).getByRole("link", { name: "To braise" });
  await braise.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/shop?use=braise");
  await expect(braise).toHaveAttribute("aria-current", "true");
  await expect(braise).toBeFocused();
  await expect(main(page).getByRole("status").filter({ hasText: "of 42 products" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(current(page)).toHaveText(["All", "Name"]);
  await expect(cards(page)).toHaveCount(42);

  await page.goto("/shop/loin?show=steaks&sort=price");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/shop\/loin$/);
});
