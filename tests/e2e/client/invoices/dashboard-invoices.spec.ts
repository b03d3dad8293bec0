import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { documents } from "#db/schema/money/documents.ts";
import { administrator, expect, type TestClient, test } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, numberOfOrder } from "#tests/setup/factories.ts";
import { invoicedOrder } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

async function invoiceFor(shop: ShopWithin, { userId }: TestClient) {
  const order = await insertOrder(shop.db, userId, { totalPrice: "249.90" });
  await insertOrderItem(shop.db, order.id);
  return invoicedOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
}

test("an invoice is saved as a PDF, from the list and from its order", async ({
  page,
  client,
  shop,
}) => {
  const { id, invoiceNumber } = await invoiceFor(shop, client);
  await page.goto("/dashboard/invoices");
  const row = page.locator("tbody tr");
  await expect(row).toContainText(invoiceNumber);
  await expect(row).toContainText("$249.90");
  const buttons = [`Download ${invoiceNumber}`, "Download Invoice"];
  for (const name of buttons) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    await expect(toastText(page, "Download started")).toBeVisible();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`invoice-${invoiceNumber}.pdf`);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
    if (name === buttons[0])
      await row.getByRole("link", { name: String(await numberOfOrder(shop.db, id)) }).click();
  }
});

test.describe("when the invoice cannot be fetched", () => {
  test.use({ expectedErrors: [/status of 503|ERR_FAILED/] });

  test("the page shows a message, and stays", async ({ page, client, shop }) => {
    const { invoiceNumber, invoiceUrl } = await invoiceFor(shop, client);
    const failures = [
      () => page.route(`**${invoiceUrl}`, (route) => route.abort()),
      () => page.route(`**${invoiceUrl}`, (route) => route.fulfill({ status: 503 })),
      // For example, the page that asks to sign in.
      () => page.route(`**${invoiceUrl}`, (route) => route.fulfill({ body: "<p>Hello</p>" })),
    ];
    for (const fail of failures) {
      await page.goto("/dashboard/invoices");
      await fail();
      await page.getByRole("link", { name: `Download ${invoiceNumber}` }).click();
      await expect(toastText(page, "Download failed")).toBeVisible();
      await expect(
        toastText(page, "There was an error downloading your invoice. Please try again later."),
      ).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard\/invoices$/);
      await page.unroute(`**${invoiceUrl}`);
    }
  });
});

test("an invoice without a PDF address shows a message", async ({ page, client, shop }) => {
  const { invoiceNumber } = await invoiceFor(shop, client);
  await shop.db
    .update(documents)
    .set({ url: null })
    .where(eq(documents.documentNumber, invoiceNumber));
  await page.goto("/dashboard/invoices");
  await expect(page.locator("tbody tr")).toContainText("No invoice available");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the download is a link", async ({ page, client, shop }) => {
    const { invoiceNumber, invoiceUrl } = await invoiceFor(shop, client);
    await page.goto("/dashboard/invoices");
    const link = page.getByRole("link", { name: `Download ${invoiceNumber}` });
    await expect(link).toHaveAttribute("href", invoiceUrl ?? "");
    const download = page.waitForEvent("download");
    await link.click();
    expect((await download).suggestedFilename()).toBe(`invoice-${invoiceNumber}.pdf`);
  });
});
