import { eq, sql } from "drizzle-orm";
import { boxSize } from "#app/domain/delivery/box-size.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { keptValues, shopSettings } from "#db/schema/system.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import {
  expect,
  field,
  type Page,
  address as productsAddress,
  test,
} from "../catalogue/products-page.ts";

const address = "/admin/settings/tolerance";
const tolerance = (page: Page) => page.getByLabel("Tolerance (%)");
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();

test.use({ expectedErrors: [/status of (400|409|503)/] });
const reset = ({ shop }: { shop: ShopWithin }) =>
  shop.db.update(shopSettings).set({ overCapPct: 10 });
// Before too, since other journeys in the same shop save it.
test.beforeEach(reset);
test.afterEach(reset);

test("the shop's tolerance is changed, and applies to products without their own", async ({
  page,
  product,
}) => {
  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Back office" }).first();
  await menu.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Tolerance for packed weights" }).click();
  await expect(tolerance(page)).toHaveValue("10");
  await tolerance(page).fill("31");
  await save(page);
  await expect(tolerance(page)).toBeFocused();
  await expect(tolerance(page)).toHaveAccessibleDescription(
    "A whole number from 0 to 30 Please enter a whole number from 0 to 30",
  );
  await expectAccessible(page);
  await tolerance(page).fill("15");
  await save(page);
  await expect(toastText(page, "Settings saved")).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("main")).toContainText("estimated at $100.00 costs at most $115.00");
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText(/Tolerance: 10%.*15%/);
  await page.goto(`${productsAddress}?edit=${product.id}`);
  await expect(field(page, "Tolerance")).toHaveAccessibleDescription(/the shop's 15%/);
});

test("settings that cannot be saved can be sent again", async ({ page, shop }) => {
  await page.goto(address);
  await tolerance(page).fill("12");
  await shop.db.execute(sql`alter table audit_log rename to audit_log_away`);
  const failed = "The settings could not be saved. Please try again.";
  try {
    await save(page);
    await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
  } finally {
    await shop.db.execute(sql`alter table audit_log_away rename to audit_log`);
  }
  await expect(tolerance(page)).toHaveValue("12");
  await save(page);
  await expect(toastText(page, "Settings saved")).toBeVisible();
});

test("the second of two people who save concurrently sees the other's changes", async ({
  page,
  shop,
}) => {
  await page.goto(address);
  await tolerance(page).fill("12");
  const colleague = await page.context().newPage();
  await colleague.goto(address);
  await tolerance(colleague).fill("20");
  await save(colleague);
  await expect(toastText(colleague, "Settings saved")).toBeVisible();
  await colleague.close();

  await save(page);
  await expect(page.getByRole("alert")).toContainText("Someone else has saved these settings");
  await expect(page.getByRole("region", { name: "History" })).toContainText(/10%.*20%/);
  await expect(tolerance(page)).toHaveValue("12");
  await save(page);
  await expect(toastText(page, "Settings saved")).toBeVisible();
  const [stored] = await shop.db.select().from(shopSettings);
  expect(stored?.overCapPct).toBe(12);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the shop's tolerance is changed", async ({ page }) => {
    await page.goto(address);
    await tolerance(page).fill("much");
    // The browser's own validation accepts any text.
    await save(page);
    await expect(page.getByText("Please correct the marked fields.")).toBeVisible();
    await expect(tolerance(page)).toHaveValue("much");
    await tolerance(page).fill("0");
    await save(page);
    await expect(page.getByRole("status").getByText("Settings saved")).toBeVisible();
    await expect(tolerance(page)).toHaveValue("0");
  });
});

test("a problem of the shop is shown on the dashboard, with a link to its solution", async ({
  page,
  shop,
}) => {
  const mail = { recipient: "ann@example.com", subject: "Order confirmed", text: "" };
  await shop.db.insert(mailOutbox).values({ ...mail, failedAt: new Date() });
  const troubles = page.getByRole("link", { name: "The shop itself needs you" });
  // Findings are cached for a while.
  await expect(async () => {
    await page.goto("/admin");
    await expect(troubles).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await troubles.click();
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  const mails = page.getByRole("listitem").filter({ hasText: /emails? could not be delivered/ });
  await expect(mails.getByRole("link", { name: "Undelivered emails" })).toBeVisible();
  await expectAccessible(page);
  await shop.db.delete(mailOutbox);
});

test("the owner sets how many pounds fill a box, and sees the effect on an order", async ({
  page,
  shop,
}) => {
  const rule = eq(keptValues.key, boxSize.key);
  await shop.db.delete(keptValues).where(rule);
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Boxes" }).click();
  const pounds = page.getByLabel("Pounds per box");
  await expect(pounds).toHaveValue(String(boxSize.defaults.lbPerBox));
  await expect(page.getByRole("main")).toContainText("counted by its pounds");
  await pounds.fill("0");
  await save(page);
  await expect(pounds).toHaveAccessibleDescription(/Please enter whole pounds from 1 to/);
  await expectAccessible(page);
  await pounds.fill("12");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("main")).toContainText("12 lb fill 1 box, 13 lb fill 2");
  await save(page);
  await expect(toastText(page, "Boxes saved")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText(/Pounds per box: .*12/);
  await shop.db.delete(keptValues).where(rule);
});
