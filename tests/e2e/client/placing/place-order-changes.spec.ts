import { eq } from "drizzle-orm";
import { session } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import {
  bar,
  expect,
  expectPlaced,
  notice,
  openPad,
  ordersOf,
  pickTwo,
  placeButton,
  pounds,
  review,
  reviewButton,
  reviewed,
  test,
} from "./place-order-page.ts";

// Events between picking an order and placing it.

test.describe("a change in the shop", () => {
  // The browser logs every answer above 399.
  test.use({ expectedErrors: [/status of 4(00|09)/] });

  test("of a price is shown, and has to be accepted", async ({ page, shop, client, oxtail }) => {
    await pickTwo(page);
    await shop.db.update(products).set({ pricePerLb: "10.25" }).where(eq(products.id, oxtail.id));
    await placeButton(page).click();

    const changed = notice(page, "A price has changed since you picked the product");
    await expect(changed).toContainText("Sample Oxtail: was $9.35/lb, now $10.25/lb");
    await expect(changed).toContainText("The estimate is $172.48 instead of $163.48.");
    await expect(changed).toBeInViewport();
    await expect(bar(page)).toContainText("$172.48");
    expect(await ordersOf(shop, client)).toEqual([]);

    await placeButton(page).click();
    await expect(bar(page).getByRole("alert")).toHaveText("Accept the new prices first.");
    expect(await ordersOf(shop, client)).toEqual([]);

    await changed.getByRole("button", { name: "Accept the new prices" }).click();
    await expect(changed).toBeHidden();
    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toMatchObject([{ totalPrice: "172.48" }]);
  });

  test("that removes a product is named, and the line can be taken off the order", async ({
    page,
    shop,
    client,
    oxtail,
  }) => {
    await pickTwo(page);
    await shop.db.update(products).set({ isActive: false }).where(eq(products.id, oxtail.id));
    await placeButton(page).click();

    await expect(notice(page, "A product is not available")).toContainText("Sample Oxtail");
    await expect(reviewed(page).nth(1)).toContainText("Not available");
    await placeButton(page).click();
    await expect(bar(page).getByRole("alert")).toHaveText(
      "Remove Sample Oxtail first: it is not available for this order.",
    );
    expect(await ordersOf(shop, client)).toEqual([]);

    await page.getByRole("button", { name: "Remove Sample Oxtail" }).click();
    await expect(notice(page, "not available")).toBeHidden();
    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toMatchObject([{ totalPrice: "69.98" }]);
  });

  test("made while the page was closed is reported before anything is sent", async ({
    page,
    shop,
    client,
    oxtail,
  }) => {
    await pickTwo(page);
    await page.goto("/dashboard");
    await shop.db.update(products).set({ pricePerLb: "10.25" }).where(eq(products.id, oxtail.id));
    await openPad(page);
    await expect(page.getByRole("listitem").filter({ hasText: "Sample Oxtail" })).toContainText(
      "$9.35/lb $10.25/lb",
    );
    await review(page);
    await expect(notice(page, "A price has changed since you picked the product")).toBeVisible();
    expect(await ordersOf(shop, client)).toEqual([]);
  });
});

test.describe("an order whose request fails", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("after it arrived is not placed twice by a retry", async ({
    page,
    shop,
    client,
    oxtail,
  }) => {
    expect(oxtail.isActive).toBe(true);
    await pickTwo(page);
    await page.getByRole("textbox", { name: "Notes for this order" }).fill("Thick");
    await page.route(
      "**/api/orders",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await placeButton(page).click();
    await expect(
      notice(page, "We could not tell whether your order went through"),
    ).toBeInViewport();
    await expect(reviewed(page)).toHaveCount(2);
    await expect(page.getByRole("textbox", { name: "Notes for this order" })).toHaveValue("Thick");

    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toHaveLength(1);
  });

  test("before it arrived is kept, also after a reload", async ({ page, shop, client, oxtail }) => {
    expect(oxtail.isActive).toBe(true);
    await pickTwo(page);
    await page.route("**/api/orders", (route) => route.abort("internetdisconnected"));
    await placeButton(page).click();
    await expect(notice(page, "We could not tell whether your order went through")).toBeVisible();
    expect(await ordersOf(shop, client)).toEqual([]);

    await page.unroute("**/api/orders");
    await page.reload();
    await expect(reviewed(page)).toHaveCount(2);
    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toHaveLength(1);
  });

  test("and that is changed before the retry shows which order was placed", async ({
    page,
    shop,
    client,
    oxtail,
  }) => {
    expect(oxtail.isActive).toBe(true);
    await pickTwo(page);
    await page.route(
      "**/api/orders",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await placeButton(page).click();
    await expect(notice(page, "We could not tell whether your order went through")).toBeVisible();
    await page.getByRole("button", { name: "Change the order" }).click();
    // The review has a box of the same name until the pad appears.
    await expect(reviewButton(page)).toBeVisible();
    await pounds(page, "Ribeye Steak").fill("5");
    await review(page);
    await placeButton(page).click();

    const [first] = await ordersOf(shop, client);
    const number = first?.number;
    const stands = notice(page, `This was already placed, as order ${number}`);
    await expect(stands.getByRole("link", { name: `See order ${number}` })).toHaveAttribute(
      "href",
      `/dashboard/orders/${first?.id}`,
    );
    expect(await ordersOf(shop, client)).toHaveLength(1);

    await stands.getByRole("button", { name: "Make this a new order" }).click();
    await expect(stands).toBeHidden();
    await placeButton(page).click();
    await expectPlaced(page);
    const both = await ordersOf(shop, client);
    expect(both.map(({ items }) => items[0]?.quantity)).toEqual(["2.50", "5.00"]);
  });

  test("because the shop answers with an error is kept", async ({ page, shop, client, oxtail }) => {
    expect(oxtail.isActive).toBe(true);
    await pickTwo(page);
    await page.route("**/api/orders", (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await placeButton(page).click();
    await expect(notice(page, "We could not tell whether your order went through")).toBeVisible();
    await page.unroute("**/api/orders");
    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toHaveLength(1);
  });
});

test.describe("an expired session", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("leads to sign-in, and back to the picked lines", async ({ page, shop, client, oxtail }) => {
    expect(oxtail.isActive).toBe(true);
    await pickTwo(page);
    await shop.db.delete(session).where(eq(session.userId, client.userId));
    await placeButton(page).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("Email").fill(client.email);
    await page.getByLabel("Password", { exact: true }).fill(client.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
    await review(page);
    await placeButton(page).click();
    await expectPlaced(page);
    expect(await ordersOf(shop, client)).toHaveLength(1);
  });
});

test("the owner's page and the client's other windows update automatically", async ({
  page,
  context,
  shop,
  client,
  oxtail,
}) => {
  expect(oxtail.isActive).toBe(true);
  const list = await context.newPage();
  await list.goto("/dashboard/orders");
  await expect(list.getByText("No orders yet")).toBeVisible();
  await pickTwo(page);
  await placeButton(page).click();
  await expectPlaced(page);
  await list.bringToFront();
  await expect(list.getByRole("row").filter({ hasText: "$163.48" })).toContainText("Received");
  await shop.db
    .update(orders)
    .set({ status: "fulfilled", isNewClient: false })
    .where(eq(orders.customerId, client.userId));
  await expect(list.getByRole("row").filter({ hasText: "$163.48" })).toContainText("Packed");
});
