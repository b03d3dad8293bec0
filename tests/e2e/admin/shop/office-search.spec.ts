import { eq } from "drizzle-orm";
import { profiles } from "#db/schema/accounts.ts";
import { documents } from "#db/schema/money/documents.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn, title } from "#tests/e2e/client-area.ts";
import { expect, type Page, place, test } from "../orders/orders-page.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
const box = (page: Page) => dialog(page).getByRole("combobox");
const results = (page: Page) => dialog(page).getByRole("option");

test("Ctrl K finds an order by its number, and Enter opens it", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await page.goto("/admin/clients");
  await expect(page.getByRole("link", { name: /^Search/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await expectAccessible(page);
  // Shows the pages until something is typed.
  await expect(dialog(page).getByRole("group", { name: "Pages and actions" })).toBeVisible();
  await box(page).pressSequentially(order.number);
  await expect(results(page).first()).toContainText(`Order ${order.number}`);
  await expect(results(page).first()).toContainText(kitchen.companyName);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(results(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(`Order ${order.number}`);
  await expect(dialog(page)).toBeHidden();
  await page.goBack();
  await expect(title(page)).toHaveText("Wholesale Clients");
});

test("finds orders by the last digits, the shortened id and the client, a page, or nothing", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await page.goto("/admin/orders");
  await page.getByRole("link", { name: /^Search/ }).click();
  for (const typed of [order.number.slice(-3), `${order.id.slice(0, 8)}…`, kitchen.companyName]) {
    await box(page).fill(typed);
    await expect(results(page).filter({ hasText: `Order ${order.number}` })).toHaveCount(1);
  }
  await expect(dialog(page).getByRole("group", { name: "Clients" })).toContainText(
    kitchen.companyName,
  );
  await box(page).fill("no such thing at all");
  await expect(dialog(page).getByRole("status")).toContainText("Nothing found");
  await expect(results(page)).toHaveCount(0);
  await box(page).fill("take an");
  await results(page).filter({ hasText: "Take an order" }).click();
  await expect(title(page)).toHaveText("Take an order");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test("a packer finds the order to pack, but no invoice", async ({ browser, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  const [invoice] = await shop.db.select().from(documents).where(eq(documents.kind, "invoice"));
  const account = { email: "search-packer@example.com", password: "a packer's password" };
  const { id = "" } = await ensureAccount(shop.db, { ...account, name: "P", profile: {} });
  await shop.db.update(profiles).set({ staffRole: "packer" }).where(eq(profiles.id, id));
  const context = await browser.newContext({ baseURL: shop.url });
  await signIn(context.request, shop.url, account);
  const page = await context.newPage();
  await page.goto("/admin/packing");
  await page.getByRole("link", { name: /^Search/ }).click();
  await box(page).fill(invoice?.documentNumber ?? "INV-");
  await expect(dialog(page).getByRole("status")).toContainText("Nothing found");
  await box(page).fill(order.number);
  await expect(results(page)).toHaveCount(1);
  await expect(dialog(page)).not.toContainText("$");
  await results(page).click();
  await expect(page).toHaveURL(new RegExp(`/admin/packing/${order.id}$`));
  await context.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the search is a page", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen);
    await page.goto("/admin");
    await page.getByRole("link", { name: /^Search/ }).click();
    await expect(title(page)).toHaveText("Search");
    await page.getByRole("searchbox").fill(order.number);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: `Order ${order.number}` })
      .click();
    await expect(title(page)).toHaveText(`Order ${order.number}`);
  });
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 800, height: 1024 } });

  test("the menu consists of icons with names", async ({ page }) => {
    await page.goto("/admin/orders");
    const menu = page.getByRole("navigation", { name: "Back office" });
    const invoices = menu.getByRole("link", { name: "Invoices" });
    await expect(invoices).toBeVisible();
    const { width = 0, height = 0 } = (await invoices.boundingBox()) ?? {};
    expect(width).toBeLessThan(60);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
    await invoices.click();
    await expect(title(page)).toHaveText("Invoices");
    await expect(invoices).toHaveAttribute("aria-current", "page");
    await expectAccessible(page);
  });
});
