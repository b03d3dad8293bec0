import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { test as base, expect, type Page } from "#tests/e2e/back-office.ts";
import { ofWorker, toastText } from "#tests/e2e/fixtures.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { readCsv } from "#tests/setup/files/read-csv.ts";

const test = base.extend<object, { placed: Record<"pending" | "cancelled", string> }>({
  /** Two orders of a client whose name looks like a formula. */
  placed: [
    async ({ shop: { db } }, use) => {
      const { user } = await insertClient(db, { profile: { companyName: "=Brasserie Côté" } });
      const pending = await insertOrder(db, user.id);
      const cancelled = await insertOrder(db, user.id, { status: "cancelled" });
      await use({ pending: pending.id, cancelled: cancelled.id });
    },
    ofWorker,
  ],
});

async function download(page: Page, link: string) {
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: link, exact: true }).click();
  return coming;
}

async function rowsOf(page: Page, link: string) {
  const file = await download(page, link);
  const rows = readCsv(await readFile(await file.path(), "utf8"));
  return { name: file.suggestedFilename(), rows };
}

test("exports the filtered list, in a file named after the Pacific day", async ({
  page,
  placed,
}) => {
  await page.goto("/admin/orders?status=cancelled&q=brasserie");
  const { name, rows } = await rowsOf(page, "Export to CSV");
  expect(name).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(rows).toMatchObject([
    { "Order ID": placed.cancelled, Company: "'=Brasserie Côté", Status: "cancelled" },
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();

  await page.goto("/admin/orders");
  const all = await rowsOf(page, "Export to CSV");
  expect(all.rows.map((row) => row["Order ID"])).toEqual(
    expect.arrayContaining([placed.pending, placed.cancelled]),
  );
});

test("the lines of the orders are a file of their own", async ({ page, placed: _ }) => {
  await page.goto("/admin/orders");
  const { name, rows } = await rowsOf(page, "Export order lines");
  expect(name).toMatch(/^order-items-\d{4}/);
  expect(rows[0]).toMatchObject({
    Line: "1",
    "Subtotal (CAD)": expect.stringMatching(/^\d+\.\d\d$/),
  });
});

for (const [list, head] of [
  ["clients", "Total spent (CAD)"],
  ["invoices", "GST (CAD)"],
  ["products", "Price per lb (CAD)"],
] as const) {
  test(`${list} can be downloaded as a file`, async ({ page }) => {
    await page.goto(`/admin/${list}`);
    const { name, rows } = await rowsOf(page, "Export to CSV");
    expect(name).toMatch(new RegExp(`^${list}-\\d{4}`));
    expect(rows[0]?.[head]).toMatch(/^\d+\.\d\d$/);
  });
}

test.describe("a failed export", () => {
  test.use({ expectedErrors: [/status of (401|503)/] });

  test("asks to sign in again after a sign-out, and saves nothing", async ({ page, context }) => {
    // If the page checked the session only after the sign-out, when it reads changes before it
    // listens, it would redirect to the login by itself.
    const known = [/api\/auth\/get-session/, /admin\/clients\.data/].map((asked) =>
      page.waitForResponse(asked),
    );
    await page.goto("/admin/clients");
    await Promise.all(known);
    await context.clearCookies();
    await page.getByRole("link", { name: "Export to CSV" }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test("a list that cannot be read is reported, and the page stays", async ({ page, shop }) => {
    await page.goto("/admin/invoices");
    await shop.db.execute(sql`alter table documents rename column buyer_contact to hidden`);
    try {
      await page.getByRole("link", { name: "Export to CSV" }).click();
      await expect(
        toastText(page, "The list could not be exported. Please try again."),
      ).toBeVisible();
    } finally {
      await shop.db.execute(sql`alter table documents rename column hidden to buyer_contact`);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Invoices" })).toBeVisible();
  });
});
