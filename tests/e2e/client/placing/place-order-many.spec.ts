import { inArray } from "drizzle-orm";
import { padRows } from "#app/domain/drafts/order-categories.ts";
import { products } from "#db/schema/products.ts";
import {
  test as base,
  expect,
  ordersOf,
  pad,
  pounds,
  review,
  reviewed,
} from "./place-order-page.ts";

/** More products than fit on two pages. */
const test = base.extend<{ many: string[] }>({
  many: async ({ shop }, use) => {
    const rows = Array.from({ length: 2 * padRows }, (_, index) => ({
      name: `Sample Tail ${String(index + 1).padStart(3, "0")}`,
      category: "other" as const,
      slug: `sample-tail-${index + 1}`,
      pricePerLb: "10.00",
    }));
    const made = await shop.db.insert(products).values(rows).returning();
    await use(made.map(({ name }) => name));
    await shop.db.delete(products).where(
      inArray(
        products.id,
        made.map(({ id }) => id),
      ),
    );
  },
});

const filter = "Filter products";

test("the form keeps the input of all pages while turning pages and filtering", async ({
  page,
  shop,
  client,
  many,
}) => {
  const last = many.at(-1) ?? "";
  await page.goto(pad);
  await expect(page.getByRole("searchbox", { name: filter })).toBeVisible();
  const boxes = page.getByRole("textbox", { name: /^(Pounds|Pieces) of/ });
  await expect(boxes).toHaveCount(padRows);
  await pounds(page, "Ribeye Steak").fill("2.5");
  await page.getByRole("button", { name: "Next products" }).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveCount(0);
  await page.getByRole("button", { name: "Next products" }).click();
  await pounds(page, last).fill("10");
  // Choose a category that starts on another page.
  await page.getByRole("navigation", { name: "Categories" }).getByText("Chuck").click();
  await expect(page.getByRole("heading", { level: 2, name: "Chuck" })).toBeFocused();

  // Enter in the last box of a page leads to the first of the next.
  await expect(pounds(page, "Ribeye Steak")).toBeVisible();
  await boxes.last().press("Enter");
  await expect(pounds(page, "Ribeye Steak")).toHaveCount(0);
  await expect(boxes.first()).toBeFocused();

  // Find and fill in the next product with the keyboard alone.
  await page.getByRole("searchbox", { name: filter }).focus();
  await page.keyboard.type("tail 077");
  await page.keyboard.press("Enter");
  await expect(pounds(page, "Sample Tail 077")).toBeFocused();
  await page.keyboard.type("3");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox", { name: filter })).toBeFocused();
  await page.keyboard.type("sample tail");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(pounds(page, "Sample Tail 002")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(pounds(page, "Sample Tail 001")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("searchbox", { name: filter })).toBeFocused();

  await review(page);
  await expect(reviewed(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order placed");
  const [placed] = await ordersOf(shop, client);
  expect(placed?.items.map(({ productName, quantity }) => `${quantity} ${productName}`)).toEqual([
    "2.50 Ribeye Steak",
    `10.00 ${last}`,
    "3.00 Sample Tail 077",
  ]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("keeps the input on all pages", async ({ page, client: _client, many }) => {
    const last = many.at(-1) ?? "";
    await page.goto(pad);
    await pounds(page, "Ribeye Steak").fill("2.5");
    await page.getByRole("button", { name: "Next products" }).click();
    await page.getByRole("button", { name: "Next products" }).click();
    await pounds(page, last).fill("10");
    await page.getByRole("button", { name: "Previous products" }).click();
    await page.getByRole("button", { name: "Previous products" }).click();
    await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
    await pounds(page, "Ribeye Steak").press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your order");
    await expect(reviewed(page)).toHaveCount(2);
  });
});
