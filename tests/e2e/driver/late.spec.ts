import { eq } from "drizzle-orm";
import { runs } from "#db/schema/deliveries.ts";
import { putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { expect, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
});

test("the driver sees what was added to the run while there was no network", async ({
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

  // At the desk: what cannot be added is said there.
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
