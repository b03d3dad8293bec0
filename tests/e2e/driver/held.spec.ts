import { eq } from "drizzle-orm";
import { makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { closeLine, insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { expectAccessible } from "../accessible-page.ts";
import { administrator, signIn } from "../client-area.ts";
import { expect, test } from "./driver-page.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("meat on hold is marked at its stop, and its whole box stays on the truck", async ({
  page,
  shop: { db },
  shop,
}) => {
  const owner = await administrator(shop);
  const run = await insertRun(db, { driver: "Sam", bookedStops: 1 });
  const { user } = await insertClient(db, { profile: { companyName: "Sample Kitchen" } });
  const { order } = await insertStop(db, run, user.id, { deliveryName: "Sample Kitchen" });
  const item = await insertOrderItem(db, order.id, { productName: "Ribeye Steak" });
  const lot = await insertLot(db);
  const [box] = await db.insert(boxes).values({ orderId: order.id, number: 1 }).returning();
  const boxed = { boxId: box?.id ?? null };
  await insertPackage(db, item.id, { value: "10.00", unit: "lb" }, { lotId: lot.id, ...boxed });
  const good = await insertOrderItem(db, order.id, { position: 1, productName: "Striploin" });
  await insertPackage(db, good.id, { value: "8.00", unit: "lb" }, boxed);
  await closeLine(db, good.id);
  await closeLine(db, item.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await holdLot(db, owner, lot.id, "It smells");

  await page.goto(`/run/${await makeRunLink(db, owner, run.id)}`);
  await page
    .getByRole("link", { name: /Sample Kitchen/ })
    .first()
    .click();
  await expect(page.getByText("On hold: don’t hand it over").first()).toBeVisible();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Please say what becomes of the held boxes")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("In a held box: don’t hand it over")).toBeVisible();
  await page.getByLabel("The held boxes stay on the truck").check();
  await expect(page.getByLabel("Received by")).toHaveCount(0);
  await page.getByRole("button", { name: "Confirm: not delivered" }).click();
  await expect(page.getByText("Not delivered, meat on hold: 1. Sample Kitchen")).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(
      async () => (await db.select().from(runStops).where(eq(runStops.runId, run.id)))[0]?.state,
    )
    .toBe("kept");
  const [left] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(left?.status).toBe("fulfilled");
});

test("meat put on hold just before it is handed over is reported to the driver, on the run's page and on the dashboard", async ({
  page,
  shop: { db },
  shop,
}) => {
  const owner = await administrator(shop);
  const run = await insertRun(db, { driver: "Sam", bookedStops: 1 });
  const { user } = await insertClient(db, { profile: { companyName: "Sample Tavern" } });
  const { order } = await insertStop(db, run, user.id, { deliveryName: "Sample Tavern" });
  const item = await insertOrderItem(db, order.id, { productName: "Ribeye Steak" });
  const lot = await insertLot(db);
  await insertPackage(db, item.id, { value: "10.00", unit: "lb" }, { lotId: lot.id });
  await closeLine(db, item.id);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await page.goto(`/run/${await makeRunLink(db, owner, run.id)}`);
  await page.getByRole("link", { name: /Sample Tavern/ }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  await holdLot(db, owner, lot.id, "It smells");
  await page.getByRole("button", { name: "Confirm" }).click();

  const words = `Sample Tavern, order ${order.number}: 10 lb of Ribeye Steak of lot ${lot.code}.`;
  const alarm = page.getByRole("alert").filter({ hasText: words });
  await expect(alarm).toContainText("You handed over meat that is on hold");
  await expect(alarm).toContainText("Call the office now");
  await expectAccessible(page);
  await alarm.getByRole("button", { name: "Got it" }).click();
  await expect(alarm).toHaveCount(0);

  await signIn(page.context().request, shop.url, shop.admin);
  for (const address of [`/admin/runs/${run.id}`, "/admin"]) {
    await page.goto(address);
    await expect(alarm).toContainText("meat that is on hold");
    await expect(alarm.getByRole("link", { name: `See lot ${lot.code}` })).toBeVisible();
  }
});
