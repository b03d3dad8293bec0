import { eq } from "drizzle-orm";
import { runKey } from "#app/domain/delivery/rules.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs, zoneDays } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import {
  bar,
  test as base,
  expect,
  expectPlaced,
  openPad,
  ordersOf,
  type Page,
  placeButton,
  pounds,
  review,
} from "../placing/place-order-page.ts";

/** A zone for V3G: minimum $150, delivery $12, free from $400; and a pickup. */
const test = base.extend<{ zone: { id: string } }>({
  zone: async ({ shop }, use) => {
    const zone = await insertServedZone(shop.db, {
      name: "Sample Valley",
      prefixes: ["V3G"],
      day: { minOrder: "150.00", fee: "12.00", freeFrom: "400.00", capStops: 5 },
    });
    await insertServedZone(shop.db, {
      name: "Sample Pickup",
      kind: "pickup",
      place: "1 Sample Way, Abbotsford",
    });
    await use(zone);
    await removeZones(shop.db);
  },
});

/** Opens the order form at the test's product, which may be on a later page. */
async function openPadAtOxtail(page: Page) {
  await openPad(page);
  await page.getByRole("searchbox", { name: "Filter products" }).fill("Sample Oxtail");
}

const setPostalCode = ({ db }: ShopWithin, customerId: string, postalCode: string) =>
  db.update(shipTos).set({ postalCode }).where(eq(shipTos.customerId, customerId));

test("a client orders for a day, and sees the minimum, the fee and the day on every page", async ({
  page,
  shop,
  client,
  oxtail,
  zone: _zone,
}) => {
  await setPostalCode(shop, client.userId, "V3G1A2");
  await openPadAtOxtail(page);
  const delivery = page.getByRole("region", { name: "Delivery" });
  await expect(delivery).toContainText("Minimum $150 · delivery $12, free from $400");
  await pounds(page, oxtail.name).fill("10");
  await expect(bar(page)).toContainText("$56.50 to go: minimum order $150.00");
  await expect(bar(page)).toContainText("$105.50");
  await pounds(page, oxtail.name).fill("20");
  await expect(bar(page)).not.toContainText("to go");
  await expect(bar(page)).toContainText("$199.00");

  await delivery.getByText("Change").click();
  const days = delivery.getByRole("group", { name: "Delivery" }).getByRole("radio");
  await days.nth(2).check();
  await review(page);
  await expect(delivery).toContainText("Delivery");
  await placeButton(page).click();
  await expectPlaced(page);
  const [order] = await ordersOf(shop, client);
  expect(order?.totalPrice).toBe("199.00");
  const main = page.getByRole("main");
  await expect(main).toContainText("8 a.m. to noon");
  await expect(main.getByRole("list", { name: "Your order" })).toContainText("$12.00");
  const [stored] = await ordersOf(shop, client);
  expect(stored).toMatchObject({ deliveryKind: "delivery", bookedLb: "22.00" });
  // The first page shows it at once, and the deadline of the next order.
  await page.goto("/dashboard");
  await expect(main.locator("dl").first().locator("div")).toHaveText([
    /^Next delivery.*8 a\.m\. to noonOrder \d+Received/,
    /^To order for .*by .* noon.* left$/,
    "You owe$0.00Invoices",
  ]);
  await page.goBack();
  expect(stored?.runId).toBeTruthy();
  await main.getByRole("link", { name: "See the order" }).click();
  await expect(main).toContainText("100 Sample Street, Abbotsford, BC, V3G 1A2");
  await expect(main.getByRole("row", { name: /^Delivery \$12\.00/ })).toBeVisible();
});

test("a cut-off that passes while the form is filled in is reported once, beside the order", async ({
  page,
  shop,
  client,
  oxtail,
  zone,
}) => {
  await setPostalCode(shop, client.userId, "V3G1A2");
  await page.clock.install();
  await openPadAtOxtail(page);
  await pounds(page, oxtail.name).fill("20");
  const lost = page.getByText(/can no longer be chosen: its cut-off has passed/);
  await expect(lost).toHaveCount(0);
  // The shop's clock doesn't move, so the day's rule closes the day.
  const far = { cutOffDaysBefore: 5 };
  await shop.db.update(zoneDays).set(far).where(eq(zoneDays.zoneId, zone.id));
  await page.clock.fastForward("24:00:00");
  await expect(lost).toHaveCount(1);
  await expect(bar(page)).toContainText("has passed");
  await expect(pounds(page, oxtail.name)).toHaveValue("20");
  await review(page);
  await expect(lost).toHaveCount(1);
  const delivery = page.getByRole("region", { name: "Delivery" });
  await expect(delivery).toContainText("has passed");
  await placeButton(page).click();
  await expect(lost).toHaveCount(1);
  await delivery.getByRole("group", { name: "Delivery" }).getByRole("radio").first().check();
  await expect(lost).toHaveCount(0);
  await placeButton(page).click();
  await expectPlaced(page);
});

test("the days of another postal code are shown in the review", async ({
  page,
  shop,
  client,
  oxtail,
  zone: _zone,
}) => {
  await setPostalCode(shop, client.userId, "V3G1A2");
  await insertServedZone(shop.db, {
    name: "Sample Island",
    prefixes: ["V9Z"],
    day: { fee: "31.00" },
  });
  await openPadAtOxtail(page);
  await pounds(page, oxtail.name).fill("20");
  await review(page);
  const delivery = page.getByRole("region", { name: "Delivery" });
  await delivery.getByText("Change").click();
  await delivery
    .getByRole("textbox", { name: "Postal code of the delivery address" })
    .fill("V9Z 1A2");
  await delivery.getByRole("button", { name: "Check delivery" }).click();
  await expect(delivery).toContainText("delivery $31");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your order");
  await placeButton(page).click();
  await expectPlaced(page);
  const [stored] = await ordersOf(shop, client);
  expect(stored?.runId).toBeTruthy();
});

test.describe("a day that fills up in the meantime", () => {
  test.use({ expectedErrors: [/409/] });

  test("is shown as full, and another is one click away", async ({
    page,
    shop,
    client,
    oxtail,
    zone,
  }) => {
    await setPostalCode(shop, client.userId, "V3G1A2");
    await openPadAtOxtail(page);
    await pounds(page, oxtail.name).fill("20");
    await review(page);
    await page.getByRole("textbox", { name: "Notes for this order" }).fill("Back door");
    const day = await page.locator("input[name=day]:checked").getAttribute("value");
    const date = day?.split(" ")[1] ?? "";
    expect(day).toBe(runKey(zone.id, date));
    await shop.db.insert(runs).values({
      zoneId: zone.id,
      date,
      cutOffAt: new Date(Date.now() + 3_600_000),
      capStops: 5,
      bookedStops: 5,
    });
    await placeButton(page).click();
    const alert = page.getByRole("alert").filter({ hasText: "is full. Choose another day." });
    await expect(alert).toBeVisible();
    await alert.getByRole("button").first().click();
    await expect(alert).toBeHidden();
    await expect(page.getByRole("textbox", { name: "Notes for this order" })).toHaveValue(
      "Back door",
    );
    await placeButton(page).click();
    await expectPlaced(page);
    const [stored] = await ordersOf(shop, client);
    expect(stored?.deliveryDay).not.toBe(date);
    expect(stored?.notes).toBe("Back door");
  });
});

test.describe("a site without a postal code", () => {
  test.use({ expectedErrors: [/400/] });

  test("needs one to order, and picks up if nobody delivers there", async ({
    page,
    shop,
    client,
    oxtail,
    zone: _zone,
  }) => {
    await openPadAtOxtail(page);
    await pounds(page, oxtail.name).fill("20");
    const delivery = page.getByRole("region", { name: "Delivery" });
    const code = delivery.getByRole("textbox", { name: "Postal code of the delivery address" });
    await code.fill("V3D 1A2");
    await delivery.getByRole("button", { name: "Check delivery" }).click();
    await expect(delivery).toContainText("The letter D is not used in postal codes");
    await code.fill("v9z 1a2");
    await delivery.getByRole("button", { name: "Check delivery" }).click();
    await expect(delivery).toContainText(
      /We do not deliver to V9Z 1A2 yet\. Correct the postal code, or call 604-555-01\d\d\./,
    );
    await expect(code).toHaveValue(/v9z 1a2/i);
    // Pickup is never chosen by default.
    const pickups = delivery.getByRole("group", { name: "Pickup at 1 Sample Way, Abbotsford" });
    await expect(pickups.getByRole("radio", { checked: true })).toHaveCount(0);
    await pickups.getByRole("radio").first().check();
    await expect(pounds(page, oxtail.name)).toHaveValue("20");
    await review(page);
    await placeButton(page).click();
    await expectPlaced(page);
    await expect(page.getByRole("main")).toContainText("1 Sample Way, Abbotsford");
    const [stored] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.customerId, client.userId));
    expect(stored).toMatchObject({ deliveryKind: "pickup", totalPrice: "187.00" });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a day is chosen with the order", async ({ page, shop, client, zone: _zone }) => {
    await page.goto("/dashboard/place-order");
    const delivery = page.getByRole("region", { name: "Delivery" });
    await pounds(page, "Ribeye Steak").fill("20");
    await delivery
      .getByRole("textbox", { name: "Postal code of the delivery address" })
      .fill("V3G 1A2");
    await delivery.getByRole("button", { name: "Check delivery" }).click();
    await expect(pounds(page, "Ribeye Steak")).toHaveValue("20");
    await delivery.getByText("Change").click();
    await delivery.getByRole("group", { name: "Delivery" }).getByRole("radio").nth(1).check();
    const day = await page.locator("input[name=day]:checked").getAttribute("value");
    await page.getByRole("button", { name: "Review order" }).click();
    await placeButton(page).click();
    await expect(page).toHaveURL(/\/placed\//);
    const [stored] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.customerId, client.userId));
    expect(stored?.deliveryDay).toBe(day?.split(" ")[1]);
    expect(stored?.deliveryDay).not.toBe(dayIn(0));
  });
});
