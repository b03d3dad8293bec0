import { eq, sql } from "drizzle-orm";
import { runKey } from "#app/domain/delivery/rules.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { customerPrices } from "#db/schema/money/prices.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { askedOrder, askFor } from "#tests/setup/ordering.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { expect, test } from "../placing/place-order-page.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedErrors: [/409/] });
    test.afterEach(({ shop }) => removeZones(shop.db));

    test("a client moves an order until its cut-off", async ({ page, shop, client, oxtail }) => {
      const { db } = shop;
      const day = { minOrder: "50.00", fee: "12.00", freeFrom: "400.00" };
      const zone = await insertServedZone(db, { prefixes: ["V3G"], day });
      await insertServedZone(db, { kind: "pickup", place: "1 Sample Way, Abbotsford" });
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

      await page.goto(`/dashboard/orders/${id}`);
      const main = page.getByRole("main");
      await main.getByRole("link", { name: "Change day" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Change the day");
      await expect(main).toContainText("As it is now");
      await expect(main).toContainText("Total $187.00, $12.00 less than now");
      const pickups = main.getByRole("group", { name: /^Pickup at 1 Sample Way/ });
      await pickups.getByRole("radio").first().check();
      await main.getByRole("button", { name: "Change the day" }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Order /);
      await expect(main).toContainText("1 Sample Way, Abbotsford");
      await expect(main).toContainText("$187.00");

      // On that day a pound costs a dollar more.
      const { pricePerLb: now, id: productId } = oxtail;
      const then = (Number(now) + 1).toFixed(2);
      const own = { customerId: client.userId, productId, pricePerLb: then, startsOn: dayIn(4) };
      await db.insert(customerPrices).values(own);
      await main.getByRole("link", { name: "Change day" }).click();
      await expect(main).toContainText("$20.00 more than now, at the prices of that day");
      await pickups.getByRole("radio").last().check();
      await main.getByRole("button", { name: "Change the day" }).click();
      await expect(main.getByRole("alert")).toContainText(`now $${now}/lb, then $${then}/lb`);
      await expect(main.getByRole("alert")).toContainText("comes to $207.00 instead of $187.00");
      await main.getByRole("button", { name: /^Move it to .* at these prices$/ }).click();
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Order /);
      await expect(main).toContainText("$207.00");

      await main.getByRole("link", { name: "Change day" }).click();
      // The page must have been read before its days pass their cut-off.
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Change the day");
      await db.update(runs).set({ cutOffAt: new Date(Date.now() - 1000) });
      await main.getByRole("group", { name: "Delivery" }).getByRole("radio").nth(2).check();
      await main.getByRole("button", { name: "Change the day" }).click();
      await expect(main).toContainText(/The cut-off for .* has passed/);
      const [stored] = await db.select().from(orders).where(eq(orders.id, id));
      expect(stored).toMatchObject({ deliveryKind: "pickup", totalPrice: "207.00" });
      await page.goto(`/dashboard/orders/${id}`);
      await expect(main.getByRole("link", { name: "Change day" })).toBeHidden();
      await db.delete(zonePrefixes);
      await db.update(zones).set({ isActive: false, name: sql`id::text` });
    });
  });
}
