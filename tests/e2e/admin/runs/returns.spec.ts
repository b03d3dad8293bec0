import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf } from "#app/domain/delivery/runs/run-links.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "#tests/e2e/back-office.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun } from "#tests/e2e/driver/driver-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

test.use({ expectedErrors: [/status of (400|409)/] });

async function runAtDoor(shop: ShopWithin, more: object) {
  const { db } = shop;
  const zone = await insertServedZone(db);
  const run = await makeRun(db, await administrator(shop), 2, zone.id);
  const [stop] = run.stops;
  const driver = await driverOf(db, run.path.replace("/run/", ""));
  if (!stop || !driver) throw new Error("No stop");
  const [item] = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, stop.orderId))
    .orderBy(asc(orderItems.position));
  const shared = { requestId: randomUUID(), stopId: stop.id, at: new Date().toISOString() };
  const report = reportSchema.parse({ ...shared, orderItemId: item?.id, ...more });
  await recordReport(db, driver, report, sampleShop());
  return { run, stop };
}

async function documentsOf(db: Parameters<typeof makeRun>[0], orderId: string) {
  const issued = await db
    .select({ kind: documents.kind, subtotal: documents.subtotal })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(eq(documentOrders.orderId, orderId))
    .orderBy(asc(documents.issuedAt));
  return issued.map(({ kind, subtotal }) => `${kind} ${subtotal}`);
}

test("weighs refused goods, and records their outcome", async ({ page, shop }) => {
  const { stop } = await runAtDoor(shop, { kind: "refused", lb: "4", reason: "quality" });
  await page.goto("/admin/returns");
  await expect(page.getByText("4 lb of Ribeye Steak")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Weigh it: Ribeye Steak" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sample Kitchen 1");
  await expect(page.getByLabel("What the driver recorded")).toContainText(
    "4 lb, Not good, no temperature recorded at the stop",
  );
  const ribeye = page.getByRole("group", { name: "Ribeye Steak" });
  await expect(ribeye.getByText("Goes to the waste, and is not sold again.")).toBeVisible();
  // Somebody was there, so it was delivered.
  await expect(page.getByRole("option", { name: "Not delivered" })).toHaveCount(0);
  await ribeye.getByLabel("Pounds, weighed").fill("11");
  await page.getByLabel("Temperature of the meat").fill("3,5");
  await page.getByLabel("Minutes out of the cold").fill("20");
  await expect(page.getByLabel("Throw it away")).toBeChecked();
  await page.getByLabel("Put it back for sale").check();
  await expect(page.getByText("Goes back to its lot, to be sold again.")).toBeVisible();
  await page.getByRole("button", { name: "Put it back and credit it" }).click();
  await expect(page.getByText("Only 10 lb were sent").first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await ribeye.getByLabel("Pounds, weighed").fill("3.96");
  await page.getByRole("button", { name: "Put it back and credit it" }).click();
  await expect(page.getByText("3.96 lb of Ribeye Steak: back to the stock")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("3.96 lb of Ribeye Steak");
  await expect(page.getByText("4 lb are credited, as the driver reported them")).toBeVisible();
  await page.getByRole("link", { name: "Returns" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expect(page.getByText("Back to the stock", { exact: true })).toBeVisible();
  expect(await documentsOf(shop.db, stop.orderId)).toEqual(["invoice 499.80", "credit_note 99.96"]);
});

test("takes back a mistyped weighing, and weighs again", async ({ page, shop }) => {
  const { stop } = await runAtDoor(shop, { kind: "refused", lb: "4", reason: "quality" });
  await page.goto(`/admin/returns/${stop.orderId}`);
  const ribeye = page.getByRole("group", { name: "Ribeye Steak" });
  await ribeye.getByLabel("Pounds, weighed").fill("1.4");
  await page.getByRole("button", { name: "Throw it away and credit it" }).click();
  const weighed = page.getByRole("region", { name: "Weighed" });
  await expect(weighed).toContainText("1.4 lb of Ribeye Steak");
  await expect(weighed).toContainText("credit note CN-");
  await page.goto("/admin/returns");
  await page.getByRole("link", { name: "Correct: 1.4 lb of Ribeye Steak" }).click();
  await weighed.getByText("Correct: 1.4 lb").click();
  await weighed.getByRole("button", { name: "Take it back" }).click();
  await expect(weighed.getByText("Please say why")).toBeVisible();
  await expectAccessible(page);
  await weighed.getByLabel("What was wrong with it").fill("1.4 instead of 4.1");
  await weighed.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("1.4 lb of Ribeye Steak: taken back")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("bills again what was credited");
  await expect(weighed).toContainText("Taken back on");
  await expect(weighed).toContainText("1.4 instead of 4.1. Invoice INV-");
  await expectAccessible(page);
  await ribeye.getByLabel("Pounds, weighed").fill("4.1");
  await page.getByRole("button", { name: "Throw it away and credit it" }).click();
  await expect(page.getByText("4.1 lb of Ribeye Steak: to the waste")).toBeVisible();
  expect(await documentsOf(shop.db, stop.orderId)).toEqual([
    ...["invoice 499.80", "credit_note 34.99", "invoice 34.99", "credit_note 102.46"],
  ]);
  // The order says which credit no longer stands.
  await page.goto(`/admin/orders/${stop.orderId}`);
  const credits = page.getByRole("region", { name: "Credits" });
  await expect(credits).toContainText("$34.99 of it billed again with invoice INV-");
  await expect(credits.getByText("Billed again", { exact: true })).toHaveCount(1);
});

test("offers no sale of goods reported as too warm", async ({ page, shop }) => {
  await runAtDoor(shop, { kind: "refused", lb: "4", reason: "warm" });
  await page.goto("/admin/returns");
  const ribeye = page.getByRole("group", { name: "Ribeye Steak" });
  await page.getByRole("link", { name: "Weigh it: Ribeye Steak" }).click();
  await expect(ribeye.getByLabel("What was wrong")).toHaveValue("warm");
  await ribeye.getByLabel("What was wrong").selectOption("wrong_item");
  await page.getByLabel("Temperature of the meat").fill("3");
  await page.getByLabel("Minutes out of the cold").fill("10");
  await expect(page.getByText("The driver recorded it as too warm")).toBeVisible();
  await expect(page.getByLabel("Put it back for sale")).toHaveCount(0);
  await expectAccessible(page);
  await ribeye.getByLabel("Pounds, weighed").fill("4");
  await page.getByRole("button", { name: "Throw it away and credit it" }).click();
  await expect(page.getByText("4 lb of Ribeye Steak: to the waste")).toBeVisible();
});

test("gives undelivered orders another day from the run's page", async ({ page, shop }) => {
  await insertServedZone(shop.db, { kind: "pickup", place: "1 Sample Way" });
  const { run, stop } = await runAtDoor(shop, { kind: "not_home", orderItemId: undefined });
  await page.goto(`/admin/runs/${run.id}`);
  const again = page.getByLabel("Sample Kitchen 1 comes again");
  await expect(again).toBeVisible();
  await expectAccessible(page);
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
  }
  await again.selectOption({ label: (await again.locator("option").last().textContent()) ?? "" });
  await page.getByRole("button", { name: "Move it there" }).click();
  await expect(again).toHaveCount(0);
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, stop.orderId));
  expect(order?.deliveryKind).toBe("pickup");
});

test("reopens a packed order before it leaves, with a reason", async ({ page, shop }) => {
  const zone = await insertServedZone(shop.db);
  const run = await makeRun(shop.db, await administrator(shop), 1, zone.id);
  const [stop] = run.stops;
  await page.goto(`/admin/packing/${stop?.orderId}`);
  await page.getByRole("link", { name: "Correct it" }).click();
  await page.getByRole("button", { name: "Open it again" }).click();
  await expect(page.getByText("Please say why")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByLabel("Reason").fill("A label was misread");
  await page.getByRole("button", { name: "Open it again" }).click();
  await expect(page).toHaveURL(`${shop.url}/admin/packing/${stop?.orderId}?taken=invoice`);
  await expect(
    page.getByText("Its invoice was taken back. A new one is issued with Finish."),
  ).toBeVisible();
  await expect(page.getByText("is finished")).toHaveCount(0);
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.id, stop?.orderId ?? ""));
  expect(order?.status).toBe("pending");
  expect(await documentsOf(shop.db, stop?.orderId ?? "")).toEqual([
    "invoice 499.80",
    "credit_note 499.80",
  ]);
});

test("corrects the lot of a finished order's package without changing the invoice", async ({
  page,
  shop,
}) => {
  const zone = await insertServedZone(shop.db);
  const run = await makeRun(shop.db, await administrator(shop), 1, zone.id);
  const [stop] = run.stops;
  const orderId = stop?.orderId ?? "";
  const lot = await insertLot(shop.db, { code: `RIGHT-${randomUUID().slice(0, 8)}` });
  await page.goto(`/admin/packing/${orderId}`);
  await page.getByRole("link", { name: "Correct it" }).click();
  await page.getByRole("link", { name: "Correct the lot" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Correct a lot");
  await expectAccessible(page);
  await page.getByLabel("Lot that they are of").fill("No such lot");
  await page.getByLabel("Why").fill("Read the wrong tag");
  const correct = page.getByRole("button", { name: "Correct the lot" });
  await correct.click();
  await expect(page.getByText("There is no lot No such lot").first()).toBeVisible();
  await page.getByLabel("Lot that they are of").fill(lot.code);
  await correct.click();
  await expect(page.getByText("Please choose at least one package").first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: /lb, / }).first().check();
  await correct.click();
  await expect(page).toHaveURL(`${shop.url}/admin/packing/${orderId}`);
  await expect(toastText(page, "Lot corrected")).toBeVisible();
  expect(await documentsOf(shop.db, orderId)).toEqual(["invoice 499.80"]);
  await page.goto(`/admin/orders/${orderId}`);
  await expect(page.getByRole("main")).toContainText("Lot of packages corrected");
});

test("weighs several lines in one form, the chosen one first, for one credit note", async ({
  page,
  shop,
}) => {
  const { run, stop } = await runAtDoor(shop, { kind: "refused", lb: "4", reason: "quality" });
  const driver = await driverOf(shop.db, run.path.replace("/run/", ""));
  const lines = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, stop.orderId));
  const ribs = lines.find(({ productName }) => productName === "Beef Short Ribs");
  if (!driver || !ribs) throw new Error("No line");
  const shared = { requestId: randomUUID(), stopId: stop.id, at: new Date().toISOString() };
  const refused = { kind: "refused", orderItemId: ribs.id, lb: "2", reason: "late" };
  await recordReport(shop.db, driver, reportSchema.parse({ ...shared, ...refused }), sampleShop());
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/admin/returns");
  await page.getByRole("link", { name: "Weigh it: Beef Short Ribs" }).click();
  const rowOf = (name: string) => page.getByRole("group", { name });
  const reasons = page.getByLabel("What was wrong");
  await expect(reasons.first()).toHaveValue("late");
  await expect(reasons.last()).toHaveValue("quality");
  await page.getByRole("button", { name: "Throw them away and credit them" }).click();
  await expect(page.getByText("Please enter pounds, such as 2.5")).toHaveCount(1);
  await page.getByLabel("Temperature of the meat").fill("3");
  await page.getByLabel("Minutes out of the cold").fill("10");
  await rowOf("Beef Short Ribs").getByLabel("Pounds, weighed").fill("2");
  await expect(page.getByRole("button", { name: "Put it back and credit it" })).toBeVisible();
  await rowOf("Ribeye Steak").getByLabel("Pounds, weighed").fill("11");
  await expect(rowOf("Ribeye Steak").getByLabel("Throw it away")).toBeChecked();
  await expectAccessible(page);
  const weigh = page.getByRole("button", { name: "Weigh them back and credit them" });
  await weigh.click();
  await expect(rowOf("Ribeye Steak").getByText("Only 10 lb were sent")).toBeVisible();
  await rowOf("Ribeye Steak").getByLabel("Pounds, weighed").fill("3.96");
  await weigh.click();
  await expect(page.getByText("2 returns were weighed")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("3.96 lb of Ribeye Steak: to the waste");
  await expect(page.getByText("2 lb of Beef Short Ribs: back to")).toBeVisible();
  await expect(page.getByText("All of it is in one credit note.")).toBeVisible();
  await expectAccessible(page);
  const issued = await documentsOf(shop.db, stop.orderId);
  expect(issued.map((one) => one.split(" ")[0])).toEqual(["invoice", "credit_note"]);
});
