import { randomUUID } from "node:crypto";
import { lotParents } from "#db/schema/packages.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { expect, test } from "../orders/orders-page.ts";

// The server refuses forms with missing fields or that need a confirmation.
test.use({ expectedErrors: [/status of 4\d\d/] });

const codeOf = (letter: string) => `${letter}-${randomUUID().slice(0, 8)}`;

test("a hold can cover the lots made from a lot, and a recall lists packages that have not left", async ({
  page,
  shop,
}) => {
  const main = page.getByRole("main");
  const lot = await insertLot(shop.db, { code: codeOf("TR"), receivedLb: "60.00" });
  const mince = await insertLot(shop.db, { code: codeOf("G"), receivedLb: "30.00" });
  await shop.db.insert(lotParents).values({ childId: mince.id, parentId: lot.id, lb: "30.00" });
  const name = `Waiting Bistro ${randomUUID().slice(0, 6)}`;
  const { user } = await insertClient(shop.db, { profile: { companyName: name } });
  for (const status of ["delivered", "pending"] as const) {
    const order = await insertOrder(shop.db, user.id, { status });
    const item = await insertOrderItem(shop.db, order.id);
    await insertPackage(shop.db, item.id, { value: "5", unit: "lb" }, { lotId: lot.id });
  }

  await page.goto(`/admin/lots/${lot.id}`);
  await main.getByLabel("Reason for the hold").fill("Smells");
  await main.getByLabel(`Hold lot ${mince.code} too`).uncheck();
  await main.getByRole("button", { name: "Put on hold" }).click();
  await expect(main.getByRole("button", { name: "Hold this lot too" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/lots/${mince.id}`);
  await expect(main).toContainText(`Made of lot ${lot.code}, which is on hold. This one is not`);
  await page.goto(`/admin/lots/${lot.id}`);
  await main.getByRole("button", { name: "Hold this lot too" }).click();
  await expect(main.getByRole("button", { name: "Hold this lot too" })).toHaveCount(0);

  await page.goto(`/admin/lots/${lot.id}/edit`);
  await main.getByLabel("Received (lb)").fill("61");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main).toContainText("Please say why the pounds change");

  await page.goto(`/admin/recall/new?lot=${lot.id}`);
  await main.getByLabel("Why").fill("Sample: metal in one box");
  await main.getByRole("button", { name: "Open the recall" }).click();
  await expect(main.getByRole("region", { name: "Stop first" })).toContainText(name);
  await expect(main).toContainText("5 lb with them, 5 lb packed, not left");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Close the recall" }).click();
  await expect(main).toContainText(
    "no call to the CFIA and none to your health authority is noted",
  );
  await main.getByLabel("Close it all the same").check();
  await main.getByRole("button", { name: "Close the recall" }).click();
  await expect(main).toContainText("2 lots are still on hold");
});

test("a cutting sheet that is in use is corrected and copied, and trim has its own value", async ({
  page,
  shop,
}) => {
  const main = page.getByRole("main");
  const product = await insertProduct(shop.db, { name: `Ground ${randomUUID().slice(0, 6)}` });
  const lot = await insertLot(shop.db, {
    code: codeOf("F"),
    receivedLb: "50.00",
    costCents: 100_00,
  });
  await page.goto("/admin/cutting/new");
  await main.getByLabel("What is cut").fill("Side");
  await main.getByLabel("Lot 1", { exact: true }).fill(lot.code);
  await main.getByLabel("Pounds of lot 1", { exact: true }).fill("50");
  await main.getByLabel("Product 1", { exact: true }).selectOption(product.name);
  await main.getByLabel("Pounds of row 1", { exact: true }).fill("30");
  await main.getByLabel("Product 2", { exact: true }).selectOption("Not one of ours");
  const trim = `Trim ${randomUUID().slice(0, 6)}`;
  await main.getByLabel("Description of row 2", { exact: true }).fill(trim);
  await main.getByLabel("Pounds of row 2", { exact: true }).fill("20");
  await main.getByRole("button", { name: "Save the sheet" }).click();
  const value = main.getByLabel(`What a pound of ${trim}`);
  await value.fill("x");
  await main.getByRole("button", { name: "Keep the value" }).click();
  await expect(main).toContainText("Please enter dollars, for instance 1.50");
  await value.fill("1.50");
  await main.getByRole("button", { name: "Keep the value" }).click();
  await expect(main).not.toContainText("no value by the pound is given");
  await expect(main).toContainText("Value by the pound chosen");
  await expectAccessible(page);
  await main.getByText("Correct what came of it").click();
  await main.getByLabel("Weight (lb)").fill("29");
  await main.getByLabel("Reason for the correction").fill("Misread");
  await main.getByRole("button", { name: "Correct the sheet" }).click();
  await expect(main.getByRole("region", { name: "Came of it" })).toContainText("29 lb");
  await main.getByRole("link", { name: "Copy to a new sheet" }).click();
  await expect(main.getByLabel("Description of row 2", { exact: true })).toHaveValue(trim);
  await expect(main.getByLabel("Pounds of row 1", { exact: true })).toHaveValue("29.00");
});
