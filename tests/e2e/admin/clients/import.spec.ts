import { eq, sql } from "drizzle-orm";
import { dataImports } from "#db/schema/imports.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "#tests/e2e/back-office.ts";
import { insertProduct } from "#tests/setup/factories.ts";

test.use({ expectedErrors: [/status of 400/] });

test("prices from a CSV are refused first, then reviewed, imported and undone", async ({
  page,
  shop,
}) => {
  const { id } = await insertProduct(shop.db, {
    name: "Sample rib for prices",
    itemNumber: 77_001,
    pricePerLb: "20.00",
  });
  const price = async () =>
    (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.pricePerLb;
  const choose = async (rows: string) => {
    const buffer = Buffer.from(`Cut no;Each lb\r\n${rows}`, "latin1");
    await page
      .getByLabel("CSV file or Excel workbook")
      .setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer });
  };
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Import and export" }).click();
  const kind = page.getByRole("listitem").filter({ hasText: "Standard prices, and those of" });
  await kind.getByRole("link", { name: "Prices", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Import prices" })).toBeVisible();
  await expectAccessible(page);
  await choose("");
  await expect(page.getByText("The file has headings, and no rows below.")).toBeVisible();

  await choose("77001;abc");
  await expect(page.getByRole("heading", { name: "prices.csv" })).toBeVisible();
  await page.getByLabel("Item number").selectOption({ index: 1 });
  await page.getByLabel("Price per lb (CAD)").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Compare with the shop" }).click();
  await expect(page.getByText("This column is “Item number” already")).toBeVisible();
  await page.getByLabel("Price per lb (CAD)").selectOption({ index: 2 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compare with the shop" }).click();
  await expect(page.getByText("1 price refused")).toBeVisible();
  await expect(page.getByText("“abc” isn't a valid price (example: 24.99)")).toBeVisible();
  await page.getByRole("link", { name: "Upload the corrected file" }).click();

  await choose('77001;"$21.50/lb"');
  const rows = page.getByRole("table", { name: "Rows in the file" });
  await expect(rows).toContainText("Sample rib for prices, Standard");
  await expect(rows).toContainText("20.00 → 21.50");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 changed" }).click();
  await expect(page.getByText("Imported: 1 changed")).toBeVisible();
  expect(await price()).toBe("21.50");
  // A later import may use this one's rows, so undoing needs a second confirmation.
  const [later] = await shop.db
    .insert(dataImports)
    .values({
      kind: "prices",
      state: "applied",
      fileName: "later.csv",
      signature: "x",
      head: ["Price"],
      samples: [],
      rowCount: 1,
      appliedAt: sql`now()`,
    })
    .returning({ id: dataImports.id });
  await page.reload();
  await expect(page.getByText("to be undone first: later.csv")).toBeVisible();
  await page.getByRole("button", { name: "Undo the import" }).click();
  const again = page.getByLabel("Undo this one all the same");
  await expect(again).toBeFocused();
  const form = { intent: "undo" };
  const posted = await page.request.post(page.url(), { form, headers: { Origin: shop.url } });
  expect(posted.status()).toBe(409);
  await again.check();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page
    .getByRole("alertdialog", { name: "Undo this import?" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(await price()).toBe("20.00");
  await shop.db.delete(dataImports).where(eq(dataImports.id, later?.id ?? ""));
});
