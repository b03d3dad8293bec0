import { eq } from "drizzle-orm";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { insertZone, removeZones } from "#tests/setup/factories/deliveries.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";

import { expect, listOf, place, question, rows, statusOf, test } from "../orders/orders-page.ts";
import { orderOf } from "../packing/station-page.ts";

const packed = { status: "fulfilled" } as const;

test("a change in the list shows before the server answers, and can be undone", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen, packed);
  await page.goto(listOf(kitchen));
  const deliver = rows(page).getByRole("button", { name: `Deliver order ${order.number}` });
  const line = await holdBack(page, /\/admin\/orders\.data/);
  await deliver.click();
  await question(page).getByRole("button", { name: "Mark Delivered" }).click();
  await expect(question(page)).toBeHidden();
  await expect(rows(page)).toContainText("Delivered");
  expect(await statusOf(shop, order)).toBe("fulfilled");
  line.release();
  await expect(toastText(page, "Order delivered")).toBeVisible();
  expect(await statusOf(shop, order)).toBe("delivered");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastText(page, "Delivery taken back")).toBeVisible();
  await expect(deliver).toBeVisible();
  expect(await statusOf(shop, order)).toBe("fulfilled");
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("reverts a change that was shown optimistically", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen, packed);
    await page.goto(listOf(kitchen));
    const deliver = rows(page).getByRole("button", { name: `Deliver order ${order.number}` });
    await deliver.click();
    await expect(question(page)).toBeVisible();
    await page.route(/\/admin\/orders\.data/, (route) => route.abort());
    const line = await holdBack(page, /\/admin\/orders\.data/);
    await question(page).getByRole("button", { name: "Mark Delivered" }).click();
    await expect(rows(page)).toContainText("Delivered");
    await expect(deliver).toBeHidden();
    line.release();
    await expect(toastText(page, "Failed to mark the order as delivered.")).toBeVisible();
    await expect(deliver).toBeVisible();
    expect(await statusOf(shop, order)).toBe("fulfilled");
  });
});

test("an unknown address leads to the dashboard, with a message", async ({ page }) => {
  await page.goto("/admin/orderz/1042");
  await expect(title(page)).toHaveText("Dashboard");
  await expect(toastText(page, "Page not found")).toBeVisible();
  await expect(toastText(page, /^\/admin\/orderz\/1042 leads nowhere/)).toBeVisible();
  await expect(page).toHaveURL("/admin");
});

test("the search keeps its height and focus while results arrive, and counts them", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await page.goto("/admin/clients");
  await page.getByRole("link", { name: /^Search/ }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  const box = dialog.getByRole("combobox");
  const heightOf = async () => Math.round((await dialog.boundingBox())?.height ?? 0);
  await expect(dialog.getByRole("option").first()).toBeVisible();
  const height = await heightOf();
  await box.fill(order.number);
  await expect(dialog.getByRole("status")).toHaveText(/^\d+ results?/);
  expect(await heightOf()).toBe(height);
  await box.fill("no such thing at all");
  await expect(dialog.getByRole("status")).toContainText("Nothing found");
  expect(await heightOf()).toBe(height);
  await expect(box).toBeFocused();
  await expectAccessible(page);
});

test.describe("a generated file", () => {
  test.use({ expectedErrors: [/status of 503|ERR_FAILED/] });

  test("shows that it is being made, or that it failed", async ({ page }) => {
    const line = await holdBack(page, /\/admin\/exports\/orders\.csv/);
    await page.goto("/admin/orders");
    const link = page.getByRole("link", { name: /^Export to CSV/ });
    await link.click();
    await expect(link).toHaveAttribute("aria-busy", "true");
    await expect(link.getByRole("status")).toHaveText("The file is being made.");
    const coming = page.waitForEvent("download");
    line.release();
    expect((await coming).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
    await expect(link).not.toHaveAttribute("aria-busy");
    await page.route(/\/admin\/exports\/orders\.csv/, (route) => route.fulfill({ status: 503 }));
    await link.click();
    await expect(toastText(page, "Download failed")).toBeVisible();
  });
});

test("adding a line while packing warns that the run is over its capacity", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [{ name: "Stew", pounds: "10.00" }]);
  const zone = await insertZone(shop.db, { name: "Sample Valley" });
  const run = await insertRun(shop.db, { zoneId: zone.id });
  await putOnRun(shop.db, run, order);
  const full = { capLb: "12.00", bookedLb: "11.00", bookedStops: 1 };
  await shop.db.update(runs).set(full).where(eq(runs.id, run.id));
  await shop.db.update(orders).set({ bookedLb: "11.00" }).where(eq(orders.id, order.id));
  await page.goto(order.path);
  await page.getByRole("button", { name: "Add a line" }).click();
  const form = page.getByRole("region", { name: "Add a line" });
  await form.getByLabel("Product").selectOption({ index: 1 });
  await form.getByLabel(/Pounds|Pieces/).fill("30");
  await form.getByRole("button", { name: "Add the line" }).click();
  const over = /Sample Valley on .* is over its capacity: .* of 12 lb/;
  await expect(page.getByText(over)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByText(over)).toBeVisible();
  await page.goto(`/admin/runs/${run.id}`);
  await expect(page.getByText(/^Over its capacity: .* of 12 lb$/)).toBeVisible();
  await page.goto("/admin/runs");
  await expect(page.getByText(/^Over its capacity: .* of 12 lb$/)).toBeVisible();
  await removeZones(shop.db);
});
