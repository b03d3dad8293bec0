import { eq } from "drizzle-orm";
import { noMailGoesOut } from "#app/domain/mail/sends-mail.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { expectAccessible } from "../accessible-page.ts";
import { administrator } from "../client-area.ts";
import { expect, expectAllSent, makeRun, test } from "./driver-page.ts";

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/] });

test("undelivered orders get another day at the door, also offline", async ({
  page,
  context,
  shop,
}) => {
  const { db } = shop;
  await insertServedZone(db, { kind: "pickup", name: "Farm gate", place: "1 Sample Way" });
  const zone = await insertServedZone(db, { day: { fee: "15.00" } });
  const run = await makeRun(db, await administrator(shop), 2, zone.id);
  const [stop] = run.stops;
  if (!stop) throw new Error("No stop");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(run.path);
  await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "No one there" }).click();
  await page.getByRole("button", { name: "Confirm no one there" }).click();
  const question = page.getByRole("group", { name: "When does it come again?" });
  await expect(question).toBeVisible();
  // This shop's emails become files.
  await expect(question.getByText(noMailGoesOut)).toBeVisible();
  await page.getByRole("button", { name: "Move it there" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please choose what to do with it");
  await expectAccessible(page);
  await expect(question.getByText("Second fee $15.00, if you charge it").first()).toBeVisible();
  await question.getByLabel("Pick up at Farm gate").first().check();
  await page.getByRole("button", { name: "Move it there" }).click();
  await expect(page.getByText(/^Moved to .*: 1\. Sample Kitchen 1$/)).toBeVisible();
  await expect(page.getByText(/^Bring back to the shop: order \d+, /)).toBeVisible();
  await expect(page.getByText("No second fee is charged for it.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("link", { name: "Sample Kitchen 1", exact: true }).click();
  await expect(page.getByText(/^Pick up at Farm gate: .*Not sent yet\.$/)).toBeVisible();
  await expect(page.getByText("2 reports wait to be sent.")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Not sent yet\.$/)).toBeVisible();
  await context.setOffline(false);
  await expectAllSent(page);
  const [order] = await db.select().from(orders).where(eq(orders.id, stop.orderId));
  expect(order?.deliveryKind).toBe("pickup");
  const events = await db.select().from(stopEvents).where(eq(stopEvents.stopId, stop.id));
  expect(events.map(({ kind }) => kind).sort()).toEqual(["moved", "not_home"]);
});
