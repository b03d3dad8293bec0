import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { violationsOf } from "#tests/e2e/accessible-page.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import {
  bar,
  expect,
  expectPlaced,
  notice,
  openPad,
  ordersOf,
  type Page,
  pickTwo,
  placeButton,
  pounds,
  review,
  reviewButton,
  test,
} from "./place-order-page.ts";

const telephone = { width: 360, height: 740 };

/** Checks that nothing overflows at any width, and that axe finds nothing, wide and narrow. */
async function expectAccessible(page: Page) {
  for (const size of [telephone, { width: 768, height: 1024 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    const root = page.locator("html");
    expect(await root.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    if (size.width === 768) continue;
    expect(await violationsOf(page), `at ${size.width}`).toEqual([]);
  }
}

test.describe("accessible and fitting the window", () => {
  test.use({ reducedMotion: "reduce", expectedErrors: [/status of 409/] });

  test("the pad, with an error and a picked line", async ({ page, client: _client, oxtail }) => {
    await openPad(page);
    await pounds(page, "Ribeye Steak").fill("2.555");
    await pounds(page, oxtail.name).fill("10");
    await reviewButton(page).click();
    await expect(bar(page).getByRole("alert")).toBeVisible();
    await expectAccessible(page);
  });

  test("the review, and an order that is placed", async ({ page, client, oxtail }) => {
    expect([client.userId, oxtail.id]).toHaveLength(2);
    await pickTwo(page);
    await expectAccessible(page);
    await placeButton(page).click();
    await expectPlaced(page);
    await expectAccessible(page);
  });

  test("a review in which prices and products have changed", async ({
    page,
    shop,
    client: _client,
  }) => {
    const past = await insertProduct(shop.db, { name: "Past Cut", category: "round" });
    const dear = await insertProduct(shop.db, { name: "Dear Cut", category: "round" });
    await openPad(page);
    for (const { name } of [past, dear]) await pounds(page, name).fill("10");
    await review(page);
    await shop.db.update(products).set({ pricePerLb: "40.00" }).where(eq(products.id, dear.id));
    await shop.db.delete(products).where(eq(products.id, past.id));
    await page.reload();
    await expect(notice(page, "A price has changed")).toBeVisible();
    await expect(notice(page, "A product is not available")).toBeVisible();
    await expectAccessible(page);
    await shop.db.delete(products).where(eq(products.id, dear.id));
  });
});

test("places an order with the keyboard alone", async ({ page, shop, client, oxtail }) => {
  await openPad(page);
  await page.getByRole("searchbox", { name: "Filter products" }).focus();
  await page.keyboard.type("ribeye steak");
  await expect(page.getByText("1 product found")).toBeAttached();
  // The one category, and the box.
  for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press("Tab");
  await expect(pounds(page, "Ribeye Steak")).toBeFocused();
  await page.keyboard.type("3.5");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#pick$/);
  // Enter in the last match's box leads to the review.
  await expect(reviewButton(page)).toBeFocused();
  await page.keyboard.press("Enter");

  const title = page.getByRole("heading", { level: 1, name: "Review your order" });
  await expect(title).toBeFocused();
  const boxes = ["Purchase order number", "Notes for this order", "If something.s out of stock"];
  const line = ["Pounds of Ribeye Steak", "Remove Ribeye Steak", "Cut and pack Ribeye Steak"];
  const stops = [...line, ...boxes, "Place order"];
  for (const name of stops) {
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveAccessibleName(new RegExp(`^${name}`));
  }
  await page.keyboard.press("Enter");
  await expectPlaced(page);
  await expect(page.getByRole("main")).toBeFocused();
  expect(await ordersOf(shop, client)).toMatchObject([{ items: [{ quantity: "3.50" }] }]);
  expect(oxtail.isActive).toBe(true);
});

test("Enter and Tab lead from box to box, and Ctrl Enter from any box to the review", async ({
  page,
  client: _client,
}) => {
  await openPad(page);
  const boxes = page.getByRole("textbox", { name: /^(Pounds|Pieces) of/ });
  const count = await boxes.count();
  const stops = async (key: string) => {
    await boxes.first().focus();
    let pressed = 0;
    while (!(await reviewButton(page).evaluate((one) => one === document.activeElement))) {
      await page.keyboard.press(key);
      pressed += 1;
      if (pressed > count) throw new Error(`${key} does not lead to the review`);
    }
    return pressed;
  };
  expect(await stops("Tab"), "one stop a product").toBe(count);
  expect(await stops("Enter"), "one Enter a product").toBe(count);

  await boxes.nth(3).focus();
  await page.keyboard.press("Shift+Enter");
  await expect(boxes.nth(2)).toBeFocused();
  // The buttons are no tab stops, but work by touch and mouse, and for screen readers.
  await page.getByRole("button", { name: "One pound more of Ribeye Steak", exact: true }).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("1");
  await pounds(page, "Ribeye Steak").fill("ten");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Check the quantity of Ribeye Steak.")).toBeVisible();
  await expect(pounds(page, "Ribeye Steak")).toBeFocused();
  await pounds(page, "Ribeye Steak").fill("2.5");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review your order" })).toBeFocused();
});

test("on a phone, the bars cover nothing that has the focus", async ({ page, client: _client }) => {
  await page.setViewportSize(telephone);
  await openPad(page);
  await pounds(page, "Beef Short Ribs").focus();
  const below = await bar(page).boundingBox();
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press("Tab");
    const box = await page.locator(":focus").boundingBox();
    const above = await page.locator(".sticky").first().boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }
});

test("keeps text typed before the scripts run", async ({ page, client: _client }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard/place-order", { waitUntil: "commit" });
  await pounds(page, "Ribeye Steak").fill("2.5");
  release();
  await expect(page.getByRole("searchbox", { name: "Filter products" })).toBeVisible();
  await expect(bar(page)).toContainText("1 product, 2.5 lb");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
});
