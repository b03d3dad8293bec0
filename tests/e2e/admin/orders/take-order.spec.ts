import { eq } from "drizzle-orm";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "./orders-page.ts";

const choose = "/admin/orders/new";

const title = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });
const whom = (page: Page) => page.getByRole("region", { name: "For whom" });

test("a name has room beside its box, also next to the menu", async ({ page, kitchen }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(`${choose}/${kitchen.userId}`);
  await page.getByRole("searchbox", { name: "Filter products" }).fill("Stewing");
  const name = page.getByRole("main").getByText("Stewing Beef", { exact: true });
  expect((await name.boundingBox())?.width).toBeGreaterThan(120);
});

test("staff take an order, from the list of orders to the placed order", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.goto("/admin/orders");
  await page.getByRole("link", { name: "Take an order" }).click();
  await expect(title(page)).toHaveText("Take an order");
  await page.getByRole("searchbox").fill(kitchen.companyName);
  await expect(page.getByRole("list", { name: "Clients" }).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("link", { name: kitchen.companyName }).click();
  await expect(whom(page)).toContainText(`You are ordering for ${kitchen.companyName}`);
  await page.getByRole("searchbox", { name: "Filter products" }).fill("Stewing");
  await page.getByRole("textbox", { name: "Pounds of Stewing Beef", exact: true }).fill("1");
  await expect(page.getByText("below the minimum order of $50.00")).toBeVisible();
  // Scrolled to the end, where the bar doesn't cover half of a box.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review order" }).click();
  await expect(title(page)).toHaveText("Review order");
  await expect(whom(page)).toBeVisible();
  await page.getByRole("textbox", { name: "Notes for this order" }).fill("Thin, please.");
  await page.getByRole("checkbox").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText(`Order taken for ${kitchen.companyName}`)).toBeVisible();
  const placed = await shop.db.select().from(orders).where(eq(orders.customerId, kitchen.userId));
  expect(placed).toMatchObject([{ notes: "Thin, please.", allowsSubstitutes: true }]);
  expect(placed[0]?.placedBy).not.toBe(kitchen.userId);

  await page.getByRole("link", { name: "Take another order" }).click();
  await page.goto(`${choose}/${kitchen.userId}`);
  await expect(page.getByText("Nothing picked yet")).toBeVisible();
});

test("an order for a client with two sites needs the site", async ({ page, shop, kitchen }) => {
  const address = "200 Sample Street, Chilliwack, BC";
  const branch = { customerId: kitchen.userId, name: "Second kitchen", address };
  await shop.db.insert(shipTos).values(branch);
  await page.goto(`/admin/clients?q=${encodeURIComponent(kitchen.companyName)}`);
  await page.getByRole("link", { name: `Take an order from ${kitchen.companyName}` }).click();
  await expect(page.getByRole("link", { name: "Second kitchen" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Second kitchen" }).click();
  await expect(whom(page)).toContainText(`To Second kitchen, ${address}`);
  await page.getByRole("textbox", { name: "Pounds of Stewing Beef", exact: true }).fill("5");
  await page.getByRole("button", { name: "Review order" }).click();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText("Order taken for")).toBeVisible();
  const [site] = await shop.db.select().from(shipTos).where(eq(shipTos.name, "Second kitchen"));
  const placed = await shop.db.select().from(orders).where(eq(orders.customerId, kitchen.userId));
  expect(placed).toMatchObject([{ shipToId: site?.id }]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

  test("the form goes through its steps, and keeps invalid input", async ({ page, kitchen }) => {
    await page.goto(`${choose}?q=${encodeURIComponent(kitchen.companyName)}`);
    await page.getByRole("link", { name: kitchen.companyName }).click();
    const box = page.getByRole("textbox", { name: "Pounds of Stewing Beef", exact: true });
    await box.fill("-1");
    await page.getByRole("button", { name: "Review order" }).click();
    await expect(page.getByText("Enter more than 0 lb.")).toBeVisible();
    await expect(whom(page)).toContainText(kitchen.companyName);
    await box.fill("2");
    await page.getByRole("button", { name: "Review order" }).click();
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page.getByText(`Order taken for ${kitchen.companyName}`)).toBeVisible();
  });
});

test.describe("an invalid address", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("shows that there is no such client", async ({ page, kitchen }) => {
    for (const path of [`${choose}/nobody`, `${choose}/${kitchen.userId}/nowhere`]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(title(page)).toHaveText("Client not found");
    }
  });
});
