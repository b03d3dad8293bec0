import { eq } from "drizzle-orm";
import { shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, type Page, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
});

const onPhone = (page: Page) =>
  page.evaluate(async () => {
    const stored = JSON.stringify({ ...localStorage });
    const pages = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        const all = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
        return Promise.all(all.map((response) => response?.text() ?? ""));
      }),
    );
    return stored + pages.flat().join();
  });

test("the gate code is shown at the stop, also offline, and deleted when the run is closed", async ({
  page,
  run,
  shop,
  context,
}) => {
  const [stop] = run.stops;
  const [row] = await shop.db
    .select()
    .from(runStops)
    .where(eq(runStops.id, stop?.id ?? ""));
  await shop.db
    .update(shipTos)
    .set({ gateCode: "7392#" })
    .where(eq(shipTos.id, row?.shipToId ?? ""));
  await page.goto(run.path);
  await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await expect(page.getByText("7392#")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("7392#")).toBeVisible();
  await context.setOffline(false);
  await shop.db
    .update(runs)
    .set({ state: "done", departedAt: new Date(), doneAt: new Date() })
    .where(eq(runs.id, run.id));
  await page.reload();
  await expect(page.getByText("7392#")).toHaveCount(0);
  expect(await onPhone(page)).not.toContain("7392#");
});
