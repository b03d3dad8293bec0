import { eq } from "drizzle-orm";
import { orderItems, orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { title } from "#tests/e2e/client-area.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import { expect, listOf, type Page, place, rows, test } from "./orders-page.ts";

const choose = (page: Page, { number }: { number: string }) =>
  page.getByRole("checkbox", { name: `Choose order ${number}` });
const pickup = { deliveryKind: "pickup" as const };
const bar = (page: Page) => page.getByRole("form", { name: "With the chosen orders" });

test.afterEach(({ shop }) => removeZones(shop.db));

test("moves several orders to another day, except one that doesn't fit, with the reason", async ({
  page,
  shop,
  kitchen,
}) => {
  const { db } = shop;
  const zone = await insertServedZone(db, {
    name: "Tick counter",
    kind: "pickup",
    place: "1 Sample Way",
    day: { capLb: "15.00" },
  });
  const run = await insertRun(db, {
    zoneId: zone.id,
    date: dayIn(4),
    bookedStops: 1,
    bookedLb: "22.00",
  });
  const placed = [await place(shop, kitchen), await place(shop, kitchen)] as const;
  for (const order of placed) await putOnRun(db, run, order, { ...pickup, bookedLb: "11.00" });
  for (const { id } of placed) await insertHold(db, id);
  await page.goto(listOf(kitchen));
  await expect(bar(page)).toBeHidden();
  await choose(page, placed[0]).check();
  await expect(bar(page)).toContainText("1 order chosen");
  await page.getByRole("checkbox", { name: "Choose all orders on this page" }).check();
  await expect(bar(page)).toContainText("2 orders chosen");
  await expectAccessible(page);

  await bar(page).getByRole("button", { name: "Move the day" }).click();
  await expect(title(page)).toHaveText("Move to another day");
  await expectAccessible(page);
  await page.getByLabel("New day").selectOption(dayIn(5));
  await page.getByRole("button", { name: "Move 2 orders" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^1 order moved to/ })).toBeVisible();
  // It is not shown as going out on its new day.
  await expect(page.getByText("1 order of these stays on hold")).toBeVisible();
  const why =
    "It stays on hold: The client is held. It won’t be packed or go out until it is released.";
  await expect(page.getByRole("region", { name: "Moved", exact: true })).toContainText(why);
  const stayed = page.getByRole("region", { name: "1 order not moved" });
  await expect(stayed.getByRole("listitem")).toContainText("is full");
  await expectAccessible(page);
  const days = await db
    .select({ day: orders.deliveryDay })
    .from(orders)
    .where(eq(orders.customerId, kitchen.userId));
  expect(days.map(({ day }) => day).toSorted()).toEqual([dayIn(4), dayIn(5)]);

  await stayed.getByRole("link").click();
  await expect(title(page)).toHaveText(/^Order \d+$/);
  // As the order's own form for the day leads back.
  await page.goto(`/admin/orders/${placed[0].id}?moved`);
  await expect(page.getByText("Day changed").first()).toBeVisible();
  await expect(page.getByText(why).first()).toBeVisible();
});

test("prints the slips of packed orders, and exports the selected ones", async ({
  page,
  shop,
  kitchen,
}) => {
  const { db } = shop;
  const [packed, open, other] = [
    await place(shop, kitchen),
    await place(shop, kitchen),
    await place(shop, kitchen),
  ];
  await page.goto(listOf(kitchen));
  await choose(page, packed).check();
  await choose(page, open).check();
  const slips = `/admin/packing/chosen/papers/slips.pdf?order=${packed.id}&order=${open.id}`;
  const none = await page.request.get(slips);
  expect(none.status()).toBe(404);
  expect(await none.text()).toContain("Nothing of these orders is packed yet");

  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, packed.id));
  await insertPackage(db, line?.id ?? "", { value: "9.80", unit: "lb" });
  const printed = await page.request.get(slips);
  expect(printed.headers()["content-type"]).toBe("application/pdf");
  const text = (await textOf(await printed.body())).join(" ");
  expect(text).toContain(`Packing slip ${packed.number}`);
  expect(text).not.toContain(`Packing slip ${open.number}`);

  const download = page.waitForEvent("download");
  await bar(page).getByRole("button", { name: "Export" }).click();
  const file = await (await download).createReadStream();
  const csv = Buffer.concat(await file.toArray()).toString();
  expect(csv).toContain(packed.id);
  expect(csv).toContain(open.id);
  expect(csv).not.toContain(other.id);

  await bar(page).getByRole("button", { name: "Clear" }).click();
  await expect(bar(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(3);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("selected orders can be moved too", async ({ page, shop, kitchen }) => {
    const zone = await insertServedZone(shop.db, {
      name: "Tick counter",
      kind: "pickup",
      place: "1 Sample Way",
    });
    const run = await insertRun(shop.db, {
      zoneId: zone.id,
      date: dayIn(4),
      bookedStops: 1,
    });
    const order = await place(shop, kitchen);
    await putOnRun(shop.db, run, order, pickup);
    await page.goto(listOf(kitchen));
    await choose(page, order).check();
    await bar(page).getByRole("button", { name: "Move the day" }).click();
    await page.getByLabel("New day").selectOption(dayIn(6));
    await page.getByRole("button", { name: "Move the order" }).click();
    await expect(page.getByText(/^1 order moved to/)).toBeVisible();
  });
});
