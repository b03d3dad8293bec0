import { inArray } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import {
  bar,
  expect,
  expectPlaced,
  openPad,
  ordersOf,
  pounds,
  test,
} from "../placing/place-order-page.ts";

/** Past purchases of the test's own products, once each, long ago first. */
const names = Array.from(
  { length: 60 },
  (_, at) => `Sample Cut ${String(at + 1).padStart(2, "0")}`,
);

test("fifteen lines are ordered again with at most forty keys, after three changes and without two removed products", async ({
  page,
  shop,
  client,
}) => {
  const { db } = shop;
  const cuts: (typeof products.$inferSelect)[] = [];
  for (const name of names)
    cuts.push(await insertProduct(db, { name, category: "other", pricePerLb: "10.00" }));
  const order = async (some: typeof cuts, daysAgo: number) => {
    const placedAt = new Date(Date.now() - daysAgo * 24 * 3_600_000);
    const { id } = await insertOrder(db, client.userId, { placedAt });
    for (const [position, { id: productId, name: productName }] of some.entries()) {
      await insertOrderItem(db, id, {
        position,
        productId,
        productName,
        quantity: "10.00",
        pricePerLb: "10.00",
      });
    }
  };
  await order(cuts, 20);
  await order(cuts.slice(0, 17), 7);
  const gone = cuts.slice(15, 17).map(({ id }) => id);
  await db.update(products).set({ isActive: false }).where(inArray(products.id, gone));

  let keys = 0;
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    keys += times;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    keys += text.length;
  };
  await openPad(page);
  const again = page.getByRole("link", { name: /^Fill in order/ });
  // Past the menu, to the guide, and to its last order.
  await press("Tab");
  await press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  // The page restores its hash; faster keys than a person's would overtake it.
  await expect(page).toHaveURL(/#pick$/);
  await press("Tab", 3);
  await expect(again).toBeFocused();
  await press("Enter");
  await expect(bar(page)).toContainText("15 products, 150 lb");
  await expect(page.getByText("Sample Cut 16: not available now")).toBeVisible();
  await expect(pounds(page, "Sample Cut 01")).toBeFocused();
  await type("12");
  await press("Enter", 3);
  await type("5");
  await press("Enter", 4);
  await type("20");
  await expect(pounds(page, "Sample Cut 08")).toHaveValue("20");
  await press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review your order" })).toBeFocused();
  await press("Control+Enter");
  await expectPlaced(page);
  expect(keys).toBeLessThanOrEqual(40);
  const [, , placed] = await ordersOf(shop, client);
  expect(placed?.items.map(({ quantity }) => quantity).toSorted()).toEqual(
    ["12.00", "5.00", "20.00", ...Array.from({ length: 12 }, () => "10.00")].toSorted(),
  );
  await db.delete(products).where(
    inArray(
      products.id,
      cuts.map(({ id }) => id),
    ),
  );
});

test("a guide is arranged in sections with par levels, and ordered up to those", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  const { id } = await insertOrder(shop.db, client.userId, {});
  const line = { productId: oxtail.id, productName: oxtail.name, quantity: "8.00" };
  await insertOrderItem(shop.db, id, line);
  await openPad(page);
  await page.getByRole("link", { name: "Arrange your guide" }).click();
  await page.getByLabel("Section").fill("Walk-in");
  await page.getByLabel("Par (lb)").fill("20");
  await page.getByLabel("Put in").selectOption({ label: "Ribeye Steak" });
  await page.getByRole("button", { name: "Save guide" }).click();
  await expect(toastText(page, "Guide saved")).toBeVisible();
  await page.getByRole("button", { name: "Move Ribeye Steak up" }).click();
  await page.getByRole("button", { name: "Save guide" }).click();
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Ribeye Steak");

  await openPad(page);
  const parts = page.getByRole("main").getByRole("region");
  await expect(parts.nth(0)).toHaveAccessibleName("Walk-in");
  await expect(parts.nth(1)).toHaveAccessibleName("Everything else");
  await page.getByLabel("On hand of Sample Oxtail").fill("7.5");
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("12.5");
  await pounds(page, "Sample Oxtail").fill("");
  await pounds(page, "Sample Oxtail").press("u");
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("8");
  await expect(pounds(page, "Ribeye Steak")).toBeFocused();
  // Products outside the guide are one click away, and the input stays.
  await page.getByRole("button", { name: "All products" }).click();
  await expect(pounds(page, "Chuck Blade Steak")).toBeVisible();
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("8");
});
