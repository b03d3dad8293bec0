import { sql } from "drizzle-orm";
import { violationsOf } from "#tests/e2e/accessible-page.ts";
import { administrator, expect, type Page, signIn, test, title } from "#tests/e2e/client-area.ts";
import { holdBack, holdEvents } from "#tests/e2e/hold-back.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { invoicedOrder } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

const telephone = { width: 360, height: 740 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1280, height: 800 };

const paths = [
  "/dashboard",
  "/dashboard/orders",
  "/dashboard/invoices",
  "/dashboard/account",
  "/dashboard/account/password",
  "/dashboard/orders/unicorn",
  "/dashboard/unicorn",
];

async function expectNoViolations(page: Page) {
  expect(await violationsOf(page)).toEqual([]);
}

function tooWide(page: Page) {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("main section")]
      // Each width is rounded separately.
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.getAttribute("aria-label") ?? element.tagName),
  );
}

/** Checks that axe finds nothing and nothing overflows or scrolls sideways. */
async function expectAccessible(page: Page) {
  // A fallback font would have another width.
  await page.evaluate(() => document.fonts.ready);
  for (const size of [desktop, tablet, telephone]) {
    await page.setViewportSize(size);
    // A new size is not laid out at once on a busy machine.
    await expect.poll(() => tooWide(page), `at ${size.width}`).toEqual([]);
    if (size !== tablet) await expectNoViolations(page);
  }
}

test.describe("accessible and fitting at every width", () => {
  test.use({ reducedMotion: "reduce", expectedErrors: [/status of 404/] });

  for (const path of paths) {
    test(`${path}, with orders`, async ({ page, shop }) => {
      await signIn(page.request, shop.url, shop.demo);
      await page.goto(path);
      await expect(title(page)).toBeVisible();
      await expectAccessible(page);
    });
  }

  for (const status of ["Received", "Packed"]) {
    test(`an order that is ${status}`, async ({ page, shop }) => {
      await signIn(page.request, shop.url, shop.demo);
      await page.goto("/dashboard/orders");
      // The sample orders with a note, and with an invoice.
      const row = page.locator("tbody tr", { hasText: status }).last();
      await row.getByRole("link", { name: /^View/ }).click();
      await expect(title(page)).toHaveText(/^Order 1\d{3}$/);
      await expectAccessible(page);
    });
  }

  for (const path of paths.slice(0, 3)) {
    test(`${path}, for a new client`, async ({ page, client }) => {
      await page.goto(path);
      await expect(page.getByRole("banner").getByText(client.companyName)).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test("the mobile menu links to every page, and marks the current one", async ({
  page,
  client: _client,
}) => {
  await page.setViewportSize(telephone);
  await page.goto("/dashboard/orders");
  const banner = page.getByRole("banner");
  const menu = banner.getByRole("navigation", { name: "Client area" });
  const opener = banner.locator("summary", { hasText: "Menu" });
  await expect(menu).toBeHidden();
  await opener.click();
  await expect(menu.getByRole("link")).toHaveText([
    "Dashboard",
    "Place Order",
    "Orders",
    "Invoices",
    "Account",
    "Back to the shop",
  ]);
  await expect(menu.locator("[aria-current=page]")).toHaveText("Orders");
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole("link", { name: "Account" }).click();
  await expect(menu).toBeHidden();
  await expect(title(page)).toHaveText("Account");
  await expect(page.getByRole("main")).toBeFocused();
  await opener.click();
  await menu.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await page.request.get("/dashboard")).url()).toContain("/login");
});

test("the first stop of the Tab key skips to the content", async ({ page, client }) => {
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("banner").getByText(client.companyName)).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the lists update with the owner's changes", async ({ page, client, shop }) => {
  const order = await insertFilledOrder(shop.db, client.userId, { totalPrice: "249.90" });
  await page.goto("/dashboard/orders");
  const row = page.locator("tbody tr");
  await expect(row).toContainText("Received");
  const invoices = await page.context().newPage();
  await invoices.goto("/dashboard/invoices");
  await expect(invoices.getByText("No Invoices Found")).toBeVisible();

  await page.bringToFront();
  const { invoiceNumber } = await invoicedOrder(
    shop.db,
    await administrator(shop),
    order.id,
    sampleShop(shop.url),
  );
  await expect(row).toContainText("Packed");
  await expect(invoices.locator("tbody tr")).toContainText(invoiceNumber);
});

test("a slow page is announced, and the previous one is not lost", async ({
  page,
  client: _client,
}) => {
  await page.goto("/dashboard/account");
  await page.getByRole("textbox", { name: "Phone" }).fill("604-555-0177");
  const line = await holdBack(page, "**/dashboard/orders.data*");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page.getByRole("status").getByText("Loading...")).toBeAttached();
  await expect(title(page)).toBeHidden();
  // After a change of mind, the input is still there.
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("604-555-0177");
  line.release();
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No orders yet" })).toBeVisible();
});

test.describe("when the orders cannot be read", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the pages show a message, and can retry", async ({ page, client, shop }) => {
    await insertOrder(shop.db, client.userId);
    await holdEvents(page);
    await shop.db.execute(sql`alter table orders rename to orders_away`);
    await shop.db.execute(sql`alter table documents rename to documents_away`);
    try {
      const failed = "Your orders could not be loaded. Please try again.";
      expect((await page.goto("/dashboard"))?.status()).toBe(503);
      await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
      await page.goto("/dashboard/invoices");
      await expect(page.getByText("Your invoices could not be loaded")).toBeVisible();
      expect((await page.goto("/dashboard/orders"))?.status()).toBe(503);
      await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
      await expect(page.getByRole("banner").getByText(client.companyName)).toBeVisible();
    } finally {
      await shop.db.execute(sql`alter table orders_away rename to orders`);
      await shop.db.execute(sql`alter table documents_away rename to documents`);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(1);
  });
});
