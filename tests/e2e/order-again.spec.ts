import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { insertOrderItem } from "#tests/setup/factories-orders.ts";
import type { ShopWithin } from "#tests/setup/shop-within.ts";
import type { TestClient } from "./client-area.ts";
import { bar, expect, openPad, pad, pounds, test } from "./order-desk.ts";

/** A past order: ribeye at an old price, the test's own product, and one that was deleted. */
async function pastOrder(shop: ShopWithin, { userId }: TestClient, oxtailId: string) {
  const { id } = await insertOrder(shop.db, userId, { status: "fulfilled" });
  const [ribeye] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  const lines = [
    { productId: ribeye?.id, productName: "Ribeye Steak", quantity: "2.50", pricePerLb: "20.00" },
    { productId: oxtailId, productName: "Sample Oxtail", quantity: "10.00" },
    { productId: null, productName: "Deleted Cut" },
  ];
  for (const [position, line] of lines.entries()) {
    await insertOrderItem(shop.db, id, { ...line, position });
  }
  return id;
}

test("fills the form with what is still sold, and says what is not", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  const id = await pastOrder(shop, client, oxtail.id);
  await shop.db.update(products).set({ isActive: false }).where(eq(products.id, oxtail.id));
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole("link", { name: "Order again" }).click();

  const filled = page.getByRole("main").getByRole("status").filter({ hasText: "Filled with" });
  await expect(filled).toContainText(`order ${id.slice(0, 8)}, at today's prices`);
  await expect(filled).toContainText("No longer sold: Sample Oxtail, Deleted Cut.");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(bar(page)).toContainText("1 product, 2.5 lb");
  await expect(bar(page)).toContainText("$69.98");
  await expect(page).toHaveURL(/\/place-order#pick$/);

  await page.reload();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(filled).toBeHidden();
});

test("asks before it touches what has been picked", async ({ page, shop, client, oxtail }) => {
  const id = await pastOrder(shop, client, oxtail.id);
  const again = `${pad}?again=${id}`;
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("7");
  await pounds(page, "Picanha").fill("3");

  await openPad(page, again);
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  await expect(bar(page)).toContainText("2 products, 10 lb");

  await openPad(page, again);
  await page.getByRole("button", { name: "Add to it" }).click();
  await expect(bar(page)).toContainText("3 products, 20 lb");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("7");

  await openPad(page, again);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(bar(page)).toContainText("2 products, 12.5 lb");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(pounds(page, "Picanha")).toHaveValue("");
});

test("of an order that is not there is an empty form", async ({ page, client }) => {
  expect(client.email).toBeTruthy();
  await openPad(page, `${pad}?again=${crypto.randomUUID()}`);
  await expect(bar(page)).toContainText("Nothing picked yet");
});
