import { eq } from "drizzle-orm";
import { runs } from "#db/schema/deliveries.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { expectAccessible } from "../accessible-page.ts";
import { administrator, signIn } from "../client-area.ts";
import { expect, makeRun, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
});

test("a driver who was offline sees the order added to the run meanwhile", async ({
  page,
  run,
  shop,
  browser,
  context,
}) => {
  await shop.db
    .update(runs)
    .set({ state: "out", departedAt: new Date() })
    .where(eq(runs.id, run.id));
  const { user } = await insertClient(shop.db);
  const order = await insertOrder(shop.db, user.id);
  await page.goto(run.path);
  await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
  await expect(page.getByText("0 of 3 stops done")).toBeVisible();
  await context.setOffline(true);
  await putOnRun(shop.db, run, order);
  await context.setOffline(false);
  await expect(page.getByText("1 order was added to this run")).toBeVisible();
  await expect(page.getByText("0 of 4 stops done")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Got it" }).click();
  await expect(page.getByText("1 order was added to this run")).toHaveCount(0);

  // The office sees why an order can't be added.
  const office = await browser.newContext();
  await signIn(office.request, shop.url, shop.admin);
  const desk = await office.newPage();
  await desk.goto(`${shop.url}/admin/runs/${run.id}`);
  await desk.getByLabel("Order", { exact: true }).fill("987654");
  await desk.getByLabel("Reason").fill("Forgot the patties");
  await desk.getByRole("button", { name: "Add to this run" }).click();
  await expect(desk.getByText("There is no order 987654.")).toBeVisible();
  await office.close();
});

test("the office confirms adding an order without a day, and sees that it was added", async ({
  page,
  shop,
  context,
}) => {
  const zone = await insertServedZone(shop.db, { name: "Sample Island", prefixes: ["V9K"] });
  const run = await makeRun(shop.db, await administrator(shop), 1, zone.id);
  const companyName = "Sample Island Kitchen";
  const { user } = await insertClient(shop.db, { profile: { companyName, postalCode: "V9K1A1" } });
  const order = await insertOrder(shop.db, user.id);
  await insertOrderItem(shop.db, order.id);
  await signIn(context.request, shop.url, shop.admin);
  await page.goto(`/admin/runs/${run.id}`);
  await page.getByLabel("Order", { exact: true }).fill(String(order.number));
  await page.getByLabel("Reason").fill("They forgot the patties");
  await page.getByRole("button", { name: "Add to this run" }).click();
  const question = `Add order ${order.number}, ${companyName}, to this run?`;
  await expect(page.locator(":focus")).toContainText(question);
  await expect(page.getByText("It has no day yet. It is not packed yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByText(`Order ${order.number} was added to this run`)).toBeVisible();
  await expect(page.getByRole("heading", { name: companyName })).toBeVisible();
});
