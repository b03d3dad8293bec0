import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { zones } from "#db/schema/deliveries.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { administrator, title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import {
  expect,
  fulfilFromMenu,
  fulfillQuestion,
  invoicesOf,
  list,
  listOf,
  menuOf,
  type Page,
  place,
  question,
  rows,
  statusOf,
  test,
} from "./orders-page.ts";

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const searchBox = (page: Page) => page.getByRole("searchbox", { name: /^Search/ });
const statusFilter = (page: Page) => page.getByRole("combobox", { name: "Status" });
const packLink = (page: Page, { number }: { number: string }) =>
  page.getByRole("link", { name: `Pack order ${number}` });

test("the filter is in the address", async ({ page, shop, kitchen }) => {
  const pending = await place(shop, kitchen, { placedAt: ago(1) });
  const fulfilled = await place(shop, kitchen, { placedAt: ago(2), status: "fulfilled" });
  await place(shop, kitchen, { placedAt: ago(3), status: "delivered" });
  const cancelled = await place(shop, kitchen, { placedAt: ago(4), status: "cancelled" });

  await page.goto(listOf(kitchen));
  await expect(title(page)).toHaveText("Orders");
  // The day column appears with the first zone, which another journey in this shop may have added.
  const days = await shop.db.$count(zones);
  const heads = ["Order ID", "Client", ...(days ? ["Delivery"] : []), "Total"];
  await expect(page.getByRole("columnheader")).toHaveText([...heads, "Status", "Action"]);
  await expect(rows(page)).toHaveCount(4);
  const first = rows(page).first();
  await expect(first).toContainText(`Order ${pending.number}`);
  await expect(first).toContainText(`${pending.id.slice(0, 8)}…`);
  await expect(first).toContainText(kitchen.companyName);
  await expect(first).toContainText("$249.90");
  await expect(page.getByRole("link", { name: /^Pack order/ })).toHaveCount(1);

  const choices = ["All Orders", "Pending", "Fulfilled", "Cancelled"];
  await expect(statusFilter(page).getByRole("option")).toHaveText(choices);
  for (const [name, status, { number }] of [
    ["Pending", "pending", pending],
    ["Fulfilled", "fulfilled", fulfilled],
    ["Cancelled", "cancelled", cancelled],
  ] as const) {
    await statusFilter(page).focus();
    await statusFilter(page).selectOption(name);
    await expect(page).toHaveURL(new RegExp(`[?&]status=${status}`));
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(number);
    await expect(statusFilter(page)).toBeFocused();
  }
  await statusFilter(page).selectOption("All Orders");
  await expect(rows(page)).toHaveCount(4);
  await page.goto(listOf(kitchen, "unicorn"));
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole("tab", { name: "All", selected: true })).toBeVisible();
});

test("splits open work into tabs with counts, and Back switches between them", async ({
  page,
  shop,
  kitchen,
}) => {
  const pack = await place(shop, kitchen, { placedAt: ago(1) });
  const held = await place(shop, kitchen, { placedAt: ago(2), isNewClient: true });
  const packed = await place(shop, kitchen, { placedAt: ago(3), status: "fulfilled" });
  const delivered = await place(shop, kitchen, { placedAt: ago(4), status: "delivered" });
  await place(shop, kitchen, { placedAt: ago(5), status: "cancelled" });
  await page.goto(listOf(kitchen));
  for (const [name, count, { number }, next] of [
    ["To pack", " 1", pack, "Pack"],
    ["Held", " 1", held, "Confirm"],
    ["Packed", " 1", packed, "Deliver"],
    ["Delivered", "", delivered, "View"],
  ] as const) {
    const tab = page.getByRole("tab", { name: `${name}${count}`, exact: true });
    await tab.click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(number);
    const first = rows(page).getByText(`${next} order ${number}`, { exact: true });
    await expect(first.filter({ visible: true })).toBeVisible();
    // What needs nothing more has no menu beside its link.
    const menu = page.getByRole("button", { name: `Actions for Order ${number}` });
    await expect(menu).toHaveCount(next === "View" ? 0 : 1);
    await expect(page.getByRole("tab", { name, selected: true })).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Packed", selected: true })).toBeVisible();
  await expect(rows(page)).toContainText(packed.number);
  // A status overrides the tab.
  await statusFilter(page).selectOption("Cancelled");
  await expect(page.getByRole("tab", { name: "All", selected: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test("a row opens its order wherever it is pressed, and by keyboard", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await page.goto(listOf(kitchen));
  // The row's link covers all of it, so it gets the click.
  await rows(page).getByRole("cell", { name: "$249.90" }).click({ force: true });
  await expect(title(page)).toHaveText(`Order ${order.number}`);
  await page.goBack();
  await rows(page)
    .getByRole("link", { name: `Order ${order.number}`, exact: true })
    .focus();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(`Order ${order.number}`);
  await page.goBack();
  await packLink(page, order).click();
  await expect(page).toHaveURL(new RegExp(`/admin/packing/${order.id}$`));
});

test("searches while typing, and keeps the cursor", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await page.goto(`${list}?status=pending`);
  await searchBox(page).pressSequentially(kitchen.companyName.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=KITCHEN.*status=pending|status=pending.*q=KITCHEN/);
  await expect(searchBox(page)).toBeFocused();
  const short = `${order.id.slice(0, 8)}…`;
  for (const typed of [order.number, `order ${order.number}`, short, order.id.toUpperCase()]) {
    await searchBox(page).fill(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(typed);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(order.number);
  }
  await searchBox(page).fill(order.number.slice(-3));
  await expect(rows(page).filter({ hasText: `Order ${order.number}` })).toHaveCount(1);
  await searchBox(page).fill("no such kitchen");
  await expect(page.getByText("No orders found", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Clear the search" }).click();
  await expect(searchBox(page)).toHaveValue("");
  await expect(rows(page).first()).toBeVisible();
  expect(new URL(page.url()).search).toBe("?status=pending");
});

test("lists the orders of some days, and keeps them within a status and in the file", async ({
  page,
  shop,
  kitchen,
}) => {
  const at = (day: string) => ({ placedAt: new Date(`${day}T20:00:00Z`) });
  const first = await place(shop, kitchen, at("2024-02-01"));
  const second = await place(shop, kitchen, { ...at("2024-02-10"), status: "cancelled" });
  await place(shop, kitchen, at("2024-02-20"));
  await page.goto(listOf(kitchen));
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel("From").fill("2024-02-01");
  await expect(page).toHaveURL(/from=2024-02-01/);
  await page.getByLabel("To", { exact: true }).fill("2024-02-10");
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText(second.number);
  await expect(rows(page).nth(1)).toContainText(first.number);
  await statusFilter(page).selectOption("Cancelled");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel("From")).toHaveValue("2024-02-01");
  const href = await page.getByRole("link", { name: "Export to CSV" }).getAttribute("href");
  expect(href).toMatch(/from=2024-02-01&to=2024-02-10/);
  const file = await (await page.request.get(href ?? "")).text();
  expect(file).toContain(second.id);
  expect(file).not.toContain(first.id);

  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("From").fill("");
  await expect(page).not.toHaveURL(/from=/);
  await expect(rows(page)).toHaveCount(2);
});

test("searches for text typed before the page's scripts ran", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen, { placedAt: new Date("2024-03-01T20:00:00Z") });
  await place(shop, kitchen, { placedAt: new Date("2024-03-20T20:00:00Z") });
  const scripts = await holdBack(page, "**/assets/*.js");
  await page.goto(listOf(kitchen), { waitUntil: "commit" });
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("To", { exact: true }).fill("2024-03-10");
  scripts.release();
  await expect(page).toHaveURL(/to=2024-03-10/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(order.number);
});

test("goes from page to page and back within a filter and a search", async ({
  page,
  shop,
  kitchen,
}) => {
  for (let n = 1; n <= 51; n++) {
    await place(shop, kitchen, { placedAt: ago(n), totalPrice: `${n}.00` });
    if (n % 10 === 0) await place(shop, kitchen, { placedAt: ago(n), status: "cancelled" });
  }
  await page.goto(listOf(kitchen, "pending"));
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("$51.00");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText("$1.00");
  await page.getByRole("link", { name: "Older" }).click();
  // A new search starts at its newest.
  await searchBox(page).fill("");
  await expect(page).toHaveURL(/\/admin\/orders\?status=pending$/);
});

test("fulfils from the list after confirmation", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await page.goto(listOf(kitchen, "pending"));
  for (const answer of ["Not yet", "Escape"]) {
    await fulfilFromMenu(page, order);
    await expect(question(page).getByRole("heading")).toHaveText(fulfillQuestion);
    await expect(question(page)).toContainText(`Order ${order.number}, ${kitchen.companyName}`);
    if (answer === "Escape") await page.keyboard.press("Escape");
    else await question(page).getByRole("button", { name: answer }).click();
    await expect(question(page)).toBeHidden();
    await expect(menuOf(page, order)).toBeFocused();
  }
  expect(await statusOf(shop, order)).toBe("pending");

  await fulfilFromMenu(page, order);
  await question(page).getByRole("button", { name: "Mark Fulfilled" }).press("Enter");
  await expect(toastText(page, "Order fulfilled")).toBeVisible();
  await expect(toastText(page, /^Order has been marked as fulfilled\./)).toBeVisible();
  await expect(question(page)).toBeHidden();
  await expect(page.getByText("No orders found", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  expect(await statusOf(shop, order)).toBe("fulfilled");
  expect(await invoicesOf(shop, order)).toHaveLength(1);
});

test("a placed order appears automatically, and one fulfilled by a colleague disappears", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.goto(listOf(kitchen, "pending"));
  await expect(page.getByText("No orders found", { exact: true }).first()).toBeVisible();
  const order = await place(shop, kitchen);
  await expect(rows(page)).toContainText(order.number);
  await fulfilOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
  await expect(rows(page)).toHaveCount(0);
});

test.describe("when it fails", () => {
  test.use({ expectedErrors: [/status of 409|ERR_(FAILED|INTERNET_DISCONNECTED)/] });

  test("a colleague was first: the current state is named and shown", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await place(shop, kitchen);
    await page.goto(listOf(kitchen));
    await fulfilFromMenu(page, order);
    await expect(question(page)).toBeVisible();
    await fulfilOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
    await question(page).getByRole("button", { name: "Mark Fulfilled" }).click();
    await expect(toastText(page, "Error")).toBeVisible();
    await expect(
      toastText(page, "This order is already fulfilled. Nothing was changed."),
    ).toBeVisible();
    await expect(rows(page)).toContainText("Fulfilled");
    await expect(packLink(page, order)).toBeHidden();
    expect(await invoicesOf(shop, order)).toHaveLength(1);
  });

  test("a lost connection is reported, and the action can be retried", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await place(shop, kitchen);
    await page.goto(listOf(kitchen));
    await fulfilFromMenu(page, order);
    await expect(question(page)).toBeVisible();
    await page.route("**/admin/orders.data*", (route) => route.abort());
    await question(page).getByRole("button", { name: "Mark Fulfilled" }).click();
    await expect(toastText(page, "Failed to fulfill the order.")).toBeVisible();
    await expect(menuOf(page, order)).toBeFocused();
    await page.unroute("**/admin/orders.data*");
    await fulfilFromMenu(page, order);
    await question(page).getByRole("button", { name: "Mark Fulfilled" }).click();
    await expect(toastText(page, "Order fulfilled")).toBeVisible();
  });

  test("a dialog that cannot be fetched: the server asks for confirmation", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await place(shop, kitchen);
    await page.goto(listOf(kitchen));
    await page.route("**/assets/confirm-dialog*", (route) => route.abort());
    await fulfilFromMenu(page, order);
    await expect(title(page)).toHaveText(fulfillQuestion);
    await page.getByRole("button", { name: "Mark Fulfilled" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Order fulfilled" })).toBeVisible();
    expect(await statusOf(shop, order)).toBe("fulfilled");
  });
});

test("the list is accessible and fits the window, also with a question open", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen, { totalPrice: "1234567.89" });
  await place(shop, kitchen, { status: "cancelled" });
  await page.goto(listOf(kitchen));
  await expectAccessible(page);
  await fulfilFromMenu(page, order);
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${list}?q=no+such+kitchen`);
  await expectAccessible(page);
});

test("the table fits beside the menu, with its last column", async ({ page, shop, kitchen }) => {
  // The first zone adds the column with the day.
  await insertZone(shop.db);
  await place(shop, kitchen, { placedAt: ago(1), status: "fulfilled" });
  for (const width of [768, 1280, 1536]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/admin/orders");
    const table = page.getByRole("table", { name: "Orders" });
    await expect(table).toBeVisible();
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    const cut = await table.evaluate((node) => {
      const around = node.parentElement;
      return around ? around.scrollWidth - around.clientWidth : 0;
    });
    expect(cut).toBe(0);
  }
});
