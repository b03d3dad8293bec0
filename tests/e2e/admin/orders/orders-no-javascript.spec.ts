import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { administrator, title } from "#tests/e2e/client-area.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import {
  cancelQuestion,
  expect,
  fulfilFromMenu,
  fulfillQuestion,
  invoicesOf,
  list,
  listOf,
  place,
  rows,
  statusOf,
  test,
} from "./orders-page.ts";

test.use({ javaScriptEnabled: false, expectedErrors: [/status of 409/] });

test("finds, and fulfils from the list only after confirmation", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await page.goto(`${list}?status=pending`);
  await page.getByRole("searchbox", { name: /^Search/ }).fill(kitchen.companyName);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("pending");

  await fulfilFromMenu(page, order);
  await expect(title(page)).toHaveText(fulfillQuestion);
  await expect(page.getByText(`Order ${order.number}, ${kitchen.companyName}`)).toBeVisible();
  expect(await statusOf(shop, order)).toBe("pending");
  await page.getByRole("link", { name: "Not yet" }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await statusOf(shop, order)).toBe("pending");

  await fulfilFromMenu(page, order);
  await page.getByRole("button", { name: "Mark Fulfilled" }).click();
  await expect(page.getByText("Order has been marked as fulfilled.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("pending");
  await expect(rows(page)).toHaveCount(0);
  expect(await invoicesOf(shop, order)).toHaveLength(1);
  // Sent again, as by the browser's reload.
  await page.reload();
  await expect(page.getByText("This order is already fulfilled.")).toBeVisible();
  expect(await invoicesOf(shop, order)).toHaveLength(1);
});

test("cancels from an order's page only after confirmation", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await page.goto(order.path);
  await expect(page.getByRole("button", { name: "Print pick list" })).toBeHidden();
  await page.getByRole("button", { name: "Cancel Order" }).click();
  await expect(title(page)).toHaveText(cancelQuestion);
  expect(await statusOf(shop, order)).toBe("pending");
  await page.getByRole("button", { name: "Cancel Order" }).click();
  await expect(page.getByText("Order has been cancelled successfully.")).toBeVisible();
  await expect(title(page)).toHaveText(`Order ${order.number}`);
  expect(await statusOf(shop, order)).toBe("cancelled");
});

test("shows that a colleague was first", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await page.goto(listOf(kitchen));
  await fulfilFromMenu(page, order);
  await fulfilOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
  await page.getByRole("button", { name: "Mark Fulfilled" }).click();
  await expect(page.getByRole("alert")).toContainText("This order is already fulfilled.");
  await expect(rows(page)).toContainText("Fulfilled");
});

test("refuses a form without an order or an action, and changes nothing", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await page.request.post(path, { form, headers: { Origin: shop.url } });
    return [answer.status(), await answer.text()] as const;
  };
  for (const form of [{ confirmed: "yes" }, { order: " ", confirmed: "yes" }]) {
    const [status, text] = await post(list, form as Record<string, string>);
    expect(status).toBe(400);
    expect(text).toContain("Order ID is required");
  }
  expect((await post(list, { order: "%", confirmed: "yes" }))[0]).toBe(404);
  expect((await post(order.path, { confirmed: "yes" }))[0]).toBe(400);
  expect((await post(order.path, { change: "ship", confirmed: "yes" }))[0]).toBe(400);
  expect((await post(order.path, { change: "deliver", confirmed: "yes" }))[0]).toBe(409);
  expect((await post(order.path, { change: "cancel", confirmed: "no" }))[0]).toBe(200);
  expect((await post(`${list}/1`, { change: "cancel", confirmed: "yes" }))[0]).toBe(404);
  expect(await statusOf(shop, order)).toBe("pending");
});

test.describe("the confirmation page", () => {
  test.use({ javaScriptEnabled: true });

  test("stays when its scripts run, and is accessible", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen);
    await page.goto(order.path);
    // As if pressed before the page's scripts ran.
    await page
      .locator("form", { has: page.getByText("Mark Fulfilled without weighing") })
      .evaluate((form: HTMLFormElement) => form.submit());
    await expect(title(page)).toHaveText(fulfillQuestion);
    await expectAccessible(page);
    await expect(title(page)).toHaveText(fulfillQuestion);
    await page.getByRole("link", { name: "Not yet" }).click();
    await expect(title(page)).toHaveText(`Order ${order.number}`);
  });
});
