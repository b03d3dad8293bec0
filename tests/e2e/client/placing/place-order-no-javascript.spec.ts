import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import {
  expect,
  expectPlaced,
  notice,
  ordersOf,
  pad,
  placeButton,
  pounds,
  review,
  reviewButton,
  reviewed,
  test,
} from "./place-order-page.ts";

test.use({ javaScriptEnabled: false, expectedErrors: [/status of 4(00|09)/] });

test("a plain form places an order", async ({ page, shop, client, oxtail }) => {
  await page.goto(pad);
  await expect(page.getByRole("searchbox")).toBeHidden();
  await pounds(page, "Ribeye Steak").fill("2,5");
  await pounds(page, oxtail.name).fill("10");
  await pounds(page, "Bavette Steak").fill("0");
  await review(page);
  await expect(reviewed(page)).toHaveCount(2);
  await expect(page.getByRole("main")).toContainText("$163.48");
  await page.getByRole("textbox", { name: "Notes for this order" }).fill("Thick\ncut");

  await page.getByRole("button", { name: "Change the order" }).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2,5");
  await pounds(page, "Bavette Steak").fill("1");
  await review(page);
  await expect(reviewed(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Remove Bavette Steak" }).click();
  await expect(reviewed(page)).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: "Notes for this order" })).toHaveValue(
    "Thick\ncut",
  );

  await placeButton(page).click();
  await expectPlaced(page);
  expect(await ordersOf(shop, client)).toMatchObject([
    { totalPrice: "163.48", notes: "Thick\ncut" },
  ]);
});

test("a refused form shows what is wrong, and keeps the input", async ({
  page,
  client: _client,
}) => {
  await page.goto(pad);
  await reviewButton(page).click();
  await expect(page.getByText("Enter a quantity for at least one product.")).toBeVisible();
  await pounds(page, "Ribeye Steak").fill("2.555");
  await pounds(page, "Bavette Steak").fill("3");
  await reviewButton(page).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.555");
  await expect(pounds(page, "Ribeye Steak")).toHaveAccessibleDescription(
    "Use at most 2 decimals, for instance 12.75.",
  );
  await expect(pounds(page, "Bavette Steak")).toHaveValue("3");
});

test("a changed price is shown before the order is placed", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  await page.goto(pad);
  await pounds(page, oxtail.name).fill("10");
  await review(page);
  await shop.db.update(products).set({ pricePerLb: "10.25" }).where(eq(products.id, oxtail.id));
  await placeButton(page).click();
  await expect(notice(page, "A price has changed")).toContainText("was $9.35/lb, now $10.25/lb");
  expect(await ordersOf(shop, client)).toEqual([]);
  await page.getByRole("button", { name: "Accept prices and place order" }).click();
  await expectPlaced(page);
  expect(await ordersOf(shop, client)).toMatchObject([{ totalPrice: "102.50" }]);
});

test("a removed product is named, and can be taken off the order", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  await page.goto(pad);
  await pounds(page, oxtail.name).fill("10");
  await pounds(page, "Bavette Steak").fill("4");
  await review(page);
  await shop.db.update(products).set({ isActive: false }).where(eq(products.id, oxtail.id));
  await placeButton(page).click();
  await expect(notice(page, "A product is not available")).toContainText("Sample Oxtail");
  await page.getByRole("button", { name: "Remove Sample Oxtail" }).click();
  await placeButton(page).click();
  await expectPlaced(page);
  expect(await ordersOf(shop, client)).toMatchObject([
    { items: [{ productName: "Bavette Steak" }] },
  ]);
});
