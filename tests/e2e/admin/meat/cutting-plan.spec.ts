import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { primals } from "#db/schema/meat/primals.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { test as base, expect, type Page } from "../orders/orders-page.ts";

type Product = typeof products.$inferSelect;

/** A cut of which 25 lb are ordered for tomorrow. */
const test = base.extend<{ steak: Product }>({
  steak: async ({ shop, kitchen }, use) => {
    const { db } = shop;
    await db.delete(primals);
    const steak = await insertProduct(db, { name: `Ribeye ${randomUUID().slice(0, 6)}` });
    const order = await insertOrder(db, kitchen.userId);
    const line = { productId: steak.id, productName: steak.name, quantity: "25.00" };
    await insertOrderItem(db, order.id, line);
    const run = await insertRun(db, { date: daysAfter(pacificDay(new Date()), 1) });
    await putOnRun(db, run, order);
    await use(steak);
    await db.delete(primals);
    await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, order.id));
    await db.update(products).set({ isActive: false }).where(eq(products.id, steak.id));
  },
});

test.use({ expectedErrors: [/status of (400|404|409)/] });

const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

test("the owner sets usual yields, and sees what to cut and buy with totals", async ({
  page,
  shop,
  steak,
  kitchen,
}) => {
  await page.goto("/admin/cutting");
  await main(page).getByRole("link", { name: "What to cut" }).click();
  await expect(title(page)).toContainText("What to cut for");
  await expect(main(page)).toContainText("No yields yet");
  await expectAccessible(page);
  await main(page).getByRole("link", { name: "Enter usual yields" }).click();
  await expect(title(page)).toHaveText("Cuts and usual yields");
  await press(page, "Fill in sample yields");
  await expect(main(page)).toContainText("These are sample yields");
  await expectAccessible(page);

  await main(page).getByRole("link", { name: "Edit Rib" }).click();
  await expect(title(page)).toHaveText("Yields of Rib");
  await expectAccessible(page);
  await page.getByLabel("Cut of row 5").selectOption(steak.name);
  await page.getByLabel("Part of row 5").fill("Eye");
  await page.getByLabel("Yield (%) of row 5").fill("140");
  await press(page, "Save yields");
  await expect(page.getByLabel("Yield (%) of row 5")).toHaveAccessibleDescription(
    "No more than 100% can come of it",
  );
  await page.getByLabel("Yield (%) of row 5").fill("62.5");
  await press(page, "Save yields");
  const cuts = main(page).getByRole("table", { name: "Cuts of Rib" });
  await expect(cuts.getByRole("row", { name: steak.name })).toContainText("62.5%");
  await expect(main(page).getByRole("heading", { name: "Rib", exact: true })).toBeVisible();

  const admin = await signedInAdmin(shop.db);
  const lot = await insertLot(shop.db, { receivedLb: "100.00" });
  const cutting = await cutLots(
    shop.db,
    admin,
    {
      requestId: randomUUID(),
      kind: "Rib",
      differenceReason: "",
      confirmed: [],
      inputs: [{ row: 1, name: lot.code, lb: "100" }],
      outputs: [{ row: 1, productId: steak.id, code: "", lb: "60" }],
      wastes: [{ row: 1, reason: "Bone", lb: "40" }],
    },
    "Sample Beef",
  );
  const late = await insertOrder(shop.db, kitchen.userId);
  await insertOrderItem(shop.db, late.id, { productId: steak.id, quantity: "3.00" });
  const tomorrow = daysAfter(pacificDay(new Date()), 1);
  await page.goto("/admin/cutting");
  // On a phone, the loss is below the sheet.
  await expect(page.getByRole("table", { name: "Cutting sheets" })).toContainText(
    "Cutting loss 40 lb (40.0%)",
  );
  await page.goto(`/admin/cutting/plan?day=${tomorrow}`);
  const earlier = main(page).getByRole("region", { name: /earlier orders? not packed yet/ });
  await expect(
    earlier.getByRole("listitem").filter({ hasText: orderName(late.number) }),
  ).toContainText("without a day");
  await shop.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, late.id));
  await page.reload();
  const toCut = main(page).getByRole("region", { name: /^To cut for/ });
  await expect(toCut.getByRole("listitem").filter({ hasText: steak.name })).toContainText(
    "25 lb ordered, 60 lb there",
  );
  // It has no tracked stock, so its lots' remainders count.
  await expect(toCut).toContainText("60 lb in lot");
  const [output] = (await getCutting(shop.db, admin, cutting))?.outputs ?? [];
  await holdLot(shop.db, admin, output?.lotId ?? "", "Doubtful");
  await page.reload();
  await expect(toCut).toContainText(/60 lb on hold are not counted: lot \S+/);
  await expect(toCut).toContainText("No Rib is here by the books: 40 lb short.");
  await expect(toCut.getByRole("listitem").filter({ hasText: steak.name })).toContainText(
    /Make 25 lb.*25 lb ordered, none there.*25 lb ÷ 62.5% usual yield = 40 lb of Rib/,
  );
  await expect(toCut).toContainText("Your yield so far: 60% in 1 cutting sheet");
  const toBuy = main(page).getByRole("region", { name: /^To buy until/ });
  await expect(
    toBuy.getByRole("table", { name: "To buy" }).getByRole("row", { name: "Rib" }),
  ).toContainText(/lb/);
  await expect(toBuy.getByRole("row", { name: "Total" })).toContainText(/lb/);
  await toBuy.getByText(/^Not counted here:/).click();
  await expect(toBuy).toContainText("not ordered, and not sold in the last 4 weeks:");
  await expect(toCut).toContainText("Take 40 lb");
  // A day without orders doesn't look as if nothing had to be cut.
  const plan = page.url();
  await page.goto(`/admin/cutting/plan?day=${daysAfter(tomorrow, 300)}`);
  await expect(toCut).toContainText(/earlier orders? (is|are) not packed yet\./);
  await expectAccessible(page);
  await toCut.getByRole("link", { name: /^See what to cut for / }).click();
  await expect(toCut).not.toContainText("Nothing is ordered for this day");
  await page.goto(plan);
  await expectAccessible(page);
  const file = page.waitForEvent("download");
  await main(page).getByRole("link", { name: "Export to CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^cutting-plan-.*\.csv$/);
});

for (const width of [360, 768, 1280]) {
  test(`at ${width} px the plan and the yields fit their window`, async ({ page, steak }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/cutting/yields");
    await press(page, "Fill in sample yields");
    await expect(toastText(page, "Sample yields filled in")).toBeVisible();
    const plan = `plan?day=${daysAfter(pacificDay(new Date()), 1)}`;
    for (const path of ["yields", "yields/new", plan]) {
      await page.goto(`/admin/cutting/${path}`);
      await expect(main(page)).toContainText(path === plan ? steak.name : /primal/i);
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
    }
  });
}
