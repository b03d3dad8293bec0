import type { OrderStatus } from "#db/schema/values/orders.ts";
import {
  expect,
  makeClient,
  type Page,
  type TestClient,
  test,
  title,
} from "#tests/e2e/client-area.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

const minute = 60_000;

/** Creates an order of `lb` pounds at $10.00/lb, placed `ago` minutes ago. */
async function place(
  { db }: ShopWithin,
  { userId }: TestClient,
  { lb, ago = 0, status = "pending" }: { lb: string; ago?: number; status?: OrderStatus },
) {
  const placedAt = new Date(Date.now() - ago * minute);
  const totalPrice = (Number(lb) * 10).toFixed(2);
  const order = await insertOrder(db, userId, { placedAt, totalPrice, status });
  await insertOrderItem(db, order.id, { quantity: lb, pricePerLb: "10.00" });
  return order;
}

const rows = (page: Page) => page.getByRole("main").locator("tbody tr");

const figure = (page: Page, label: string) =>
  page.locator("dl > div", { has: page.getByText(label, { exact: true }) }).locator("dd");

test("a new client is guided to the first order", async ({ page, client }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("banner").getByText(client.companyName)).toBeVisible();
  await expect(title(page)).toHaveText("Your first order");
  await expect(page.getByRole("link", { name: "Place your first order" })).toHaveAttribute(
    "href",
    "/dashboard/place-order",
  );
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
  await page.goto("/dashboard/invoices");
  await expect(page.getByRole("heading", { name: "No Invoices Found" })).toBeVisible();
});

test("the figures are the client's own, and the latest orders are below", async ({
  page,
  client,
  shop,
}) => {
  const lastYear = 370 * 24 * 60;
  await place(shop, client, { lb: "500", ago: lastYear, status: "delivered" });
  await place(shop, client, { lb: "40", ago: 5, status: "cancelled" });
  await place(shop, client, { lb: "12.25", ago: 4, status: "delivered" });
  await place(shop, client, { lb: "1000", ago: 3, status: "fulfilled" });
  await place(shop, client, { lb: "20", ago: 2 });
  const newest = await place(shop, client, { lb: "0.5", ago: 1 });
  await place(shop, await makeClient(shop.db), { lb: "7000" });

  await page.goto("/dashboard");
  await expect(figure(page, "Orders")).toHaveText("6");
  await expect(figure(page, "Pending")).toHaveText("2");
  const year = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Vancouver", year: "numeric" });
  await expect(figure(page, `Ordered in ${year.format()}`)).toHaveText("1,032.75 lb");

  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText(String(newest.number));
  await expect(rows(page).first()).toContainText("$5.00");
  await expect(rows(page)).toContainText(["0.5 lb", "20 lb", "1,000 lb", "12.25 lb", "40 lb"]);
  const shortcut = page.getByRole("link", { name: "Order again", exact: true });
  await expect(shortcut).toHaveAttribute("href", `/dashboard/place-order?again=${newest.id}`);
  await page.getByRole("link", { name: "All orders" }).click();
  await expect(title(page)).toHaveText("Orders");
  await expect(rows(page)).toHaveCount(6);
});

test("the list goes from page to page and back", async ({ page, client, shop }) => {
  for (let ago = 1; ago <= 102; ago++) {
    const placedAt = new Date(Date.now() - ago * minute);
    await insertOrder(shop.db, client.userId, { placedAt, totalPrice: `${ago}.00` });
  }
  await page.goto("/dashboard/orders");
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText("$1.00");
  await expect(page.getByRole("link", { name: "Newer" })).toBeHidden();

  await page.getByRole("link", { name: "Older" }).press("Enter");
  await expect(rows(page).first()).toContainText("$51.00");
  await expect(rows(page)).toHaveCount(50);
  // Focus moves to the start of the content too.
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Older" })).toBeHidden();
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(rows(page).first()).toContainText("$51.00");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(rows(page).first()).toContainText("$1.00");
  await expect(rows(page)).toHaveCount(50);

  await page.goto("/dashboard/orders?before=nonsense&after=%00");
  await expect(rows(page).first()).toContainText("$1.00");
});

test("an order has a page of its own", async ({ page, client, shop }) => {
  const order = await insertOrder(shop.db, client.userId, {
    placedAt: new Date("2025-03-09T10:00:00Z"),
    totalPrice: "374.84",
    status: "cancelled",
    notes: "Back door,\nbefore <b>10</b> am.",
  });
  const lines = [
    { productName: "Ribeye Steak", quantity: "10", pricePerLb: "24.99" },
    { productName: "Packer Brisket", quantity: "12.5", pricePerLb: "9.99" },
  ];
  for (const [position, line] of lines.entries()) {
    await insertOrderItem(shop.db, order.id, { position, ...line });
  }
  const { number } = order;
  await place(shop, client, { lb: "3" });
  await page.goto("/dashboard/orders");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search by order or PO number" }).fill(`${number}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByText("Cancelled", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: `View order ${number}` }).click();

  await expect(title(page)).toHaveText(`Order ${number}`);
  await expect(page).toHaveTitle(new RegExp(`^Order ${number} \\|`));
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText("Mar 9, 2025, 3:00 a.m.")).toBeVisible();
  await expect(page.getByText("before <b>10</b> am.")).toBeVisible();
  const cells = (row: number) => rows(page).nth(row).locator("th, td");
  await expect(cells(0)).toHaveText([/^Ribeye Steak/, "10 lb", "$24.99", "$249.90"]);
  await expect(cells(1)).toHaveText([/^Packer Brisket/, "12.5 lb", "$9.99", "$124.88"]);
  await expect(page.locator("tfoot")).toContainText("22.5 lb");
  await expect(page.locator("tfoot")).toContainText("$374.84");
  await expect(page.getByRole("link", { name: "Order again" })).toHaveAttribute(
    "href",
    `/dashboard/place-order?again=${order.id}`,
  );
  await page.getByRole("link", { name: "Orders" }).last().click();
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
});

test.describe("a missing page or order", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("another client's order looks like an unknown one", async ({ page, client, shop }) => {
    const foreign = await place(shop, await makeClient(shop.db), { lb: "31.25" });
    expect(client.userId).not.toBe(foreign.customerId);
    const texts = [];
    for (const id of [foreign.id, crypto.randomUUID(), "1", "%27", "%00"]) {
      expect((await page.goto(`/dashboard/orders/${id}`))?.status(), id).toBe(404);
      await expect(title(page)).toHaveText("Order not found");
      texts.push([await page.title(), await page.getByRole("main").textContent()].join());
    }
    expect(new Set(texts).size).toBe(1);
    await page.getByRole("link", { name: "Your orders" }).click();
    await expect(title(page)).toHaveText("Orders");
  });

  test("an unknown address keeps the frame", async ({ page, client }) => {
    expect((await page.goto("/dashboard/unicorn"))?.status()).toBe(404);
    await expect(title(page)).toHaveText("Page not found");
    await expect(page.getByRole("banner").getByText(client.companyName)).toBeVisible();
  });
});
