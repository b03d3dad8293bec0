import { labelGtin } from "#app/domain/packages/labels/label-gtin.ts";
import { packageCode, parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { boxes } from "#db/schema/packages.ts";
import { shopSettings } from "#db/schema/system.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { bitmapsOf, codesOn } from "#tests/setup/files/read-pdf.ts";
import { expect, type Page, test } from "../orders/orders-page.ts";

const address = "/admin/settings/scans";
const code = (page: Page) => page.getByRole("textbox", { name: "Code", exact: true });
const read = (page: Page) => page.getByRole("main").getByRole("status");
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
const row = (page: Page, number: number) =>
  page.getByRole("group", { name: `Layout ${number}`, exact: true });

test.use({ expectedErrors: [/status of 400/] });
test.afterEach(({ shop }) =>
  shop.db.update(shopSettings).set({ scanRules: null, scanStandIns: null, gtinCompanyPrefix: "" }),
);

test("a custom layout is tried before it is saved", async ({ page }) => {
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Scales and scans" }).click();
  await code(page).fill("2112345015002");
  await expect(read(page)).toHaveText("Item 12345, 1.500 kg.");
  // As a scanner does.
  await code(page).press("Enter");
  await expect(page).toHaveURL(address);
  await page.getByLabel("Weight in kg: 21 IIIII NNNNN").uncheck();
  await expect(read(page)).toContainText("codes that start with 21");
  await row(page, 1).getByLabel("Begins with").fill("21");
  await expect(read(page)).toContainText("Save shows what is to be corrected");
  await row(page, 1).getByLabel("Item from digit").fill("3");
  await row(page, 1).getByLabel("Item digits").fill("5");
  await row(page, 1).getByLabel("Then").selectOption("Price");
  await row(page, 1).getByLabel("Value from digit").fill("8");
  await row(page, 1).getByLabel("Value digits").fill("5");
  await row(page, 1).getByLabel("Decimals").fill("2");
  await expect(read(page)).toHaveText(
    "Item 12345, price $15.00; the weight is asked for, as its price by weight is not known.",
  );
  await row(page, 1).getByLabel("Value digits").fill("6");
  await save(page);
  await expect(row(page, 1).getByLabel("Value digits")).toBeFocused();
  await expect(row(page, 1).getByLabel("Value digits")).toHaveAccessibleDescription(
    "Digit 13 is the check digit",
  );
  await expectAccessible(page);
  await row(page, 1).getByLabel("Value digits").fill("5");
  await page.getByLabel("GS1 company prefix").fill("0614141");
  await save(page);
  await expect(toastText(page, "Settings saved")).toBeVisible();
  await expect(row(page, 1).getByLabel("Begins with")).toHaveValue("21");
  await expect(page.getByRole("region", { name: "History" })).toContainText("0614141");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a code is tried without saving, and the settings are saved", async ({ page, shop }) => {
    await page.goto(address);
    await page.getByLabel("Weight in lb: 28 IIIII NNNNN").uncheck();
    await code(page).fill("2800042002721");
    await page.getByRole("button", { name: "Try it" }).click();
    await expect(page.getByText("codes that start with 28")).toBeVisible();
    const stored = () => shop.db.select({ rules: shopSettings.scanRules }).from(shopSettings);
    expect(await stored()).toEqual([{ rules: null }]);
    await expect(page.getByLabel("Weight in lb: 28 IIIII NNNNN")).not.toBeChecked();
    await save(page);
    await expect(page.getByRole("status").getByText("Settings saved")).toBeVisible();
    expect(await stored()).toMatchObject([{ rules: { length: 3 } }]);
  });
});

test("with a GS1 prefix, a pack label's code contains product, weight, lot and serial number", async ({
  page,
  shop,
  kitchen,
}) => {
  const { db } = shop;
  await db.update(shopSettings).set({ gtinCompanyPrefix: "0614141" });
  const lot = await insertLot(db);
  const product = await insertProduct(db, {
    name: "Labelled Chuck",
    slug: lot.code.toLowerCase(),
    itemNumber: 31_415,
  });
  const order = await insertOrder(db, kitchen.userId);
  const item = await insertOrderItem(db, order.id, { productId: product.id });
  const [box] = await db.insert(boxes).values({ orderId: order.id, number: 1 }).returning();
  const reading = { value: "1.235", unit: "kg" as const };
  const one = await insertPackage(db, item.id, reading, {
    lotId: lot.id,
    boxId: box?.id ?? null,
  });
  const answer = await page.request.get(`/admin/packing/${order.id}/papers/packs.pdf`);
  expect(answer.status()).toBe(200);
  const [bitmap] = await bitmapsOf(await answer.body(), 203.2);
  const codes = bitmap ? await codesOn(bitmap) : [];
  // The design of the single label, with its bars.
  const isBars = ({ text }: { text: string }) => text === packageCode(one.labelNumber);
  expect(codes.filter(isBars)).toHaveLength(1);
  const printed = codes.find((code) => !isBars(code));
  const scan = parseScan(`${printed?.symbologyIdentifier}${printed?.text}`, {
    rules: [],
    today: pacificDay(new Date()),
  });
  expect(scan).toMatchObject({
    gtin: labelGtin("0614141", { gtin: null, itemNumber: 31_415 }),
    lot: lot.code,
    weight: reading,
    serial: one.id.replaceAll("-", "").slice(0, 20),
  });

  // The station recognizes it again.
  await page.goto(`/admin/packing/${order.id}`);
  const field = page.getByRole("textbox", { name: /^Weight in/ });
  await expect(field).toBeFocused();
  await field.fill(printed?.text.replaceAll("\u001d", "~") ?? "");
  await field.press("Enter");
  await expect(page.getByText("This package is in Ribeye Steak.")).toBeVisible();
});
