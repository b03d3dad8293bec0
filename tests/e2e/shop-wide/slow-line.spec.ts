import { expect, type Page, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import { opener } from "../search-dropdown.ts";

const progress = (page: Page) => page.getByRole("progressbar", { name: "Loading" });
const main = (page: Page) => page.getByRole("main");

/** Returns a pattern of the router's request for a page's data. */
const data = (path: string) => new RegExp(`${path}\\.data`);

test("a slow page is announced by a progress line and a busy page", async ({ page }) => {
  await page.goto("/");
  await expect(opener(page)).toBeVisible();
  await expect(progress(page)).toBeHidden();
  const line = await holdBack(page, data("/about"));
  await page.getByRole("contentinfo").getByRole("link", { name: "Our Story" }).click();
  await expect(progress(page)).toBeVisible();
  await expect(main(page)).toHaveAttribute("aria-busy", "true");
  line.release();
  await expect(page.getByRole("heading", { level: 1, name: "Our story" })).toBeVisible();
  await expect(progress(page)).toBeHidden();
  await expect(main(page)).not.toHaveAttribute("aria-busy");
});

test("the shop shows skeletons until its products are there, from any page", async ({ page }) => {
  await page.goto("/");
  await expect(opener(page)).toBeVisible();
  const line = await holdBack(page, data("/shop"));
  await page.getByRole("main").getByRole("link", { name: "Explore All Products" }).click();
  await expect(page.getByText("Loading products...")).toBeVisible();
  await expect(page.locator(".card-skeleton")).toHaveCount(8);
  await expect(progress(page)).toBeVisible();
  line.release();
  await expect(page.getByRole("heading", { level: 1, name: "The shop" })).toBeVisible();
  await expect(page.getByText("Loading products...")).toBeHidden();
  await expect(page.getByRole("article").first()).toBeVisible();

  // The previous page keeps its scroll position.
  await page.goBack();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Explore All Products" }),
  ).toBeInViewport();
});

test("a tab of the shop shows skeletons as well", async ({ page }) => {
  await page.goto("/shop");
  await expect(opener(page)).toBeVisible();
  const line = await holdBack(page, data("/shop"));
  await page.getByRole("tab", { name: "Chuck" }).click();
  await expect(page.getByText("Loading products...")).toBeVisible();
  line.release();
  await expect(page.getByRole("article").filter({ hasText: "Chuck" }).first()).toBeVisible();
  await expect(page.getByText("Loading products...")).toBeHidden();
});
