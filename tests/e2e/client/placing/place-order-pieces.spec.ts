import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import type { TestClient } from "#tests/e2e/client-area.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import {
  bar,
  test as base,
  expect,
  expectPlaced,
  notice,
  openPad,
  ordersOf,
  type Page,
  pad,
  pieces,
  placeButton,
  pounds,
  review,
  reviewButton,
  reviewed,
} from "./place-order-page.ts";

type Product = typeof products.$inferSelect;

/** Tests with their own products: one sold by the piece, and one in steps of half a pound. */
const test = base.extend<{ steak: Product; trim: Product }>({
  steak: async ({ shop }, use) => {
    const product = await insertProduct(shop.db, {
      name: "Sample Flat Iron",
      category: "chuck",
      soldBy: "piece",
      typicalPieceLb: "1.25",
    });
    await use(product);
    await shop.db.delete(products).where(eq(products.id, product.id));
  },
  trim: async ({ shop }, use) => {
    const product = await insertProduct(shop.db, {
      name: "Sample Trim",
      category: "ground",
      pricePerLb: "8.00",
      orderStepLb: "0.50",
      overCapPct: 0,
    });
    await use(product);
    await shop.db.delete(products).where(eq(products.id, product.id));
  },
});

const offer = "about 1.25 lb each · $24.99/lb · $55.09/kg";
// 3 × 1.25 lb: $93.71, at most $103.08; 2.5 lb: $20.00 and no more.
const estimate = "Estimate $113.71.";
const promise = "You pay for the weight we pack, at most $123.08.";

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

const substitutes = (page: Page) =>
  page.getByRole("checkbox", {
    name: "If something's out of stock, send a similar cut",
  });

async function expectBar(page: Page) {
  await expect(bar(page)).toContainText("2 products, about 6.25 lb");
  await expect(bar(page)).toContainText(estimate);
  await expect(bar(page)).toContainText(promise);
}

async function expectReview(page: Page) {
  await expect(reviewed(page)).toHaveCount(2);
  const line = reviewed(page).filter({ hasText: "Sample Flat Iron" });
  await expect(line).toContainText("3 pieces, about 3.75 lb");
  await expect(line).toContainText(offer);
  await expect(line).toContainText("$93.71");
  await expectBar(page);
}

async function expectOrder(page: Page, shop: ShopWithin, client: TestClient) {
  await expectPlaced(page);
  const main = page.getByRole("main");
  await expect(main).toContainText("3 pieces, about 3.75 lb × $24.99/lb");
  await expect(main).toContainText("$113.71");
  await expect(main).toContainText(`${promise} If something is not available, we may send`);
  const [order, ...others] = await ordersOf(shop, client);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ totalPrice: "113.71", allowsSubstitutes: true });
  const byName = order?.items.toSorted((a, b) => a.productName.localeCompare(b.productName));
  expect(byName).toMatchObject([
    { productName: "Sample Flat Iron", orderedPieces: 3, promisedAmount: "103.08" },
    { productName: "Sample Trim", orderedPieces: null, promisedAmount: "20.00" },
  ]);
  await main.getByRole("link", { name: "See the order" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Sample Flat Iron" })).toContainText(
    "$93.71",
  );
  await expect(page.getByRole("main")).toContainText("$113.71");
}

test("pieces and pounds are ordered together, and again", async ({
  page,
  shop,
  client,
  steak,
  trim,
}) => {
  await openPad(page);
  await expect(row(page, steak.name)).toContainText(offer);
  const plus = page.getByRole("button", { name: `One piece more of ${steak.name}` });
  await plus.click();
  await plus.click();
  await expect(pieces(page, steak.name)).toHaveValue("2");
  const wrong = [
    [pieces(page, steak.name), "2.5", "Enter whole pieces, for instance 3."],
    [pieces(page, steak.name), "8001", "Enter at most 8,000 pieces."],
    [pounds(page, trim.name), "2.6", "Order in steps of 0.5 lb, for instance 2.5."],
  ] as const;
  for (const [box, typed, message] of wrong) {
    await box.fill(typed);
    await box.press("Tab");
    await expect(box).toHaveAccessibleDescription(message);
    await reviewButton(page).click();
    await expect(box).toBeFocused();
    await box.fill("");
  }
  await pieces(page, steak.name).fill("3");
  await expect(row(page, steak.name)).toContainText("About 3.75 lb, $93.71");
  await pounds(page, trim.name).fill("2.5");
  await expectBar(page);

  await review(page);
  await expectReview(page);
  await substitutes(page).check();
  await page.reload();
  await expect(substitutes(page)).toBeChecked();
  await placeButton(page).click();
  await expectOrder(page, shop, client);

  await page.getByRole("link", { name: "Order again" }).click();
  await expect(pieces(page, steak.name)).toHaveValue("3");
  await expect(page.getByText("Substitutes allowed, as in that order.")).toBeVisible();
  await expectBar(page);
});

test.describe("a product whose unit of sale changes in the meantime", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("is shown converted, and has to be accepted", async ({
    page,
    shop,
    client,
    steak,
    trim,
  }) => {
    await openPad(page);
    await pieces(page, steak.name).fill("3");
    await pounds(page, trim.name).fill("2.5");
    await review(page);
    await shop.db.update(products).set({ soldBy: "lb" }).where(eq(products.id, steak.id));
    await placeButton(page).click();
    const changed = notice(page, "A product is sold differently since you picked it");
    await expect(changed).toContainText(
      "Sample Flat Iron: now sold by the pound, so 3.75 lb instead of 3 pieces, about 3.75 lb",
    );
    await placeButton(page).click();
    await expect(bar(page).getByRole("alert")).toHaveText("Accept the new quantities first.");
    expect(await ordersOf(shop, client)).toEqual([]);
    await changed.getByRole("button", { name: "Accept the new quantities" }).click();
    await expect(changed).toBeHidden();
    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toMatchObject([
      { items: [{ orderedPieces: null, quantity: "3.75" }, { productName: trim.name }] },
    ]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 4(00|09)/] });

  test("a plain form places a mixed order", async ({ page, shop, client, steak, trim }) => {
    await page.goto(pad);
    await expect(row(page, steak.name)).toContainText(offer);
    await pieces(page, steak.name).fill("2.5");
    await pounds(page, trim.name).fill("2.6");
    await reviewButton(page).click();
    await expect(pieces(page, steak.name)).toHaveAccessibleDescription(
      "Enter whole pieces, for instance 3.",
    );
    await pieces(page, steak.name).fill("3");
    await reviewButton(page).click();
    // The step belongs to the product, on the products' page.
    await expect(pounds(page, trim.name)).toHaveAccessibleDescription(
      "Order in steps of 0.5 lb, for instance 2.5.",
    );
    await pounds(page, trim.name).fill("2.5");
    await review(page);
    await expectReview(page);
    await substitutes(page).check();
    await page.getByRole("button", { name: "Change the order" }).click();
    await expectBar(page);
    await review(page);
    await expect(substitutes(page)).toBeChecked();
    await placeButton(page).click();
    await expectOrder(page, shop, client);
  });

  test("a changed unit is shown before the order is placed", async ({
    page,
    shop,
    client,
    trim,
  }) => {
    await page.goto(pad);
    await pounds(page, trim.name).fill("10");
    await review(page);
    await shop.db
      .update(products)
      .set({ soldBy: "piece", typicalPieceLb: "3.00" })
      .where(eq(products.id, trim.id));
    await placeButton(page).click();
    await expect(notice(page, "A product is sold differently")).toContainText(
      "now sold by the piece, so 3 pieces, about 9 lb instead of 10 lb",
    );
    expect(await ordersOf(shop, client)).toEqual([]);
    await page.getByRole("button", { name: "Accept quantities and place order" }).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toMatchObject([{ items: [{ orderedPieces: 3 }] }]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("nothing moves while quantities are typed", async ({ page, client: _, steak, trim }) => {
    await openPad(page);
    const at = async (name: string) => (await row(page, name).boundingBox())?.height;
    const before = [await at(steak.name), await at(trim.name)];
    await pieces(page, steak.name).fill("120");
    await pounds(page, trim.name).fill("1234.5");
    await expect(row(page, steak.name)).toContainText("About 150 lb, $3,748.50");
    expect([await at(steak.name), await at(trim.name)]).toEqual(before);
    // iOS zooms the page for a box with smaller text.
    const sizes = page.locator("[data-quantity], [type=search]");
    for (const size of await sizes.evaluateAll((boxes) =>
      boxes.map((box) => Number.parseFloat(getComputedStyle(box).fontSize)),
    ))
      expect(size).toBeGreaterThanOrEqual(16);
  });

  test("changes a quantity in the review, and restores an emptied one", async ({
    page,
    client: _,
    steak,
    trim,
  }) => {
    await openPad(page);
    await pieces(page, steak.name).fill("3");
    await pounds(page, trim.name).fill("10");
    await review(page);
    await pieces(page, steak.name).fill("4");
    await pieces(page, steak.name).press("Enter");
    await expect(reviewed(page).nth(0)).toContainText("4 pieces, about 5 lb");
    await expect(bar(page)).toContainText("Estimate $204.95");
    await pounds(page, trim.name).fill("");
    await pounds(page, trim.name).press("Tab");
    await expect(reviewed(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(pounds(page, trim.name)).toHaveValue("10");
    await page.getByRole("button", { name: `One pound less of ${trim.name}` }).click();
    await expect(bar(page)).toContainText("Estimate $196.95");
  });
});
