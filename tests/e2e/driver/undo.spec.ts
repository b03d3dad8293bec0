import { eq } from "drizzle-orm";
import { endRun } from "#app/features/runs/run-changes.server.ts";
import { runs } from "#db/schema/deliveries.ts";
import { expectAccessible } from "../accessible-page.ts";
import { administrator } from "../client-area.ts";
import { expect, expectAllSent, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
});

test("a driver can undo a reported refusal offline, until the office ends the run", async ({
  page,
  context,
  run,
  shop,
}) => {
  await page.goto(run.path);
  await expect(page.getByText("Saved on this phone. Works offline.")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  const undo = page.getByRole("button", { name: "Undo what was reported" });
  await expect(undo).toHaveCount(0);
  await page.getByRole("button", { name: "Something was refused" }).click();
  await page.getByLabel("Line").selectOption({ label: "Ribeye Steak, 10 lb" });
  await page.getByLabel("Pounds refused").fill("9");
  await page.getByLabel("Reason").selectOption({ label: "Not good" });
  await page.getByRole("button", { name: "Record as refused" }).click();
  await expect(page.getByText("refused 9 lb of")).toBeVisible();
  await undo.click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm: undo it" }).click();
  await expect(page.getByText("What was reported here will be taken back")).toBeVisible();
  await expect(page.getByText("refused 9 lb of")).toHaveCount(0);
  await context.setOffline(false);
  await expectAllSent(page);
  await expect(page.getByText("What was reported here was taken back")).toBeVisible();

  await shop.db
    .update(runs)
    .set({ state: "out", departedAt: new Date() })
    .where(eq(runs.id, run.id));
  await endRun(shop.db, await administrator(shop), run.id);
  await page.reload();
  await expect(page.getByRole("button", { name: "Delivered" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "All stops" }).click();
  await expect(page.getByText("This run is over")).toBeVisible();
  await expect(page.getByText(/nothing was reported from 3 stops/)).toBeVisible();
});
