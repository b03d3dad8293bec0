import { readFile } from "node:fs/promises";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { readCsv } from "#tests/setup/files/read-csv.ts";

const program = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });

test.use({ expectedErrors: [/status of 4\d\d/] });

test("a batch is created and downloaded, and the next one has only new documents", async ({
  page,
  shop,
}) => {
  const companyName = "Épicerie Sample";
  const { user } = await insertClient(shop.db, { profile: { companyName } });
  const issue = async () => issueFor(shop.db, await insertOrder(shop.db, user.id));
  const first = await issue();
  await page.goto("/admin/invoices");
  await page.getByRole("link", { name: "Accounting" }).click();
  const quickbooks = program(page, "QuickBooks Online");
  await quickbooks.getByRole("button", { name: "Make the next batch" }).click();
  await expect(page.getByText(/^Batch \d+ made/).first()).toBeVisible();
  await expect(quickbooks.getByText("Everything is exported.")).toBeVisible();
  await expectAccessible(page);

  const files = page.getByRole("table", { name: "Batches" }).locator("tbody tr").first();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    files.getByRole("link").first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^quickbooks-\d{4}-invoices-1\.csv$/);
  const rows = readCsv(await readFile(await download.path(), "utf8"));
  const numbers = () => rows.map((row) => row["*InvoiceNo"]);
  expect(numbers()).toContain(first.documentNumber);
  expect(rows.find((row) => row["*InvoiceNo"] === first.documentNumber)).toMatchObject({
    "*Customer": companyName,
  });

  await quickbooks.getByRole("button", { name: "Make the next batch" }).click();
  await expect(page.getByText("QuickBooks Online has everything issued until then.")).toBeVisible();
  await issue();
  await page.reload();
  await expect(quickbooks.getByText("1 document not exported yet.")).toBeVisible();
});

test("account names for the books are checked, saved and logged", async ({ page }) => {
  await page.goto("/admin/exports/accounting");
  const account = page.getByLabel("Xero account for beef");
  await account.fill("two hundred!");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(account).toBeFocused();
  await expect(account).toHaveAccessibleDescription(
    "Please enter the account's code, for instance 200",
  );
  await account.fill("4000");
  await page.getByLabel("GST 0% in Xero").fill("Zero Rated Sales");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "Names saved")).toBeVisible();
  await page.reload();
  await expect(account).toHaveValue("4000");
  await expect(page.getByRole("region", { name: "History" })).toContainText("Zero Rated Sales");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("refuses an invalid day and keeps it", async ({ page }) => {
    await page.goto("/admin/exports/accounting");
    const xero = program(page, "Xero");
    await xero.getByLabel("Issued until").fill("2999-12-31");
    await xero.getByRole("button", { name: "Make the next batch" }).click();
    await expect(page.getByText("Please enter a day, for instance 2026-11-30.")).toBeVisible();
  });
});
