import { eq } from "drizzle-orm";
import { runKey } from "#app/domain/delivery/rules.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { askedOrder, askFor } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { expect, test } from "../placing/place-order-page.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedErrors: [/409|400/] });
    test.afterEach(({ shop }) => removeZones(shop.db));

    test("a client changes an order until its cut-off, and cancels it", async ({
      page,
      shop,
      client,
      oxtail,
    }) => {
      const { db } = shop;
      const day = { minOrder: "50.00", fee: "12.00", freeFrom: "400.00" };
      const zone = await insertServedZone(db, { prefixes: ["V3G"], day });
      await db
        .update(shipTos)
        .set({ postalCode: "V3G1A2" })
        .where(eq(shipTos.customerId, client.userId));
      const account = ownAccount({ id: client.userId, email: client.email });
      const capability = capabilitiesOf(account, "").client;
      if (!capability) throw new Error("unreachable");
      const asked = { ...askedOrder(askFor(oxtail, "20")), day: runKey(zone.id, dayIn(3)) };
      const rules = { shop: sampleShop(), minOrderCents: 0, needsConfirmedEmail: false };
      const { id } = await placeOrder(db, capability, asked, rules);
      const linesNow = () =>
        db.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(orderItems.position);

      await page.goto(`/dashboard/orders/${id}`);
      const main = page.getByRole("main");
      await main.getByRole("link", { name: "Change the order" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Change your order");
      if (javaScriptEnabled) await expectAccessible(page);
      const pounds = main.getByRole("textbox", { name: /^Pounds of/ });
      // Below the day's minimum: shown before anything is saved.
      await pounds.fill("1");
      if (!javaScriptEnabled)
        await main.getByRole("button", { name: "Show the new total" }).click();
      await expect(main.getByRole("region", { name: "New total" })).toContainText("$50.00");
      expect((await linesNow()).map(({ quantity }) => quantity)).toEqual(["20.00"]);

      await pounds.fill("22.5");
      await main.getByRole("combobox", { name: "Product 1 to add" }).selectOption({ index: 1 });
      await main.getByRole("textbox", { name: "Quantity of product 1 to add" }).fill("2");
      await main.getByRole("textbox", { name: /^Notes for this order/ }).fill("Back door, please.");
      await main.getByRole("button", { name: "Save", exact: true }).click();
      await expect(main).toContainText("Your order was changed");
      await expect(main).toContainText("Back door, please.");
      await expect(main).toContainText("22.5 lb");
      expect(await linesNow()).toHaveLength(2);

      // The cut-off passes while the form is open.
      await main.getByRole("link", { name: "Change the order" }).click();
      await pounds.first().fill("30");
      await db.update(runs).set({ cutOffAt: new Date(Date.now() - 1000) });
      await main.getByRole("button", { name: "Save", exact: true }).click();
      await expect(main.getByRole("alert")).toContainText("cut-off");
      await expect(pounds.first()).toHaveValue("30");
      await page.goto(`/dashboard/orders/${id}`);
      await expect(main).toContainText("to change the order");
      await expect(main.getByRole("link", { name: "Change the order" })).toHaveCount(0);

      await db.update(runs).set({ cutOffAt: new Date(Date.now() + 3_600_000) });
      await page.reload();
      await main.getByText("Cancel the order", { exact: true }).click();
      await main.getByRole("button", { name: "Yes, cancel it" }).click();
      await expect(main).toContainText("Your order is cancelled");
      const [stored] = await db.select().from(orders).where(eq(orders.id, id));
      expect(stored?.status).toBe("cancelled");
    });
  });
}
