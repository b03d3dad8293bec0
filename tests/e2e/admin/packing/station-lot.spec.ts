import { eq } from "drizzle-orm";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { expect, test } from "../orders/orders-page.ts";
import { cutOf } from "./cut-to-weigh.ts";
import {
  details,
  field,
  lineButton,
  open,
  orderOf,
  packedOf,
  status,
  weigh,
} from "./station-page.ts";

test("an untraced product is packed from the lot that expires first, from another, or from none", async ({
  page,
  shop,
  kitchen,
}) => {
  const pieces = { name: "Stew", pieces: 3, typicalPieceLb: "1.00" };
  const order = await orderOf(shop, kitchen.userId, [pieces, { name: "Oxtail" }]);
  const lines = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const productId = lines.find(({ productName }) => productName === "Stew")?.productId ?? null;
  const [soon, late] = [`SOON-${order.number}`, `LATE-${order.number}`];
  await receiveGoods(
    shop.db,
    await signedInAdmin(shop.db),
    newReceipt([
      { productId, lotCode: late, expiresOn: "2099-12-02" },
      { productId, lotCode: soon, expiresOn: "2099-12-01" },
    ]),
    receivingSettings.defaults,
  );
  await open(page, order);
  const lot = page.getByRole("button", { name: /^(Lot|No lot)/ });
  await expect(lot).toHaveText(`Lot, first to expire${soon}`);
  await weigh(page, "1.02");
  await expect(details(page)).toContainText(`1 package of lot ${soon}`);
  await lot.click();
  await page.getByRole("button", { name: late }).click();
  await expect(lot).toHaveText(`Lot${late}`);
  await weigh(page, "0.98");
  await expect(details(page)).toContainText(`1 package of lot ${late}`);
  await lot.click();
  await page.getByRole("button", { name: "Pack without a lot" }).click();
  await expect(status(page)).toContainText("a recall can’t find who got it");
  await expect(lot).toHaveText("No lot");
  await page.reload();
  await expect(lot).toHaveText("No lot");
});

test("weights that wait for their lot still wait after the packer has left the page", async ({
  page,
  shop,
  kitchen,
}) => {
  const lot = await insertLot(shop.db);
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Oxtail" },
    { name: "Ground Beef", pounds: "24.00", isTraced: true },
  ]);
  await page.goto("/admin/packing");
  await open(page, order);
  await lineButton(page, "Ground Beef").click();
  for (const pounds of ["8.00", "8.10"]) await weigh(page, pounds);
  const asked = page.getByRole("region", { name: "Lot of Ground Beef" });
  await expect(asked.getByText("8 lb, 8.1 lb wait for the lot")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Packing" })).toBeVisible();
  await page.goto(order.path);
  await expect(asked.getByText("8 lb, 8.1 lb wait for the lot")).toBeVisible();
  await expect(status(page)).toHaveText("Not added yet: 8 lb, 8.1 lb. Choose the lot.");
  await weigh(page, "7.95");
  await expect(asked.getByText("8 lb, 8.1 lb, 7.95 lb wait for the lot")).toBeVisible();
  await page.getByRole("link", { name: /^Back/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Packing" })).toBeVisible();
  await page.goBack();
  await asked.getByRole("button", { name: lot.code }).click();
  await expect(details(page)).toContainText(`3 packages of lot ${lot.code}`);
  await expect
    .poll(() => packedOf(shop, order))
    .toContainEqual({ name: "Ground Beef", state: "open", lb: "24.05" });
  // Added, so they don't come back.
  await page.reload();
  await expect(field(page)).toBeFocused();
  await expect(asked).toHaveCount(0);
});

test("when packing by cut, weights that wait for a lot or an order still wait after leaving the page", async ({
  page,
  shop,
}) => {
  const lot = await insertLot(shop.db);
  const cut = await cutOf(shop, [{ pounds: "10.00" }]);
  await shop.db.update(products).set({ isTraced: true }).where(eq(products.name, cut.name));
  await page.goto(cut.path);
  await expect(field(page)).toBeFocused();
  await weigh(page, "5");
  await weigh(page, "5.05");
  const asked = page.getByRole("region", { name: `Lot of ${cut.name}` });
  await expect(asked.getByText("5 lb, 5.05 lb wait for the lot")).toBeVisible();
  await page.goto("/admin/packing");
  await page.goto(cut.path);
  await expect(asked.getByText("5 lb, 5.05 lb wait for the lot")).toBeVisible();
  await asked.getByRole("button", { name: lot.code }).click();
  await expect(page.getByRole("heading", { name: "Every order has what it gets" })).toBeVisible();

  await weigh(page, "2.2");
  await expect(page.getByText("2.2 lb waits for an order.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("2.2 lb waits for an order.").first()).toBeVisible();
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText("Nothing was added.");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Every order has what it gets" })).toBeVisible();
  await expect(page.getByText("2.2 lb waits for an order.")).toHaveCount(0);
});
