import { sql } from "drizzle-orm";
import { title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import {
  expect,
  fulfilFromMenu,
  listOf,
  menuOf,
  place,
  question,
  rows,
  statusOf,
  test,
} from "./orders-page.ts";

test.use({ expectedErrors: [/status of 503/] });

async function without({ db }: ShopWithin, table: string, act: () => Promise<void>) {
  const [name, away] = [sql.identifier(table), sql.identifier(`${table}_away`)];
  await db.execute(sql`alter table ${name} rename to ${away}`);
  try {
    await act();
  } finally {
    await db.execute(sql`alter table ${away} rename to ${name}`);
  }
}

test("pages whose orders cannot be read show a message, and stay", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await holdEvents(page);
  await without(shop, "orders", async () => {
    expect((await page.goto(order.path))?.status()).toBe(503);
    await expect(title(page)).toHaveText("This order cannot be looked up right now");
    await expect(page).toHaveTitle(/^Order \|/);
    await expect(page.getByRole("link", { name: "Return to Orders" })).toBeVisible();
    expect((await page.goto(listOf(kitchen)))?.status()).toBe(503);
    await expect(page.getByText("The orders could not be loaded.")).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue(kitchen.companyName);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rows(page)).toContainText(order.number);
});

test("a history that cannot be read does not affect the order", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await without(shop, "audit_log", async () => {
    expect((await page.goto(order.path))?.status()).toBe(200);
    await expect(rows(page)).toContainText("Ribeye Steak");
    await expect(page.getByText("The history could not be loaded.")).toBeVisible();
  });
});

test("a change that the server can't make is reported as failed, and has no effect", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await page.goto(order.path);
  const cancel = page.getByRole("main").getByRole("button", { name: "Cancel Order" });
  for (const [name, ask, asker, message] of [
    [
      "Mark Fulfilled",
      () => fulfilFromMenu(page, order),
      menuOf(page, order),
      "An error occurred while fulfilling the order.",
    ],
    ["Cancel Order", () => cancel.click(), cancel, "Failed to cancel the order."],
  ] as const) {
    await ask();
    await expect(question(page)).toBeVisible();
    await without(shop, "mail_outbox", async () => {
      await question(page).getByRole("button", { name }).click();
      await expect(toastText(page, "Error")).toBeVisible();
      await expect(toastText(page, message)).toBeVisible();
    });
    await expect(question(page)).toBeHidden();
    await expect(asker).toBeFocused();
    expect(await statusOf(shop, order)).toBe("pending");
  }
});

test.describe("with the connection down", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("staff see advice to check the connection, not to call the office, and continue once it is back", async ({
    page,
    context,
    shop,
    kitchen,
  }) => {
    const order = await place(shop, kitchen);
    await holdEvents(page);
    await page.goto(listOf(kitchen));
    await expect(rows(page)).toHaveCount(1);
    await context.setOffline(true);
    await page.getByRole("tab", { name: "To pack" }).click();
    await expect(title(page)).toHaveText("No connection to the shop");
    await expect(page.getByRole("main")).toContainText("Check your internet connection");
    await expect(page.getByRole("main")).not.toContainText(/fault is ours|call us|\d{3}-\d{4}/);

    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toContainText(order.number);
    await expect(title(page)).toHaveText("Orders");
  });
});
