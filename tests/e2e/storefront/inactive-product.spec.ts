import { expect } from "../fixtures.ts";
import { box, openSearch } from "../search-dropdown.ts";
import { inactiveSlug, test } from "../stocked-fixtures.ts";

test.use({ expectedErrors: [/status of 404/] });

test("an inactive product is nowhere to be found", async ({ page }) => {
  expect((await page.goto(`/shop/other/${inactiveSlug}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Product not found" })).toBeVisible();

  await page.getByRole("link", { name: "Return to shop" }).click();
  await expect(page.getByRole("article")).toHaveCount(41);
  await expect(page.getByRole("link", { name: "Oxtail" })).toHaveCount(0);
  await page.goto("/shop/other");
  await expect(page.getByRole("link", { name: "Beef Shank" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Oxtail" })).toHaveCount(0);
  await page.goto("/shop/other/beef-shank");
  await expect(page.getByRole("heading", { name: "You Might Also Like" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Oxtail" })).toHaveCount(0);

  await openSearch(page);
  await box(page).fill("oxtail");
  await expect(page.getByText("No products found")).toBeVisible();
});
