import { randomUUID } from "node:crypto";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { expect, test } from "../orders/orders-page.ts";

test.use({ expectedErrors: [/status of (400|404|409)/] });

test("a primal that is not a product is kept in stock, its cutting sheet is taken back, and its receipt is voided", async ({
  page,
  shop,
}) => {
  const code = `CR-${randomUUID().slice(0, 8)}`;
  const lines = [
    { lotCode: code, lb: "60.00", description: "Chuck roll" },
    { lb: "10.00", description: "Oxtail" },
  ];
  const admin = await signedInAdmin(shop.db);
  const receipt = await receiveGoods(shop.db, admin, newReceipt(lines), receivingSettings.defaults);
  const product = await insertProduct(shop.db, { name: `Stew ${randomUUID().slice(0, 6)}` });
  const main = page.getByRole("main");

  await page.goto("/admin/stock");
  const kept = main.getByRole("region", { name: "Not sold as they are" });
  await expect(kept.getByRole("listitem").filter({ hasText: code })).toContainText("60 lb");
  await expectAccessible(page);
  await kept.getByRole("link", { name: `Chuck roll, lot ${code}` }).click();
  await main.getByLabel("Pounds thrown away").fill("64.5");
  await main.getByLabel("Reason", { exact: true }).fill("Spoiled");
  await main.getByRole("button", { name: "Enter waste" }).click();
  await expect(main).toContainText(
    "Only 60 lb of it are on hand, and 64.5 lb would be thrown away.",
  );
  await expect(main.getByLabel("It is more than what is on hand")).toBeVisible();
  await main.getByLabel("Pounds thrown away").fill("4.5");
  await main.getByRole("button", { name: "Enter waste" }).click();
  await expect(toastText(page, "Waste entered")).toBeVisible();
  await expect(main).toContainText("55.5 lb expected");
  await main.getByText("Take back: Waste, −4.5 lb").click();
  await main.getByLabel("Reason for taking it back").fill("Another lot");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Take back" }).click();
  await expect(toastText(page, "Entry taken back")).toBeVisible();
  await expect(main).toContainText("60 lb expected");

  await main.getByRole("link", { name: "Cut or grind" }).click();
  await main.getByLabel("What is cut").fill("Chuck");
  await main.getByLabel("Pounds of lot 1", { exact: true }).fill("60");
  await main.getByLabel("Product 1", { exact: true }).selectOption(product.name);
  await main.getByLabel("Pounds of row 1", { exact: true }).fill("60");
  await main.getByRole("button", { name: "Save the sheet" }).click();
  await expect(toastText(page, "Cutting kept")).toBeVisible();
  await page.goto(`/admin/receiving/${receipt}`);
  await main.getByText("Entered by mistake?").click();
  await main.getByLabel("What was wrong").fill("Received twice");
  await main.getByRole("button", { name: "Void the receipt" }).click();
  await expect(main).toContainText(`Lot ${code} was cut or ground into others.`);

  await page.goto("/admin/cutting");
  await main
    .getByRole("link", { name: /^Cutting \d/ })
    .first()
    .click();
  await main.getByText("Entered by mistake?").click();
  await main.getByLabel("What was wrong").fill("Wrong lot");
  await main.getByRole("button", { name: "Take the sheet back" }).click();
  await expect(main).toContainText("This sheet was taken back: it counts for nothing");
  await expect(main).toContainText("Wrong lot");
  await expectAccessible(page);

  await page.goto(`/admin/receiving/${receipt}/edit`);
  await main.getByLabel("Remove this line: it was entered by mistake, line 2").check();
  await main.getByLabel("Why", { exact: true }).fill("Not on the pallet");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main).toContainText("Line 2: Oxtail");
  await main.getByText("Entered by mistake?").click();
  await main.getByLabel("What was wrong").fill("Received twice");
  await main.getByRole("button", { name: "Void the receipt" }).click();
  await expect(main).toContainText("This receipt was voided: it counts for nothing");
  await expectAccessible(page);
  await page.goto("/admin/stock");
  await expect(main).not.toContainText(code);
});
