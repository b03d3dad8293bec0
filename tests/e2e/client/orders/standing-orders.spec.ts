import { eq } from "drizzle-orm";
import { weekdayName } from "#app/domain/delivery/days.ts";
import { placeDue } from "#app/features/standing-orders/place-due.server.ts";
import { createSkipLinks } from "#app/features/standing-orders/skip-link.server.ts";
import { orderingMember } from "#app/guards/member-client.server.ts";
import { weekdayOf } from "#app/lib/dates.ts";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { standingOrders } from "#db/schema/usual-orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { expect, test } from "../placing/place-order-page.ts";

test.use({ expectedErrors: [/400/] });
test.afterEach(async ({ shop }) => {
  await shop.db.delete(standingOrders);
  await removeZones(shop.db);
});

test("a kitchen orders the same every week, skips one, pauses, changes and ends it", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  const { db } = shop;
  const day = { minOrder: "50.00", fee: "12.00", freeFrom: null };
  await insertServedZone(db, { prefixes: ["V3G"], day });
  await db
    .update(shipTos)
    .set({ postalCode: "V3G1A2" })
    .where(eq(shipTos.customerId, client.userId));
  const soon = dayIn(2);

  await page.goto("/dashboard/standing-orders");
  const main = page.getByRole("main");
  await expect(main).toContainText("There are no standing orders");
  await main.getByRole("link", { name: "New standing order" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("New standing order");
  await expectAccessible(page);
  const weekday = weekdayName(weekdayOf(soon));
  const days = main.getByRole("combobox", { name: "Day" });
  const label = await days.getByRole("option", { name: new RegExp(`^${weekday}`) }).textContent();
  await days.selectOption({ label: label ?? "" });
  const product = main.getByRole("combobox", { name: "Product 1", exact: true });
  const name = await product
    .getByRole("option", { name: new RegExp(`^${oxtail.name}`) })
    .textContent();
  await product.selectOption({ label: name ?? "" });
  const quantity = main.getByRole("textbox", { name: "Quantity of product 1", exact: true });
  // Problems are shown beside their field, and the input stays.
  await quantity.fill("many");
  await main.getByRole("button", { name: "Begin it" }).click();
  await expect(quantity).toHaveAttribute("aria-invalid", "true");
  await expect(days).toHaveValue(/ \d$/);
  await quantity.fill("20");
  await main.getByRole("button", { name: "Begin it" }).click();
  await expect(main.getByRole("heading", { level: 2 })).toHaveText(new RegExp(`^Every ${weekday}`));
  await expect(main).toContainText(`20 lb ${oxtail.name}`);
  // The one-time notice is removed from the address, and the page is idle.
  await expect(page).toHaveURL(/standing-orders$/);
  await expect(page.locator(".page-progress")).toHaveCount(0);
  await expectAccessible(page);

  // Its order is placed automatically and is like any other.
  await placeDue({
    db,
    shop: sampleShop(),
    minOrderCents: 0,
    needsConfirmedEmail: false,
    links: createSkipLinks("another secret"),
    memberFor: (customerId, userId) => orderingMember(db, customerId, userId, ""),
  });
  await page.reload();
  const deliveries = main.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect(deliveries.first()).toContainText(/Order \d+/);
  await deliveries.first().getByRole("button", { name: /^Skip/ }).click();
  await expect(deliveries.first()).toContainText("cancelled");
  const [order] = await db.select().from(orders).where(eq(orders.customerId, client.userId));
  expect(order?.status).toBe("cancelled");

  await deliveries.nth(1).getByRole("button", { name: /^Skip/ }).click();
  await expect(deliveries.nth(1)).toContainText("Skipped");
  await deliveries
    .nth(1)
    .getByRole("button", { name: /^Bring back/ })
    .click();
  await expect(deliveries.nth(1).getByRole("button", { name: /^Skip/ })).toBeVisible();

  await main.getByText("Pause", { exact: true }).first().click();
  await main.getByLabel("No delivery before").fill(dayIn(20));
  await main.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(main).toContainText("Paused until");
  await main.getByRole("button", { name: "End the pause" }).click();
  await expect(main.getByText("Paused until")).toHaveCount(0);

  await main.getByRole("link", { name: "Change all that follow" }).click();
  await quantity.fill("25");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main).toContainText(`25 lb ${oxtail.name}`);

  await main.getByText("End it", { exact: true }).click();
  await main.getByRole("button", { name: "End this standing order" }).click();
  await expect(main).toContainText("There are no standing orders");
});
