import { eq, inArray } from "drizzle-orm";
import { labelPrices } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { keptValues } from "#db/schema/system.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { expect, test } from "../orders/orders-page.ts";

const item = 91_777;
test.use({ expectedErrors: [/status of 400/] });
test.afterEach(async ({ shop: { db } }) => {
  await db.delete(keptValues).where(eq(keptValues.key, "scaleFile"));
  const made = db.select({ id: products.id }).from(products).where(eq(products.itemNumber, item));
  await db.delete(labelPrices).where(inArray(labelPrices.productId, made));
  await db.update(products).set({ itemNumber: null }).where(eq(products.itemNumber, item));
});

test("the owner sets the columns of the file for scales, downloads it, and sets the label prices", async ({
  page,
  shop,
}) => {
  await insertProduct(shop.db, { name: "Scale Ribeye", itemNumber: item, pricePerLb: "24.99" });
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "File for counter scales" }).click();
  const columns = page.getByRole("textbox", { name: "Columns" });
  await columns.fill("name\nprice");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(columns).toBeFocused();
  await expect(columns).toHaveAccessibleDescription(/The item number is missing/);
  await expectAccessible(page);
  await columns.fill("price: Preis\nitem number\nname: =Artikel");
  await page.getByLabel("Between columns").selectOption("Semicolon");
  await page.getByLabel("Decimals").selectOption("Comma: 24,99");
  await page.getByLabel("Price per").selectOption("Kilogram");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Preis: 55,09")).toBeVisible();
  await expect(page.getByText("=Artikel: Ribeye, Grilling Steak")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "File for counter scales saved")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("none of them could be tried with this shop");

  await page.goto("/admin/products");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "File for scales" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^scale-items-[\d-]+\.csv$/);
  const stream = await file.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString("utf8")).toContain(`"55,09";${item};"Scale Ribeye"\r\n`);

  await page.goto("/admin/settings/scans");
  await page.getByRole("button", { name: "Fill in today’s prices" }).click();
  const prices = page.getByLabel("Prices on the scale’s labels");
  await expect(prices).toHaveValue(new RegExp(`^${item} 55.09/kg$`, "m"));
  expect(await shop.db.$count(labelPrices)).toBe(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "Settings saved")).toBeVisible();
  await expect(prices).toHaveValue(new RegExp(`^${item} 55.09/kg$`, "m"));
  await expectAccessible(page);
});
