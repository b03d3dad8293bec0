import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { lotParents, lots } from "#db/schema/packages.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { expect, type Page, test } from "../orders/orders-page.ts";

const list = "/admin/lots";
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test.use({ expectedErrors: [/status of (400|404|409)/] });

test("shows each lot's state in the list, on a phone too", async ({ page, shop }) => {
  const lot = await insertLot(shop.db, { receivedLb: "100.00" });
  const waste = { productId: null, lotId: lot.id, kind: "waste" as const, lb: "-2.50" };
  await shop.db.insert(stockEntries).values(waste);
  await page.goto(`${list}?q=${lot.code}`);
  const row = page.getByRole("row", { name: lot.code });
  for (const head of ["Came in", "Packed", "Cut", "Wasted", "Left"]) {
    await expect(page.getByRole("columnheader", { name: head, exact: true })).toBeVisible();
  }
  await expect(row.getByRole("cell", { name: "2.5 lb", exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row).toContainText("100 lb came in, 2.5 lb wasted");
  await expectAccessible(page);
  const { scrollWidth, clientWidth } = await page
    .getByRole("region", { name: "Lots", exact: true })
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test("receives and changes a lot, and corrects which lots it was made from", async ({
  page,
  shop,
}) => {
  const code = `R-${randomUUID().slice(0, 8)}`;
  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Back office" }).first();
  await menu.getByRole("link", { name: "Lots" }).click();
  await page.getByRole("link", { name: "Add a lot" }).click();
  await page.getByLabel("Received (lb)").fill("much");
  await save(page);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Received (lb)")).toHaveAccessibleDescription(
    "Please enter pounds, for instance 250",
  );
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByLabel("Supplier", { exact: true }).fill("Sample Packer");
  await page.getByLabel("Received (lb)").fill("250");
  await page.getByLabel("Killed").fill("2026-10-20");
  await save(page);
  await expect(toastText(page, "Lot added")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lot ${code}`);
  await expect(page.getByRole("main")).toContainText("Oct 20, 2026");

  // Grinding belongs on a cutting sheet.
  await page.goto(`${list}/new`);
  await expect(page.getByLabel("Lot 1", { exact: true })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "cutting sheet" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New cutting sheet");

  // As entered before there were cutting sheets.
  const [lot] = await shop.db.select().from(lots).where(eq(lots.code, code));
  if (!lot) throw new Error("The lot was not stored");
  const [ground, older] = [await insertLot(shop.db), await insertLot(shop.db)];
  await shop.db.insert(lotParents).values([
    { childId: ground.id, parentId: lot.id, lb: "90.5" },
    { childId: lot.id, parentId: older.id, lb: "250" },
  ]);
  await page.goto(`${list}/${ground.id}`);
  await region(page, "Made from").getByRole("link", { name: code }).click();
  await expect(region(page, "Went into")).toContainText(`${ground.code} Sample Packer90.5 lb`);
  await expect(page.getByRole("main")).toContainText("159.5 lb");

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Lot 1", { exact: true }).fill(`${code}x`);
  await save(page);
  await expect(page.getByLabel("Lot 1", { exact: true })).toHaveAccessibleDescription(
    `There is no lot ${code}x. Add it first.`,
  );
  await page.getByLabel("Lot 1", { exact: true }).fill(ground.code);
  await save(page);
  await expect(page.getByLabel("Lot 1", { exact: true })).toHaveAccessibleDescription(
    "This lot was made of the one you are editing.",
  );
  await page.getByLabel("Lot 1", { exact: true }).fill(older.code);
  await page.getByLabel("Grade").fill("Canada AAA");
  await shop.db.update(lots).set({ note: "Two boxes", version: 1 }).where(eq(lots.code, code));
  await save(page);
  await expect(page.getByText("A colleague changed this lot")).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("Two boxes");
  await expect(page.getByLabel("Grade")).toHaveValue("Canada AAA");
  await expect(page.getByLabel("Grade")).toHaveAccessibleDescription(/Saved value: none/);
  await save(page);
  await expect(toastText(page, "Lot saved")).toBeVisible();
  await expect(region(page, "History")).toContainText("Grade: empty → changed to Canada AAA");

  await page.goto(list);
  await page.getByRole("searchbox", { name: "Search by code or supplier" }).fill(code);
  await expect(page.getByRole("main").locator("tbody tr")).toHaveCount(1);
  await page.getByRole("searchbox").fill(`${code} nowhere`);
  await expect(page.getByText("No lots found").first()).toBeVisible();
});

test("a packed lot shows which clients received it, and keeps its code", async ({
  page,
  shop,
  kitchen,
}) => {
  const { db } = shop;
  const [animal, lot] = [
    await insertLot(db),
    await insertLot(db, {
      receivedLb: "40",
      expiresOn: "2026-01-31",
      grade: "Canada AAA",
      note: "Two boxes",
      establishment: "038",
      temperatureC: "2.5",
      supplierLot: "S-1234567890",
    }),
  ];
  await db.insert(lotParents).values({ childId: lot.id, parentId: animal.id, lb: "40" });
  const order = await insertOrder(db, kitchen.userId);
  const item = await insertOrderItem(db, order.id);
  await insertPackage(db, item.id, { value: "5.25", unit: "lb" }, { lotId: lot.id });
  await insertPackage(db, item.id, { value: "4", unit: "lb" }, { lotId: lot.id });
  await page.goto(`${list}/${lot.id}`);
  const row = region(page, "Packed from it").locator("tbody tr");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(kitchen.companyName);
  await expect(row).toContainText("9.25 lb");
  await expect(page.getByRole("main")).toContainText("30.75 lb");
  await expectAccessible(page);
  await page.goto(`${list}?q=${lot.code}`);
  await expect(
    page.getByText("Past best before Jan 31, 2026").filter({ visible: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${list}/${lot.id}/edit`);
  await expect(page.getByLabel("Code", { exact: true })).toHaveAttribute("readonly");
  await expect(page.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(
    "Locked: packages refer to this lot",
  );
  await expectAccessible(page);
  await page.goto(`${list}/${randomUUID()}`);
  await expect(page.getByRole("heading", { name: "Lot not found" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a lot is added and changed", async ({ page, shop }) => {
    const parent = await insertLot(shop.db);
    const code = `N-${randomUUID().slice(0, 8)}`;
    await page.goto(`${list}/new`);
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByLabel("Supplier", { exact: true }).fill("Ourselves");
    await page.getByLabel("Received (lb)").fill("0");
    await save(page);
    await expect(page.getByText("Please correct the marked fields.")).toBeVisible();
    await page.getByLabel("Received (lb)").fill("12");
    await save(page);
    await expect(page.getByRole("status").getByText("Lot added")).toBeVisible();
    await expect(region(page, "Made from")).toContainText("Nothing: it came in as it is.");
    const [lot] = await shop.db.select().from(lots).where(eq(lots.code, code));
    if (!lot) throw new Error("The lot was not stored");
    await shop.db.insert(lotParents).values({ childId: lot.id, parentId: parent.id, lb: "12" });
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Lot 1", { exact: true })).toHaveValue(
      `${parent.code}, Sample Packer`,
    );
    await page.getByLabel("Lot 1", { exact: true }).fill("");
    await page.getByLabel("Pounds of lot 1", { exact: true }).fill("");
    await save(page);
    await expect(region(page, "Made from")).toContainText("Nothing: it came in as it is.");
  });
});
