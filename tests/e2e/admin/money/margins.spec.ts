import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import {
  billPacked,
  closeLine,
  insertLot,
  insertPackage,
} from "#tests/setup/factories/packages.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { expect, test } from "../orders/orders-page.ts";

test.use({ expectedErrors: [/status of (400|404|409)/] });

for (const width of [360, 768, 1280]) {
  test(`at ${width} px the owner sees margins of an order, its client and its cut`, async ({
    page,
    shop,
    kitchen,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { db } = shop;
    const name = `Margin ${randomUUID().slice(0, 8)}`;
    const order = await insertOrder(db, kitchen.userId);
    const [known, unknown] = [
      await insertLot(db, { receivedLb: "100.00", costCents: 600_00 }),
      await insertLot(db),
    ];
    for (const [position, lot] of [known, unknown].entries()) {
      const line = { productName: `${name} ${position}`, pricePerLb: "10.00" };
      const item = await insertOrderItem(db, order.id, { ...line, position });
      await insertPackage(db, item.id, { value: "10", unit: "lb" }, { lotId: lot.id });
      await closeLine(db, item.id);
    }
    await billPacked(db, order.id);
    const main = page.getByRole("main");

    await page.goto(`/admin/orders/${order.id}`);
    const margin = main.getByRole("region", { name: "Margin", exact: true });
    await expect(margin.getByRole("row", { name: `${name} 0` })).toContainText("$40.00, 40.0%");
    await expect(margin.getByRole("row", { name: `${name} 1` })).toContainText("Not known");
    await expect(margin.getByRole("row", { name: "Total" })).toContainText(
      "Leaves out 10 lb ($100.00) of unknown cost",
    );
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );

    await page.goto(`/admin/clients/${order.customerId}`);
    await expect(main.getByRole("region", { name: "Margin" })).toContainText("Leaves out");
    await expectAccessible(page);

    await page.goto("/admin/sales?by=cut");
    const sold = main.getByRole("table", { name: "What sold, by cut" }).last();
    await expect(sold.getByRole("row", { name: `${name} 0` })).toContainText("$40.00, 40.0%");
    await expect(sold.getByRole("row", { name: `${name} 1` })).toContainText("Not known");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  });
}

test("a price below cost needs confirmation, in the grid and on the product's page", async ({
  page,
  shop,
}) => {
  const { db } = shop;
  const steak = await insertProduct(db, {
    name: `Cost ${randomUUID().slice(0, 8)}`,
    category: "chuck",
    pricePerLb: "20.00",
  });
  const lot = await insertLot(db, { receivedLb: "100.00", costCents: 900_00 });
  await cutLots(
    db,
    await signedInAdmin(db),
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
  const main = page.getByRole("main");
  const priceNow = async () =>
    (await db.select().from(products).where(eq(products.id, steak.id)))[0]?.pricePerLb;

  await page.goto("/admin/prices");
  const box = page.getByRole("textbox", { name: `${steak.name}, Catalogue` });
  await expect(main.getByRole("row", { name: steak.name })).toContainText("Cost $15.00/lb");
  await box.fill("14.50");
  await page.getByRole("button", { name: "Preview changes" }).click();
  const preview = main.getByRole("region", { name: "1 changed price" });
  await expect(preview).toContainText("Under cost, $15.00/lb");
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Save this price" }).click();
  await expect(main).toContainText("Prices under cost are marked. Nothing was saved");
  expect(await priceNow()).toBe("20.00");
  await preview.getByLabel("The price under cost is meant").check();
  await preview.getByRole("button", { name: "Save this price" }).click();
  await expect(toastText(page, /saved/)).toBeVisible();
  expect(await priceNow()).toBe("14.50");

  await page.goto(`/admin/products?q=${steak.name}&edit=${steak.id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Price/).fill("13.00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText(`${steak.name} at $13.00/lb costs you $15.00/lb`);
  expect(await priceNow()).toBe("14.50");
  await dialog.getByLabel("The price under cost is meant").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(priceNow).toBe("13.00");
});
