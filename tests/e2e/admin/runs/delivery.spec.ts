import { eq, inArray } from "drizzle-orm";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { dayIn, insertServedZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";

test.use({ expectedErrors: [/status of 4\d\d/] });

test.afterEach(({ shop }) => removeZones(shop.db));

const alert = (page: Page) => page.getByRole("alert").first();

function weekday(page: Page, name: string) {
  return page.getByRole("group", { name, exact: true });
}

test("an owner adds zones, and sees which values are invalid", async ({ page, shop }) => {
  await page.goto("/admin/delivery");
  await page.getByRole("link", { name: "Add a zone" }).first().click();
  await expect(page.getByRole("heading", { name: "New zone" })).toBeVisible();
  await page.getByLabel("Name").fill("Fraser Valley");
  await page.getByLabel("Postal codes").fill("v3g, VOX 1LO, T2P");
  await weekday(page, "Thursday").getByLabel("Thursday", { exact: true }).check();
  await weekday(page, "Thursday").getByLabel("Most stops").fill("0");
  await weekday(page, "Thursday").getByLabel("Minimum ($)").fill("150");
  await weekday(page, "Thursday").getByLabel("Fee ($)").fill("12");
  await weekday(page, "Thursday").getByLabel("Free from ($)").fill("400");
  await page.getByRole("button", { name: "Save zone" }).click();
  await expect(page.getByText("“T2P” does not begin a postal code of British")).toBeVisible();
  await expect(page.getByText("Please enter a whole number from 1 to 1,000")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Postal codes").fill("v3g, VOX 1LO");
  await weekday(page, "Thursday").getByLabel("Most stops").fill("30");
  await page.getByRole("button", { name: "Save zone" }).click();
  await expect(toastText(page, "Zone saved")).toBeVisible();
  await expect(page.getByText("V0X1L0, V3G", { exact: true })).toBeVisible();
  await expect(
    page.getByText(
      "Thursdays, 8 a.m. to 3 p.m., order by Wednesday 2 p.m., minimum $150, delivery $12, free from $400",
      { exact: true },
    ),
  ).toBeVisible();

  const answer = await page.request.get("/api/delivery?postal=V3G1A2");
  expect(await answer.json()).toMatchObject({ state: "served" });
  const homePage = await (await page.request.get("/")).text();
  expect(homePage).toContain("Postal code");

  await page.getByRole("link", { name: "Add a zone" }).click();
  await page.getByLabel("Name").fill("Coast");
  await weekday(page, "Friday").getByLabel("Friday", { exact: true }).check();
  await page.getByLabel("Postal codes").fill("V3G");
  await page.getByRole("button", { name: "Save zone" }).click();
  await expect(page.getByText("V3G belongs to the zone Fraser Valley.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Coast");
  await page.getByLabel("Postal codes").fill("V3G 1A2");
  await page.getByRole("button", { name: "Save zone" }).click();
  await expect(page.getByText("V3G1A2", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await shop.db.delete(zones).where(inArray(zones.name, ["Fraser Valley", "Coast"]));
});

test("a day with 30 booked orders is closed after they are moved", async ({ page, shop }) => {
  const zone = await insertServedZone(shop.db, {
    name: "Sample Coast",
    prefixes: ["V0N"],
    day: { capStops: 40, capLb: "2000.00" },
  });
  for (let count = 0; count < 30; count += 1) {
    const { user } = await insertClient(shop.db);
    const { id, shipToId } = await insertOrder(shop.db, user.id);
    await shop.db.transaction(async (tx) => {
      const load = { customerId: user.id, shipToId, lb: "10.00", boxes: 1 };
      const { columns } = await bookStop(tx, { zoneId: zone.id, date: dayIn(3) }, load);
      await tx.update(orders).set(columns).where(eq(orders.id, id));
    });
  }
  await page.goto("/admin/delivery");
  await expect(page.getByText("30 of 40 stops, 300 of 2,000 lb")).toBeVisible();
  await page.getByRole("link", { name: dateInWords(dayIn(3)), exact: true }).click();
  await expect(page.getByRole("heading", { name: dateInWords(dayIn(3)) })).toBeVisible();
  await expect(page.getByText("30 orders booked on this day")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change this day" }).click();
  await expect(alert(page)).toContainText("30 orders are booked on days that would close.");
  await expect(alert(page).getByRole("listitem")).toHaveCount(30);
  await alert(page)
    .getByLabel("Move the orders of Sample Coast to")
    .selectOption(dateInWords(dayIn(5)));
  const told = /This shop can’t send email yet, so nobody is emailed: call them\./;
  await expect(alert(page)).toContainText(told);
  await alert(page).getByRole("button", { name: "Move them and close the day" }).click();
  await expect(toastText(page, "Day closed")).toBeVisible();
  await expect(page.getByText(told).first()).toBeVisible();
  const moved = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.deliveryDay, dayIn(5)));
  expect(moved).toHaveLength(30);

  // At phone width, left by the check above, a later week is collapsed.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("link", { name: dateInWords(dayIn(3)), exact: true }).click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(toastText(page, "Change undone")).toBeVisible();
});

test("holidays are closed or kept, and a past cut-off is refused", async ({ page, shop }) => {
  await insertServedZone(shop.db, { name: "Sample Island", prefixes: ["V9A"] });
  await page.goto("/admin/delivery");
  const holiday = (name: string) => page.getByRole("listitem").filter({ hasText: `${name},` });
  await page.getByRole("button", { name: "Close Christmas Day" }).first().click();
  await expect(toastText(page, "Day closed")).toBeVisible();
  await expect(holiday("Christmas Day").first()).toContainText("Closed");
  await page.getByRole("button", { name: "Keep New Year’s Day" }).first().click();
  await expect(toastText(page, "Holiday kept as it is")).toBeVisible();
  await expect(holiday("New Year’s Day").first()).toContainText("Kept as a regular day");

  await page.goto(`/admin/delivery?day=${dayIn(6)}`);
  await page.getByLabel("What happens").selectOption("Move it to another day");
  await page.getByLabel("Moves to").fill(dayIn(7));
  await page.getByLabel("Orders until, day").fill("2025-01-01");
  await page.getByLabel("Orders until, time").fill("14:00");
  await page.getByRole("button", { name: "Change this day" }).click();
  await expect(alert(page)).toContainText("This cut-off has already passed.");
  await expect(page.getByLabel("Moves to")).toHaveValue(dayIn(7));
});

test("the second of two owners who edit a zone sees the first one's changes", async ({
  page,
  context,
  shop,
}) => {
  const zone = await insertServedZone(shop.db, { name: "Sample North", prefixes: ["V2J"] });
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto(`/admin/delivery?zone=${zone.id}`);
    await expect(one.getByRole("heading", { name: "Edit Sample North" })).toBeVisible();
  }
  // Typed before the first saves, since an untouched page shows later changes.
  await other.getByLabel("Name").fill("Sample Near North");
  await page.getByLabel("Name").fill("Sample Far North");
  await page.getByRole("button", { name: "Save zone" }).click();
  await expect(toastText(page, "Zone saved")).toBeVisible();
  await other.getByRole("button", { name: "Save zone" }).click();
  await expect(alert(other)).toContainText("A colleague changed this zone");
  await expect(other.getByLabel("Name")).toHaveValue("Sample Near North");
});
