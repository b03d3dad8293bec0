import { expect } from "#tests/e2e/client-area.ts";
import {
  fulfilFromMenu,
  fulfillQuestion,
  listOf,
  place,
  question,
  rows,
  test,
} from "../orders/orders-page.ts";

test("Back declines a question, and does not leave the page", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen, {});
  await page.goto("/admin");
  await page.goto(listOf(kitchen));
  await fulfilFromMenu(page, order);
  await expect(question(page)).toContainText(fulfillQuestion);
  await page.goBack();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(listOf(kitchen));
  await expect(rows(page)).toContainText(order.number);
  await page.goBack();
  await expect(page).toHaveURL("/admin");
});

test("the shop has its footer when opened from the back office", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("link", { name: "See the shop" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "The shop" })).toBeVisible();
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Privacy Policy" })).toBeVisible();
});
