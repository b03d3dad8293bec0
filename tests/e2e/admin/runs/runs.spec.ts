import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { driverOf } from "#app/domain/delivery/runs/run-links.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { administrator, signIn } from "#tests/e2e/client-area.ts";
import { expect, type Page, test } from "#tests/e2e/driver/driver-page.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

test.beforeEach(async ({ context, shop }) => {
  await signIn(context.request, shop.url, shop.admin);
});

/** Opens a run and waits for its scripts, without which links load pages and lose the focus. */
async function openRun(page: Page, { id }: { id: string }) {
  const asked = page.waitForRequest("**/api/events");
  await page.goto(`/admin/runs/${id}`);
  await asked;
}

const names = (page: Page) =>
  page.getByRole("region", { name: "Stops" }).getByRole("heading", { level: 3 });

test("stops are moved by buttons and by dragging, and all pages update", async ({
  page,
  run,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(`/admin/runs/${run.id}`);
  await openRun(page, run);
  await expect(names(page)).toHaveText([
    "Sample Kitchen 1",
    "Sample Kitchen 2",
    "Sample Kitchen 3",
  ]);
  const up = page.getByRole("button", { name: "Move Sample Kitchen 3 up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const moved = ["Sample Kitchen 3", "Sample Kitchen 1", "Sample Kitchen 2"];
  await expect(names(page)).toHaveText(moved);
  await expect(page.getByRole("status").filter({ hasText: "stop" })).toContainText(
    "Sample Kitchen 3 is now stop 1 of 3.",
  );
  await expect(up).toBeFocused();
  await expect(names(other)).toHaveText(moved);

  const handle = other
    .getByRole("listitem")
    .filter({ hasText: "Sample Kitchen 2" })
    .getByText("3", { exact: true });
  const first = other.getByRole("listitem").filter({ hasText: "Sample Kitchen 3" });
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await first.boundingBox()];
  if (!from || !to) throw new Error("Nothing to drag");
  await other.mouse.move(from.x + 8, from.y + 8);
  await other.mouse.down();
  await other.mouse.move(to.x + 8, to.y + 4, { steps: 8 });
  await other.mouse.up();
  const dragged = ["Sample Kitchen 2", "Sample Kitchen 3", "Sample Kitchen 1"];
  await expect(names(other)).toHaveText(dragged);
  await expect(names(page)).toHaveText(dragged);
  await page.reload();
  await expect(names(page)).toHaveText(dragged);
});

test("a run is sent out, and its clients get one email each", async ({ page, run, shop }) => {
  const { user } = await insertClient(shop.db, { profile: { companyName: "Late Kitchen" } });
  const { order: late } = await insertStop(shop.db, run, user.id);
  await insertOrderItem(shop.db, late.id);
  await page.goto("/admin/runs");
  await page.getByRole("listitem").filter({ hasText: "Driver Sam" }).first().waitFor();
  await openRun(page, run);
  await page.getByRole("link", { name: "Start deliveries" }).click();
  await expect(page.locator(":focus")).toContainText("Send this run out?");
  await expect(
    // This shop has no mail server.
    page.getByText(
      "This shop can’t send email yet, so nobody is emailed: call them. Nothing more can be booked on it.",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Start deliveries", exact: true }).click();
  await expect(page.getByText("Out since")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("Deliveries have started");
  const told = await shop.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, run.stops[0]?.email ?? ""));
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining("on the way")]);
  await fulfilOrder(shop.db, await administrator(shop), late.id, sampleShop());
  await openRun(page, run);
  await expect(page.getByText("Packed after the truck left", { exact: true })).toBeVisible();
  await expect(page.getByText(`Order ${late.number}, Late Kitchen`)).toBeVisible();
  await expect(
    page.getByRole("link", { name: `Choose another day for order ${late.number}` }),
  ).toHaveAttribute("href", `/admin/orders/${late.id}/move`);
  await expect(names(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Driver is back" }).click();
  await expect(page.getByText("Nothing was reported from 3 stops.")).toContainText(
    `Packed after the truck left: order ${late.number}. Move it to another day.`,
  );
  await page.getByRole("button", { name: "Driver is back" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
});

test("warns before a run is sent out that nothing on it is packed or weighed", async ({
  page,
  shop: { db },
}) => {
  const run = await insertRun(db);
  const { user } = await insertClient(db);
  const { order } = await insertStop(db, run, user.id);
  await insertOrderItem(db, order.id, { packedLb: "0.00" });
  const toSend = `/admin/runs/${run.id}?ask=out`;
  await page.goto(toSend);
  await expect(page.getByText("Nothing on this run is packed yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start deliveries" })).toHaveCount(0);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await page.goto(toSend);
  await expect(page.getByText(/^0 lb of .* are packed: nothing on it was weighed/)).toBeVisible();
});

test("a link is shown once, as text and as a code, and can be revoked", async ({
  page,
  run,
  shop,
  browser,
}) => {
  await openRun(page, run);
  await page.getByLabel("Name").fill("Alex");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Driver changed")).toBeVisible();
  // The driver has a link, which would end.
  await page.getByRole("link", { name: "Make a new link" }).click();
  await expect(page.getByText("The one that was sent stops working")).toBeVisible();
  await page.getByRole("link", { name: "Keep the old one" }).click();
  await page.getByRole("link", { name: "Make a new link" }).click();
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(page.getByText("The link will open on this computer alone")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("Send this to the driver now");
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(new RegExp(`^${shop.url}/run/[\\w-]{32}$`));
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  // It stays in sight while something else is saved.
  await page.getByLabel("Name").fill("Alex Sample");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Driver changed")).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(link);
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await expect(phone.getByText(/, Alex Sample$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Link" })).toBeHidden();
  await page.getByRole("button", { name: "Turn off the link" }).click();
  await expect(page.getByRole("button", { name: "Make a link" })).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await phone.context().close();
});

test("an order is handed over and taken back at the desk", async ({ page, run, shop }) => {
  const [stop] = run.stops;
  if (!stop) throw new Error("No stop");
  await page.goto(`/admin/orders/${stop.orderId}`);
  await page.getByRole("button", { name: "Mark Delivered" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark Delivered" }).click();
  await expect(page.getByRole("button", { name: "Take Delivery Back" })).toBeVisible();
  const status = async () =>
    (await shop.db.select().from(orders).where(eq(orders.id, stop.orderId)))[0]?.status;
  expect(await status()).toBe("delivered");
  await page.getByRole("button", { name: "Take Delivery Back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take Delivery Back" }).click();
  await expect(page.getByRole("button", { name: "Mark Delivered" })).toBeVisible();
  // The page shows it before the shop has answered.
  await expect.poll(status).toBe("fulfilled");
});

test("the pages are accessible, and the run's papers can be downloaded", async ({ page, run }) => {
  await page.goto("/admin/runs");
  await expectAccessible(page);
  await openRun(page, run);
  await expectAccessible(page);
  const papers = `/admin/runs/${run.id}/papers`;
  const sheet = await page.request.get(`${papers}/run-sheet.pdf`);
  expect(sheet.headers()["content-type"]).toBe("application/pdf");
  const csv = await page.request.get(`${papers}/stops.csv`);
  expect(await csv.text()).toContain("Sample Kitchen 2");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("stops are moved, and a run is sent out", async ({ page, run }) => {
    await page.goto(`/admin/runs/${run.id}`);
    await page.getByRole("button", { name: "Move Sample Kitchen 2 up" }).click();
    await expect(names(page)).toHaveText([
      "Sample Kitchen 2",
      "Sample Kitchen 1",
      "Sample Kitchen 3",
    ]);
    await page.getByRole("link", { name: "Start deliveries" }).click();
    await page.getByRole("button", { name: "Start deliveries", exact: true }).click();
    await expect(page.getByText("Out since")).toBeVisible();
  });
});

test("undelivered orders that the driver brings back are listed and weighed", async ({
  page,
  run,
  shop,
}) => {
  const driver = await driverOf(shop.db, run.path.replace("/run/", ""));
  if (!driver) throw new Error("No driver");
  for (const [at, stop] of run.stops.entries()) {
    const shared = { requestId: randomUUID(), stopId: stop.id, at: new Date().toISOString() };
    const what = at === 0 ? { kind: "not_home" } : { kind: "delivered", receivedBy: "Kim" };
    await recordReport(shop.db, driver, reportSchema.parse({ ...shared, ...what }), sampleShop());
  }
  // Its cut-off has passed by then, but orders may still join it here.
  await shop.db.update(runs).set({ state: "out" }).where(eq(runs.id, run.id));
  await openRun(page, run);
  const missed = page.getByRole("listitem").filter({ hasText: "Sample Kitchen 1" }).first();
  await expect(missed.getByText("Packed; no one there")).toBeVisible();
  await expect(missed.getByText("Fulfilled")).toHaveCount(0);
  await page.getByRole("link", { name: "Driver is back" }).click();
  await expect(page.locator(":focus")).toContainText("Is the driver back?");
  await expect(page.getByText("20 lb, the whole order")).toBeVisible();
  await expect(page.getByText("Sample Kitchen 1, order")).toContainText("no one there");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Driver is back" }).click();
  await expect(page.locator(":focus")).toContainText("The driver is back");
  await expect(page.getByRole("heading", { name: "Came back" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Weigh what came back" }).last().click();
  await expect(page.getByText("20 lb, the whole order")).toBeVisible();
  await expect(
    page.getByText(/Sample Kitchen 1, order \d+, .*\(today\): No one there/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.locator(`a[href="/admin/returns/${run.stops[0]?.orderId}"]`).click();
  await expect(page.getByText("Nobody took the order, so all of it is back.")).toBeVisible();
  await expect(page.getByLabel("Brought back by the client")).toBeHidden();
  await expect(
    page.getByLabel("Reason on the credit").first().locator("option:checked"),
  ).toHaveText("Not delivered");
  await expectAccessible(page);
});
