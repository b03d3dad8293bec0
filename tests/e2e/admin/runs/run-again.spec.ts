import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf } from "#app/domain/delivery/runs/run-links.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "#tests/e2e/back-office.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { makeRun } from "#tests/e2e/driver/driver-page.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

test("gives undelivered orders another day from the run's page", async ({ page, shop }) => {
  const { db } = shop;
  await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" });
  const zone = await insertServedZone(db);
  const run = await makeRun(db, await administrator(shop), 2, zone.id);
  const [stop] = run.stops;
  const driver = await driverOf(db, run.path.replace("/run/", ""));
  if (!stop || !driver) throw new Error("No stop");
  const shared = { requestId: randomUUID(), stopId: stop.id, at: new Date().toISOString() };
  const report = reportSchema.parse({ ...shared, kind: "not_home" });
  await recordReport(db, driver, report, sampleShop());

  await page.goto(`/admin/runs/${run.id}`);
  const again = page.getByLabel("Sample Kitchen 1 comes again");
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await again.selectOption({ label: (await again.locator("option").last().textContent()) ?? "" });
  await page.getByRole("button", { name: "Move it there" }).click();
  await expect(again).toHaveCount(0);
  const [order] = await db.select().from(orders).where(eq(orders.id, stop.orderId));
  expect(order?.deliveryKind).toBe("pickup");
});
