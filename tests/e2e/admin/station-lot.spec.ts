import { eq } from "drizzle-orm";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { orderItems } from "#db/schema/orders.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { expect, test } from "./orders-page.ts";
import { details, open, orderOf, status, weigh } from "./station-page.ts";

test("a cut that need not be traced begins with its lot that expires first, or has none", async ({
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
