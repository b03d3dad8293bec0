import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { extractText } from "unpdf";
import { pacificDay } from "#app/lib/dates.ts";
import { documents } from "#db/schema/money/documents.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, numberOfOrder } from "#tests/setup/factories.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

const search = (page: Page) =>
  page.getByRole("searchbox", { name: "Search by invoice, order, client or amount" });
const rows = (page: Page) => page.getByRole("table").locator("tbody tr");

/** Creates fulfilled orders of one client with their invoices; returns the newest. */
async function invoicesFor({ db }: ShopWithin, userId: string, count = 1) {
  for (let made = 1; ; made += 1) {
    const order = await insertOrder(db, userId, { status: "fulfilled" });
    const { documentNumber: invoiceNumber, url: invoiceUrl } = await issueFor(db, order);
    if (made >= count) return { id: order.id, invoiceNumber, invoiceUrl };
  }
}

async function invoicedClient(shop: ShopWithin, count?: number) {
  const companyName = `Été & Fils ${randomUUID().slice(0, 6)}`;
  const { profile } = await insertClient(shop.db, { profile: { companyName } });
  return { companyName, order: await invoicesFor(shop, profile.id, count) };
}

test("an invoice is found by its amount and its day", async ({ page, shop }) => {
  const { companyName, order } = await invoicedClient(shop);
  await page.goto(`/admin/invoices?q=${encodeURIComponent(companyName)}`);
  const today = pacificDay(new Date());
  await page.getByLabel("From").fill(today);
  await expect(rows(page)).toContainText(order.invoiceNumber);
  await page.getByLabel("From").fill("");
  await page.getByLabel("To", { exact: true }).fill("2024-01-01");
  await expect(page.getByText("No invoices found").first()).toBeVisible();
  await page.getByRole("link", { name: "All invoices" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("");
  await search(page).fill("249.90");
  await expect(page).toHaveURL(/q=249\.90/);
  await expect(rows(page).first()).toContainText("$249.90");
});

test("an invoice is found, viewed in a new tab, and downloaded", async ({
  page,
  shop,
  request,
}) => {
  const { companyName, order } = await invoicedClient(shop);
  const { id, invoiceNumber, invoiceUrl } = order;
  await page.goto("/admin/invoices");
  await search(page).pressSequentially(companyName.toLowerCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(search(page)).toBeFocused();
  await expect(rows(page)).toContainText(invoiceNumber);
  await expect(rows(page)).toContainText("$249.90");

  const view = page.getByRole("link", { name: `View ${invoiceNumber}` });
  await expect(view).toHaveAttribute("target", "_blank");
  await expect(view).toHaveAttribute("rel", /noopener/);
  await expect(view).toHaveAttribute("href", invoiceUrl ?? "");
  const opened = page.waitForEvent("popup");
  await view.click();
  await (await opened).close();
  // This request context has no session.
  const pdf = await request.get(invoiceUrl ?? "");
  const { text } = await extractText(new Uint8Array(await pdf.body()), { mergePages: true });
  expect(text).toContain(companyName);
  expect(text).toContain(invoiceNumber);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: `Download ${invoiceNumber}` }).click();
  await expect(toastText(page, "Download started")).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`invoice-${invoiceNumber}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");

  await rows(page)
    .getByRole("link", { name: String(await numberOfOrder(shop.db, id)) })
    .click();
  await expect(page).toHaveURL(`/admin/orders/${id}`);
});

test("an invoice is found by its number, even if its client has no company", async ({
  page,
  shop,
}) => {
  const { user } = await insertClient(shop.db, { profile: { companyName: "" } });
  const { invoiceNumber } = await invoicesFor(shop, user.id);
  await page.goto(`/admin/invoices?q=${invoiceNumber.toLowerCase()}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Unknown Client");
  await expectAccessible(page);
});

test("an invoice without a PDF address shows a message", async ({ page, shop }) => {
  const { companyName, order } = await invoicedClient(shop);
  await shop.db
    .update(documents)
    .set({ url: null })
    .where(eq(documents.documentNumber, order.invoiceNumber));
  await page.goto(`/admin/invoices?${new URLSearchParams({ q: companyName })}`);
  await expect(rows(page)).toContainText("No PDF available");
  await expect(rows(page).getByRole("link", { name: /View|Download/ })).toHaveCount(0);
});

test("invoices are paged through, newest first, within a search", async ({ page, shop }) => {
  const { companyName, order } = await invoicedClient(shop, 52);
  await page.goto(`/admin/invoices?${new URLSearchParams({ q: companyName })}`);
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText(order.invoiceNumber);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(rows(page)).toHaveCount(50);
  await expect(search(page)).toHaveValue(companyName);
});

test.describe("when the invoice cannot be fetched", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the page stays, and shows a message", async ({ page, shop }) => {
    const { companyName, order } = await invoicedClient(shop);
    await page.route(`**${order.invoiceUrl}`, (route) => route.abort());
    await page.goto(`/admin/invoices?${new URLSearchParams({ q: companyName })}`);
    await page.getByRole("link", { name: `Download ${order.invoiceNumber}` }).click();
    await expect(toastText(page, "Download failed")).toBeVisible();
    const reason = "There was an error downloading your invoice. Please try again later.";
    await expect(toastText(page, reason)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });
});

test("an empty list and a search without results show messages", async ({ browser }) => {
  const shop = await openShopWithin();
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    await signIn(context.request, shop.url, shop.admin);
    const page = await context.newPage();
    await page.goto("/admin/invoices?q=%25%25");
    await expect(page.getByRole("heading", { name: "No invoices found" })).toBeVisible();
    await page.getByRole("link", { name: "All invoices" }).click();
    await expect(rows(page).first()).toBeVisible();

    await shop.db.transaction(async (tx) => {
      // The triggers that protect the books are disabled in the meantime.
      const documentTables = ["document_lines", "document_taxes", "document_orders", "documents"];
      const about = ["credit_request_lines", "credit_requests", "allocations", "ledger_entries"];
      for (const name of [...about, ...documentTables]) {
        const table = sql.identifier(name);
        await tx.execute(sql`alter table ${table} disable trigger user`);
        await tx.execute(sql`delete from ${table}`);
        await tx.execute(sql`alter table ${table} enable trigger user`);
      }
    });
    await page.goto("/admin/invoices");
    await expect(page.getByRole("heading", { name: "No invoices found" })).toBeVisible();
    await expect(
      page.getByText("Invoices will appear here when orders are processed."),
    ).toBeVisible();
    await expectAccessible(page);
  } finally {
    await context.close();
    await shop.stop();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the search button and the download link work", async ({ page, shop }) => {
    const { companyName, order } = await invoicedClient(shop);
    await page.goto("/admin/invoices");
    await search(page).fill(companyName);
    await page.getByRole("button", { name: "Search" }).click();
    await expect(rows(page)).toHaveCount(1);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download ${order.invoiceNumber}` }).click();
    expect((await download).suggestedFilename()).toBe(`invoice-${order.invoiceNumber}.pdf`);
  });
});
