import { eq } from "drizzle-orm";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { products } from "#db/schema/products.ts";
import type { TestClient } from "#tests/e2e/client-area.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import {
  bar,
  expect,
  expectPlaced,
  openPad,
  ordersOf,
  pad,
  placeButton,
  pounds,
  review,
  test,
} from "../placing/place-order-page.ts";

/** Creates a past order: ribeye at an old price, the test's own product, and a deleted one. */
async function pastOrder(shop: ShopWithin, { userId }: TestClient, oxtailId: string) {
  const { id, number } = await insertOrder(shop.db, userId, {
    status: "fulfilled",
    notes: "Thick cut, please.",
  });
  const [ribeye] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  const lines = [
    { productId: ribeye?.id, productName: "Ribeye Steak", quantity: "2.50", pricePerLb: "20.00" },
    { productId: oxtailId, productName: "Sample Oxtail", quantity: "10.00" },
    { productId: null, productName: "Deleted Cut" },
  ];
  for (const [position, line] of lines.entries()) {
    await insertOrderItem(shop.db, id, { ...line, position });
  }
  return { id, number };
}

test("fills the form with products still sold, and names the others", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  const { id, number } = await pastOrder(shop, client, oxtail.id);
  await shop.db.update(products).set({ isActive: false }).where(eq(products.id, oxtail.id));
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole("link", { name: "Order again" }).click();

  const filled = page.getByRole("main").getByRole("status").filter({ hasText: "Filled in from" });
  await expect(filled).toContainText(`order ${number}, at today's prices`);
  await expect(filled.getByRole("listitem")).toContainText([
    "Sample Oxtail: no longer sold",
    "Deleted Cut: no longer sold",
  ]);
  // Products of that order come once, before the rest of the catalogue.
  const parts = page.getByRole("main").getByRole("region");
  await expect(parts.first()).toHaveAccessibleName(`From order ${number}`);
  await expect(parts.first().getByRole("textbox")).toHaveCount(1);
  await expect(filled).toContainText("Ribeye Steak: was $20.00/lb, now $27.99/lb");
  await expect(filled).toContainText("Notes carried over: “Thick cut, please.”");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(bar(page)).toContainText("1 product, 2.5 lb");
  await expect(bar(page)).toContainText("$69.98");
  await expect(page).toHaveURL(/\/place-order#pick$/);

  await page.reload();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(filled).toBeHidden();

  // Marked as carried over until somebody changes them, and placed with the order.
  await review(page);
  const notes = page.getByRole("textbox", { name: "Notes for this order" });
  await expect(notes).toHaveValue("Thick cut, please.");
  await expect(notes).toHaveAccessibleDescription(new RegExp(`order ${number}`));
  await notes.fill("Thick cut, please. Thin the ribs.");
  await expect(notes).not.toHaveAccessibleDescription(new RegExp(`order ${number}`));
});

test("shows the notes for every order before it is placed", async ({ page, shop, client }) => {
  const notes = "Back door, ring twice.";
  await updateCustomer(shop.db, client.userId, { notes });
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("2.5");
  await review(page);
  const standing = page.getByRole("region", { name: "Notes for every order" });
  await expect(standing).toContainText(notes);
  await placeButton(page).click();
  await expectPlaced(page);
  const [order] = await ordersOf(shop, client);
  expect(order?.standingNotes).toBe(notes);
});

test("is refused below the minimum, which is shown from the first line on", async ({
  page,
  shop,
  client,
}) => {
  await openPad(page);
  await expect(bar(page)).toContainText("Minimum order: $50.00");
  await pounds(page, "Ribeye Steak").fill("1");
  await expect(bar(page)).toContainText("$22.01 to go: minimum order $50.00");
  await review(page);
  await placeButton(page).click();
  await expect(bar(page)).toContainText("The minimum order is $50.00. Please add $22.01 more.");
  expect(await ordersOf(shop, client)).toEqual([]);
});

test("needs confirmation before it replaces picked lines", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  const { id } = await pastOrder(shop, client, oxtail.id);
  const again = `${pad}?again=${id}`;
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("7");
  // The guide has the products of that order; the input stays.
  await page.getByRole("button", { name: "All products" }).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("7");
  await pounds(page, "Bavette Steak").fill("3");

  await openPad(page, again);
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  await expect(bar(page)).toContainText("2 products, 10 lb");

  await openPad(page, again);
  await page.getByRole("button", { name: "Add to it" }).click();
  await expect(bar(page)).toContainText("3 products, 22.5 lb");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("9.5");
  const added = page.getByRole("main").getByRole("status").filter({ hasText: "Added from" });
  await expect(added).toContainText("Added to what you had picked: Ribeye Steak, now 9.5 lb.");

  await openPad(page, again);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(bar(page)).toContainText("2 products, 12.5 lb");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(pounds(page, "Bavette Steak")).toHaveValue("");
});

test("shows an empty form for an unknown order", async ({ page, client: _client }) => {
  await openPad(page, `${pad}?again=${crypto.randomUUID()}`);
  await expect(bar(page)).toContainText("Nothing picked yet");
});
