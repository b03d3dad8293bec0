import { eq, sql } from "drizzle-orm";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { test as base, expect, type Page, type TestClient } from "#tests/e2e/client-area.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

type Product = typeof products.$inferSelect;

/** Tests of the order form, each with its own product that it may change or remove. */
export const test = base.extend<{ oxtail: Product; ownCuts: undefined }>({
  // The form shows 60 cuts at once, so those of earlier tests in this shop are taken off sale.
  ownCuts: [
    async ({ shop }, use) => {
      const isOfTest = sql`${products.createdAt} >
        (select min(seeded.created_at) + interval '2 seconds' from products as seeded)`;
      await shop.db.update(products).set({ isActive: false }).where(isOfTest);
      await use(undefined);
    },
    { auto: true },
  ],
  oxtail: async ({ shop, ownCuts: _ }, use) => {
    const product = await insertProduct(shop.db, {
      name: "Sample Oxtail",
      // In the first category, since other tests' products move the last one to another page.
      category: "chuck",
      pricePerLb: "9.35",
    });
    await use(product);
    await shop.db.delete(products).where(eq(products.id, product.id));
  },
});

export const pad = "/dashboard/place-order";

/** Opens the order form and waits until its scripts run. */
export async function openPad(page: Page, path = pad) {
  await page.goto(path);
  await expect(page.getByRole("searchbox", { name: "Filter products" })).toBeVisible();
}

export const pounds = (page: Page, name: string) =>
  page.getByRole("textbox", { name: `Pounds of ${name}`, exact: true });

export const pieces = (page: Page, name: string) =>
  page.getByRole("textbox", { name: `Pieces of ${name}`, exact: true });

export const reviewButton = (page: Page) => page.getByRole("button", { name: "Review order" });

export const placeButton = (page: Page) => page.getByRole("button", { name: "Place order" });

export const reviewed = (page: Page) =>
  page.getByRole("list", { name: "Your order" }).getByRole("listitem");

export const bar = (page: Page) => page.locator(".sticky").last();

export async function review(page: Page) {
  await reviewButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your order");
}

/** Picks 2.5 lb of ribeye and 10 lb of the test's own product, and goes to the review. */
export async function pickTwo(page: Page) {
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("2.5");
  await pounds(page, "Sample Oxtail").fill("10");
  await review(page);
}

export async function expectPlaced(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order placed");
}

export const notice = (page: Page, text: string) =>
  page.getByRole("main").getByRole("alert").filter({ hasText: text });

/** Returns the client's stored orders with their lines, oldest first. */
export async function ordersOf({ db }: ShopWithin, { userId }: TestClient) {
  const placed = await db
    .select()
    .from(orders)
    .where(eq(orders.customerId, userId))
    .orderBy(orders.placedAt);
  return Promise.all(
    placed.map(async (order) => ({
      ...order,
      items: await db
        .select()
        .from(orderItems)
        .where(eq(orderItems.orderId, order.id))
        .orderBy(orderItems.position),
    })),
  );
}

export { expect, type Page };
