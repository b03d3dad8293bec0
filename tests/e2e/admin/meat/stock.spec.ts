import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { test as base, expect, type Page } from "../orders/orders-page.ts";

type Product = typeof products.$inferSelect;

const test = base.extend<{ brisket: Product }>({
  brisket: async ({ shop }, use) => {
    const product = await insertProduct(shop.db, {
      name: `Brisket ${randomUUID().slice(0, 6)}`,
      category: "other",
      pricePerLb: "9.35",
    });
    await use(product);
    await shop.db.delete(products).where(eq(products.id, product.id));
  },
});

test.use({ expectedErrors: [/status of (400|404|409)/] });

const main = (page: Page) => page.getByRole("main");
/** Opens a product's stock and waits until its scripts run, which reset earlier choices. */
async function openStock(page: Page, { id }: Product) {
  await page.goto(`/admin/stock/${id}`);
  await expect(page.locator("form[novalidate]").first()).toBeAttached();
}

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

test("a product is counted, wasted and expected, and a colleague's count is shown", async ({
  page,
  shop,
  brisket,
}) => {
  const lot = await insertLot(shop.db, { expiresOn: daysAfter(pacificDay(new Date()), 5) });
  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Back office" }).first();
  await menu.getByRole("link", { name: "Stock" }).click();
  await expectAccessible(page);
  await main(page).getByRole("link", { name: brisket.name }).click();

  await page.getByLabel("Stock", { exact: true }).selectOption("Counted in pounds");
  await page.getByLabel("Low at (lb)").fill("20");
  await press(page, "Save tracking");
  await expect(toastText(page, "Tracking saved")).toBeVisible();
  await expect(main(page)).toContainText("Not counted yet: enter what there is.");

  await page.getByLabel("Pounds counted of Lot not known").fill("-3");
  await press(page, "Save count");
  await expect(page.getByLabel("Pounds counted of Lot not known")).toHaveAccessibleDescription(
    "There can't be less than nothing. Enter 0 if there is none.",
  );
  await page.getByLabel("Pounds counted of Lot not known").fill("12.5");
  await page.getByText("Found some of another lot").click();
  await page.getByLabel(`Pounds counted of ${lot.code}`).fill("30");
  await press(page, "Save count");
  await expect(toastText(page, "Count saved")).toBeVisible();
  await expect(main(page)).toContainText("42.5 lb");
  await expectAccessible(page);

  const other = await page.context().newPage();
  await openStock(other, brisket);
  await other.getByLabel(`Pounds counted of ${lot.code}`).fill("28");
  await press(other, "Save count");
  await expect(toastText(other, "Count saved")).toBeVisible();
  await other.close();
  await page.getByLabel(`Pounds counted of ${lot.code}`).fill("29");
  await press(page, "Save count");
  await expect(main(page)).toContainText("Something was packed, received or counted meanwhile.");
  await expect(page.getByLabel(`Pounds counted of ${lot.code}`)).toHaveValue("29");
  await expect(page.getByLabel(`Pounds counted of ${lot.code}`)).toHaveAccessibleDescription(
    "The stock says 28 lb now",
  );
  await press(page, "Save count");
  await expect(toastText(page, "Count saved")).toBeVisible();
  await expect(main(page)).toContainText("41.5 lb");

  await press(page, "Enter waste");
  await expect(page.getByLabel("Reason", { exact: true })).toHaveAccessibleDescription(
    /Please say why/,
  );
  await page.getByLabel("Lot", { exact: true }).selectOption({ label: `${lot.code}, 29 lb` });
  await page.getByLabel("Pounds thrown away").fill("45");
  await page.getByLabel("Reason", { exact: true }).fill("Dropped");
  await press(page, "Enter waste");
  await expect(main(page)).toContainText("Only 29 lb of it are on hand, and 45 lb would be thrown");
  await page.getByLabel("It is more than what is on hand").check();
  await expectAccessible(page);
  await press(page, "Enter waste");
  await expect(toastText(page, "Waste entered")).toBeVisible();
  const movements = page.getByRole("region", { name: "What came and went" });
  // A typo: 1.5 was meant.
  const typo = movements.getByRole("row").nth(1);
  await typo.getByText("Take back: Waste, −45 lb").click();
  await typo.getByLabel("Reason for taking it back").fill("1.5 was meant");
  await typo.getByRole("button", { name: "Take back" }).click();
  await expect(toastText(page, "Entry taken back")).toBeVisible();
  await expect(movements.getByRole("row").nth(1)).toContainText("Takes an entry back");
  await expect(movements.getByRole("row").nth(2)).toContainText("Taken back");
  await page.getByLabel("Lot", { exact: true }).selectOption({ label: `${lot.code}, 29 lb` });
  await page.getByLabel("Pounds thrown away").fill("1.5");
  await page.getByLabel("Reason", { exact: true }).fill("Dropped");
  await press(page, "Enter waste");
  await expect(movements.getByRole("row").nth(1)).toContainText("−1.5 lb");
  await expect(movements.getByRole("row").nth(1)).toContainText("Waste");
  await expect(movements.getByRole("row").nth(1)).toContainText("−1.5 lb");

  const incoming = page.getByRole("region", { name: "Incoming" });
  await incoming.getByLabel("Day").fill(daysAfter(pacificDay(new Date()), 3));
  await incoming.getByLabel("Pounds to come").fill("60");
  await press(page, "Add what is to come");
  await expect(toastText(page, "Delivery to us noted")).toBeVisible();
  await expect(page.getByRole("region", { name: "Day by day" })).toContainText("100 lb left");
  await page.getByRole("button", { name: /^It is here: 60 lb/ }).click();
  await expect(toastText(page, "Put into the stock")).toBeVisible();
  await expect(main(page)).toContainText("100 lb");
  await expectAccessible(page);

  await page.goto("/admin/stock");
  await expect(page.getByRole("row").filter({ hasText: brisket.name })).toContainText("100 lb");
});

test("a sold-out product is marked for everybody, and a visitor asks to be notified", async ({
  page,
  brisket,
}) => {
  const shopPage = `/shop/other/${brisket.slug}`;
  await openStock(page, brisket);
  await page.getByLabel("Stock", { exact: true }).selectOption("Sold out, by hand");
  await press(page, "Save tracking");
  await expect(toastText(page, "Tracking saved")).toBeVisible();
  await expect(main(page).getByText("Sold out", { exact: true })).toBeVisible();

  await expect(async () => {
    await page.goto(shopPage);
    await expect(main(page)).toContainText("Sold out", { timeout: 500 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(facts.join()).toContain("https://schema.org/OutOfStock");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Tell me when it is back" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tell me when it is back");
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  await press(page, "Tell me");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(
    /email address/,
  );
  await page
    .getByRole("textbox", { name: "Email" })
    .fill(`waits-${randomUUID().slice(0, 8)}@example.com`);
  await press(page, "Tell me");
  await expect(main(page)).toContainText("We’ll email you once, when it can be ordered again.");

  await openStock(page, brisket);
  const howToCount = main(page).getByText("Counts and waste are entered once it is counted");
  await expect(howToCount).toHaveCount(0);
  await page.getByLabel("Stock", { exact: true }).selectOption("Not tracked");
  await press(page, "Save tracking");
  await expect(toastText(page, "Tracking saved")).toBeVisible();
  await expect(howToCount).toContainText("choose “Counted in pounds” under How it is tracked");
  await expectAccessible(page);
  await expect(async () => {
    await page.goto(shopPage);
    await expect(page.getByRole("button", { name: "Add to Cart" })).toBeVisible({ timeout: 500 });
  }).toPass();
});
