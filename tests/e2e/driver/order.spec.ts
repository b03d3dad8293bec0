import { asc, eq } from "drizzle-orm";
import { runStops } from "#db/schema/deliveries.ts";
import { insertRun } from "#tests/setup/factories/runs.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, type Page, test } from "./driver-page.ts";

test.use({ viewport: { width: 360, height: 740 } });

const names = (page: Page) =>
  page
    .getByRole("list", { name: "Stops left" })
    .getByRole("listitem")
    .locator("p:first-child")
    .allTextContents();

const first = ["1. Sample Kitchen 1", "2. Sample Kitchen 2", "3. Sample Kitchen 3"];

test("the driver reorders the stops by buttons and by dragging", async ({ page, run, shop }) => {
  await page.goto(run.path);
  await page.getByRole("button", { name: "Change the order" }).click();
  expect(await names(page)).toEqual(first);
  await expectAccessible(page);
  // By keyboard: the button keeps the focus at the stop's new place.
  const earlier = page.getByRole("button", { name: "Earlier: Sample Kitchen 3" });
  await earlier.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Sample Kitchen 3 is now 2 of 3 left.")).toBeAttached();
  await expect(earlier).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(earlier).toHaveAttribute("aria-disabled", "true");
  await expect
    .poll(() => names(page))
    .toEqual(["1. Sample Kitchen 3", "2. Sample Kitchen 1", "3. Sample Kitchen 2"]);
  // By the handle.
  const rows = page.getByRole("list", { name: "Stops left" }).getByRole("listitem");
  await rows.first().hover({ position: { x: 20, y: 30 } });
  const to = await rows.last().boundingBox();
  if (!to) throw new Error("No rows");
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + to.height - 10, { steps: 12 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual(first.slice(0, 2).concat("3. Sample Kitchen 3"));
  const stored = () =>
    shop.db
      .select({ id: runStops.id })
      .from(runStops)
      .where(eq(runStops.runId, run.id))
      .orderBy(asc(runStops.rank))
      .then((rows) => rows.map(({ id }) => id));
  await expect.poll(stored).toEqual(run.stops.map(({ id }) => id));
  await page.getByRole("button", { name: "Done ordering" }).click();
  await expect(page.getByRole("link", { name: "Sample Kitchen 1" })).toBeVisible();
});

test.describe("without network", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|409/] });

  test("the new order of stops is kept on the phone, and a stop that left the run in the meantime is reported", async ({
    page,
    run,
    shop,
    context,
  }) => {
    await page.goto(run.path);
    await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Change the order" }).click();
    await page.getByRole("button", { name: "Earlier: Sample Kitchen 2" }).click();
    await page.getByRole("button", { name: "Later: Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "Done ordering" }).click();
    await expect(page.getByText("2 reports wait to be sent.")).toBeVisible();
    // The second move's stop leaves the run.
    const [gone, second] = run.stops;
    const empty = await shop.db
      .update(runStops)
      .set({ runId: (await insertRun(shop.db)).id })
      .where(eq(runStops.id, gone?.id ?? ""))
      .returning();
    expect(empty).toHaveLength(1);
    await context.setOffline(false);
    await expect(page.getByText(/Not recorded/)).toBeVisible();
    await expect(page.getByText("This stop is no longer on your run.")).toBeVisible();
    await expect(page.getByText("Not recorded: Sample Kitchen 1")).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("Discard the report of Sample Kitchen 1?")).toBeVisible();
    await page.getByRole("button", { name: "Confirm: discard it" }).click();
    await expect(page.getByText(/Not recorded/)).toHaveCount(0);
    await expect(page.getByRole("listitem").first()).toContainText("Sample Kitchen 2");
    const [row] = await shop.db
      .select()
      .from(runStops)
      .where(eq(runStops.runId, run.id))
      .orderBy(asc(runStops.rank));
    expect(row?.id).toBe(second?.id);
  });
});
