import { eq } from "drizzle-orm";
import { orderItems } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { expect, test } from "../orders/orders-page.ts";
import { details, open, orderOf, packedOf, scan, status, weigh } from "./station-page.ts";

test("a package is moved to another order in one step, and Undo moves it back", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [{ name: "Flank", pounds: "10.00" }]);
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const other = await insertOrder(shop.db, kitchen.userId);
  await insertOrderItem(shop.db, other.id, {
    productId: line?.productId ?? "",
    productName: "Flank",
    quantity: "10.00",
  });
  await open(page, order);
  await weigh(page, "4");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await details(page).getByRole("button", { name: "Move 4 lb to another order" }).click();
  const choice = page.getByRole("region", { name: "Move to another order" });
  await expect(choice).toContainText("Move 4 lb of Flank to another order");
  await expectAccessible(page);
  await choice.getByRole("button", { name: `Order ${other.number}` }).click();
  await expect(status(page)).toContainText(`order ${other.number}. If it has a label, PKG-`);
  await expect(status(page)).toContainText(`print the new one in order ${other.number}.`);
  await expect(details(page)).toHaveCount(0);
  await expect.poll(async () => (await packedOf(shop, other))[0]?.lb).toBe("4.00");
  expect((await packedOf(shop, order))[0]?.lb).toBe("0.00");
  // A scan of its old label says that it was moved.
  const code = /PKG-\d+/.exec((await status(page).textContent()) ?? "")?.[0] ?? "";
  await scan(page, code);
  await expect(status(page)).toContainText("was moved to another order. Destroy this label.");
  await page.keyboard.press("u");
  await expect(status(page)).toContainText("4.00 lb Flank is back.");
  await expect.poll(async () => (await packedOf(shop, order))[0]?.lb).toBe("4.00");
  expect((await packedOf(shop, other))[0]?.lb).toBe("0.00");
});
