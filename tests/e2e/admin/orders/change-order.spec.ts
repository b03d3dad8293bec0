import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn, title } from "#tests/e2e/client-area.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { expect, type Page, place, signInAs, test } from "./orders-page.ts";

type Order = Awaited<ReturnType<typeof place>>;

/** Makes the order's only line 10 lb of the catalogue's ribeye, at its price or another. */
async function ofRibeye({ db }: ShopWithin, { id }: Order, pricePerLb?: string) {
  const [ribeye] = await db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!ribeye) throw new Error("The shop sells no ribeye");
  const line = { productId: ribeye.id, productName: ribeye.name, quantity: "10.00" };
  await db
    .update(orderItems)
    .set({ ...line, pricePerLb: pricePerLb ?? ribeye.pricePerLb })
    .where(eq(orderItems.orderId, id));
  return ribeye;
}

const linesOf = ({ db }: ShopWithin, { id }: Order) =>
  db.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(asc(orderItems.position));

const box = (page: Page) => page.getByRole("textbox", { name: "Pounds of Ribeye Steak" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
const add = (page: Page, row = 1) =>
  page.getByRole("combobox", { name: `Product ${row} to add`, exact: true });
const quantityOf = (page: Page, row = 1) =>
  page.getByRole("textbox", { name: `Quantity of product ${row} to add` });

test("an order is lowered and added to, and its client sees it", async ({
  page,
  shop,
  kitchen,
  browser,
}) => {
  const order = await place(shop, kitchen);
  await ofRibeye(shop, order);
  const theirs = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await signIn(theirs.request, shop.url, kitchen);
  await theirs.goto(`/dashboard/orders/${order.id}`);
  await expect(theirs.getByRole("row", { name: /Ribeye Steak/ })).toContainText("10 lb");

  await page.goto(order.path);
  await page.getByRole("link", { name: "Change Order" }).click();
  await expect(title(page)).toHaveText(`Change order ${order.number}`);
  await page.getByRole("button", { name: "One pound less of Ribeye Steak" }).click();
  await expect(box(page)).toHaveValue("9");
  await box(page).fill("1");
  // The last pound can only be removed with Remove.
  await page.getByRole("button", { name: "One pound less of Ribeye Steak" }).click();
  await expect(box(page)).toHaveValue("1");
  await add(page).selectOption({ label: await labelOf(page, "Stewing Beef") });
  await quantityOf(page).fill("0.5");
  await page.getByRole("textbox", { name: "Notes for this order" }).fill("Cut thin.");
  await expectAccessible(page);
  await save(page).click();

  await expect(page.getByText("Order changed").first()).toBeVisible();
  await expect(page.getByText("below the minimum order of $50.00")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("10 lb at");
  await expect(page.getByRole("row", { name: /Stewing Beef/ })).toBeVisible();
  await expect(theirs.getByRole("row", { name: /Stewing Beef/ })).toBeVisible();
  await expect(theirs.getByText("Cut thin.")).toBeVisible();
  expect((await linesOf(shop, order)).map(({ quantity }) => quantity)).toEqual(["1.00", "0.50"]);
  await theirs.context().close();
});

async function labelOf(page: Page, name: string) {
  const option = add(page).getByRole("option", { name: new RegExp(`^${name}, `) });
  return (await option.first().textContent()) ?? "";
}

test("an amount added after a price increase is a separate line", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  const { pricePerLb } = await ofRibeye(shop, order, "20.00");
  await page.goto(`${order.path}/change`);
  await expect(page.getByText(`More of it costs today's $${pricePerLb}/lb`)).toBeVisible();
  await box(page).fill("12");
  await save(page).click();
  await expect(page.getByText("Order changed").first()).toBeVisible();
  expect(await linesOf(shop, order)).toMatchObject([
    { quantity: "10.00", pricePerLb: "20.00" },
    { quantity: "2.00", pricePerLb },
  ]);
});

test.describe("refused", () => {
  test.use({ expectedErrors: [/status of 4(00|09)/] });

  test("shows a colleague's changes beside the input", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen);
    await ofRibeye(shop, order);
    await page.goto(`${order.path}/change`);
    await page.getByRole("textbox", { name: "Notes for this order" }).fill("Back door.");
    await shop.db
      .update(orderItems)
      .set({ quantity: "8.00" })
      .where(eq(orderItems.orderId, order.id));
    const version = sql`version + 1`;
    await shop.db.update(orders).set({ version }).where(eq(orders.id, order.id));
    await expect(page.getByText("Now 8 lb")).toBeVisible();
    await save(page).click();
    await expect(page.getByRole("alert")).toContainText("This order changed meanwhile");
    await expect(box(page)).toHaveValue("8");
    const notes = page.getByRole("textbox", { name: "Notes for this order" });
    await expect(notes).toHaveValue("Back door.");
    await save(page).click();
    await expect(page.getByText("Order changed").first()).toBeVisible();
    expect(await linesOf(shop, order)).toMatchObject([{ quantity: "8.00" }]);
  });

  test("keeps at least one line, and shows problems beside them", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await place(shop, kitchen);
    await ofRibeye(shop, order);
    await page.goto(`${order.path}/change`);
    await box(page).fill("1.234");
    await save(page).click();
    await expect(page.getByText("Use at most 2 decimals")).toBeVisible();
    await expect(box(page)).toBeFocused();
    await page.getByRole("checkbox", { name: "Remove Ribeye Steak" }).check();
    await save(page).click();
    await expect(page.getByRole("alert")).toContainText("Cancel the order instead");
    expect(await linesOf(shop, order)).toMatchObject([{ quantity: "10.00" }]);
  });

  test("an order that is being packed shows since when", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen);
    await ofRibeye(shop, order);
    await page.goto(`${order.path}/change`);
    await box(page).fill("5");
    const [line] = await linesOf(shop, order);
    await shop.db.insert(packages).values({
      orderItemId: line?.id ?? "",
      readingValue: "1.000",
      readingUnit: "lb",
      netLb: "1.00",
      netG: 454,
      source: "typed",
      requestId: randomUUID(),
      packedAt: new Date("2026-11-21T14:12:00Z"),
    });
    await expect(page.getByText("This order is being packed.")).toBeVisible();
    const sent = await page.request.post(`${order.path}/change`, {
      form: { version: "0", notes: "", [`quantity.${line?.id}`]: "5" },
      headers: { Origin: shop.url },
    });
    expect(sent.status()).toBe(409);
    expect(await sent.text()).toContain("Being packed since Nov 21, 2026, 7:12 a.m.");
    expect(await linesOf(shop, order)).toMatchObject([{ quantity: "10.00" }]);
  });

  test("the office sets a line's price within its limit, and the client sees the reason", async ({
    page,
    shop,
    kitchen,
    browser,
  }) => {
    const order = await place(shop, kitchen);
    const ribeye = await ofRibeye(shop, order);
    const shown = Number(ribeye.pricePerLb);
    await signInAs(page, shop, "office");
    await page.goto(`${order.path}/change`);
    const main = page.getByRole("main");
    await main.getByText("Change the price of Ribeye Steak").click();
    const price = main.getByRole("textbox", { name: "Price per lb ($) of Ribeye Steak" });
    const reason = main.getByRole("textbox", { name: "Reason for the price of Ribeye Steak" });
    await expect(price).toHaveValue(ribeye.pricePerLb);
    await price.fill("1.00");
    await reason.fill("Last week's price, as agreed");
    await save(page).click();
    await expect(main.getByText(/Your role sets it from .* Please ask an owner/)).toBeVisible();
    await expect(reason).toHaveValue("Last week's price, as agreed");
    await expectAccessible(page);
    await price.fill((shown - 1).toFixed(2));
    await reason.fill("");
    await save(page).click();
    await expect(main.getByText("Please say why: the client reads it on the order")).toBeVisible();
    await reason.fill("Last week's price, as agreed");
    await save(page).click();
    const why = "Price set for this order: Last week's price, as agreed";
    await expect(main.getByText(why)).toBeVisible();
    const [line] = await linesOf(shop, order);
    expect(line).toMatchObject({ pricePerLb: (shown - 1).toFixed(2), priceSource: "desk" });

    const theirs = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await signIn(theirs.request, shop.url, kitchen);
    await theirs.goto(`/dashboard/orders/${order.id}`);
    await expect(theirs.getByRole("main").getByText(why)).toBeVisible();
    await theirs.context().close();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

  test("the form works, and keeps the input", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen);
    await ofRibeye(shop, order);
    await page.goto(`${order.path}/change`);
    await box(page).fill("twelve");
    await page.getByRole("textbox", { name: "Notes for this order" }).fill("Cut thin.");
    await save(page).click();
    await expect(box(page)).toHaveValue("twelve");
    await box(page).fill("12");
    await save(page).click();
    await expect(page.getByText("Order changed").first()).toBeVisible();
    await expect(page.getByText("Cut thin.").first()).toBeVisible();
    expect(await linesOf(shop, order)).toMatchObject([{ quantity: "12.00" }]);
  });
});
