import { eq } from "drizzle-orm";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, expectAllSent, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
});

test("a stop where everything was refused is finished without a recipient's name, also offline", async ({
  page,
  context,
  run,
  shop: { db },
}) => {
  const [stop] = run.stops;
  await page.goto(run.path);
  await expect(page.getByText("Saved on this phone. Works offline.")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Something was refused" }).click();
  await page.getByLabel("Everything was refused: 20 lb").check();
  await expect(page.getByLabel("Pounds refused")).toHaveCount(0);
  await page.getByLabel("Reason").selectOption({ label: "Too late" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Record as refused" }).click();
  // The only remaining step replaces the others.
  const nothing = page.getByRole("button", { name: "Nothing was handed over", exact: true });
  await expect(nothing).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("button", { name: "Delivered" })).toHaveCount(0);
  await expect(page.getByLabel("Received by")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm: all refused" }).click();
  await expect(page.getByText("Refused at the door: 1. Sample Kitchen 1")).toBeVisible();
  await expect(page.getByRole("heading", { name: "2. Sample Kitchen 2" })).toBeVisible();

  await context.setOffline(false);
  await expectAllSent(page);
  const events = await db
    .select({ kind: stopEvents.kind, receivedBy: stopEvents.receivedBy })
    .from(stopEvents)
    .where(eq(stopEvents.stopId, stop?.id ?? ""))
    .orderBy(stopEvents.recordedAt);
  expect(events).toEqual([
    { kind: "refused", receivedBy: "" },
    { kind: "refused", receivedBy: "" },
    { kind: "delivered", receivedBy: "" },
  ]);
  const [order] = await db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, stop?.orderId ?? ""));
  expect(order?.status).toBe("delivered");
});

test("refusing everything line by line leads to the same step", async ({ page, run }) => {
  await page.goto(run.path);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  for (const line of ["Ribeye Steak", "Beef Short Ribs"]) {
    await page.getByRole("button", { name: "Something was refused" }).click();
    await page.getByLabel("Line").selectOption({ label: `${line}, 10 lb` });
    await page.getByLabel("Pounds refused").fill("10");
    await page.getByLabel("Reason").selectOption({ label: "Not good" });
    await page.getByRole("button", { name: "Record as refused" }).click();
  }
  await page.getByRole("button", { name: "Confirm: all refused" }).click();
  await expect(page.getByText("Refused at the door: 1. Sample Kitchen 1")).toBeVisible();
});
