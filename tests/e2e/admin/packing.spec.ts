import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { addPackage } from "#app/features/packing/packages.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { ensureAccount } from "#db/seed/accounts.ts";
import { documentsOf, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shop-within.ts";
import { expectAccessible } from "../accessible-page.ts";
import { administrator, signIn } from "../client-area.ts";
import { fakeScale } from "./fake-scale.ts";
import { expect, type Page, test } from "./orders-page.ts";

interface Line {
  name: string;
  pounds?: string;
  pieces?: number;
  typicalPieceLb?: string;
  itemNumber?: number;
  isTraced?: boolean;
}

let nextItemNumber = 20_000;

/** An order of lines at $10.00 with products of their own. */
async function orderOf({ db }: ShopWithin, customerId: string, lines: Line[]) {
  const order = await insertOrder(db, customerId, { allowsSubstitutes: true });
  for (const [position, line] of lines.entries()) {
    const { name, pieces, typicalPieceLb = null, isTraced = false } = line;
    const soldBy = pieces ? ("piece" as const) : ("lb" as const);
    const itemNumber = line.itemNumber ?? nextItemNumber++;
    const product = await insertProduct(db, {
      ...{ name, soldBy, typicalPieceLb, itemNumber, isTraced, pricePerLb: "10.00" },
      slug: `packed-${order.id.slice(0, 8)}-${position}`,
    });
    await insertOrderItem(db, order.id, {
      ...{ position, productId: product.id, productName: name, soldBy, pricePerLb: "10.00" },
      ...(pieces && typicalPieceLb
        ? {
            orderedPieces: pieces,
            typicalPieceLb,
            quantity: (pieces * Number(typicalPieceLb)).toFixed(2),
          }
        : { quantity: line.pounds ?? "10.00" }),
    });
  }
  return { ...order, path: `/admin/packing/${order.id}`, number: order.id.slice(0, 8) };
}

const today = `/admin/packing?day=${pacificDay(new Date())}`;

const field = (page: Page) => page.getByRole("textbox", { name: /^Weight in/ });
const status = (page: Page) => page.getByRole("main").getByRole("status").last();
const currentLine = (page: Page) => page.getByRole("region", { name: "Line that is packed now" });
const details = (page: Page) => page.getByRole("region", { name: "Lot and packages" });
const lineButton = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Lines of the order" }).getByRole("button", { name });

/** The station takes keys once it is ready; its field has the focus then. */
async function open(page: Page, { path }: { path: string }) {
  await page.goto(path);
  await expect(field(page)).toBeFocused();
}

/** Types a weight and adds it. */
async function weigh(page: Page, pounds: string) {
  await page.keyboard.type(pounds);
  await page.keyboard.press("Enter");
}

/** Types as a scanner does: 30 characters in 50 ms at most, then Enter. */
async function scan(page: Page, code: string) {
  await page.evaluate((text) => {
    const target = document.activeElement ?? document.body;
    for (const key of text) {
      const isTyped = target.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isTyped && isField) document.execCommand("insertText", false, key);
    }
    target.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
    );
  }, code);
}

async function packedOf({ db }: ShopWithin, { id }: { id: string }) {
  return db
    .select({
      name: orderItems.productName,
      state: orderItems.packState,
      lb: orderItems.packedLb,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.position);
}

test("twelve lines are packed by keyboard alone, in at most 40 keys besides the digits", async ({
  page,
  shop,
  kitchen,
}) => {
  const lines = Array.from({ length: 12 }, (_, index) => ({ name: `Cut ${index + 1}` }));
  const order = await orderOf(shop, kitchen.userId, lines);
  await page.goto(today);
  await page.getByRole("link", { name: kitchen.companyName }).click();
  await expect(field(page)).toBeFocused();

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (const { name } of lines) {
    await expect(currentLine(page).getByRole("heading", { level: 2 })).toHaveText(name);
    await page.keyboard.type("10.05");
    await press("Enter");
    await press("+");
  }
  await expect(status(page)).toHaveText("All lines are done. Press f to finish the order.");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await press("f");
  await expect(page.getByText("$1,206.00 before tax")).toBeVisible();
  await press("Enter");
  await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  expect(keys).toBeLessThanOrEqual(40);

  const [invoice] = await documentsOf(shop.db, order.id);
  expect(invoice).toMatchObject({ total: "1206.00" });
  const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored).toMatchObject({ status: "fulfilled", totalPrice: "1206.00" });
});

test("pieces: in range, a slip typed twice, short, and over the promise", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Tri-Tip Roast", pieces: 3, typicalPieceLb: "1.25" },
    { name: "Stew", pounds: "10.00" },
    { name: "Brisket", pounds: "10.00" },
  ]);
  await open(page, order);
  await expect(currentLine(page)).toContainText("3 pieces, about 3.75 lb");
  await weigh(page, "12.9");
  await expect(status(page)).toContainText("12.90 lb is far from what is expected");
  await weigh(page, "1.29");
  await weigh(page, "1.31");
  await weigh(page, "1.26");
  await expect(status(page)).toHaveText("Tri-Tip Roast: 3.86 lb, as ordered");
  await page.keyboard.press("+");

  await weigh(page, "6");
  await page.keyboard.press("+");
  await expect(status(page)).toHaveText("Less than was ordered. Press Enter to accept.");
  await page.keyboard.press("Enter");
  await expect(lineButton(page, "Stew")).toContainText("Short");

  await weigh(page, "11.5");
  await page.keyboard.press("+");
  await expect(status(page)).toHaveText("This costs more than was promised.");
  await page.getByRole("button", { name: "Bill at the promise, $110.00" }).click();
  await expect(lineButton(page, "Brisket")).toContainText("Done");
  await expect
    .poll(() => packedOf(shop, order))
    .toEqual([
      { name: "Tri-Tip Roast", state: "packed", lb: "3.86" },
      { name: "Stew", state: "short", lb: "6.00" },
      { name: "Brisket", state: "packed", lb: "11.50" },
    ]);

  await page.getByRole("button", { name: "Finish the order" }).click();
  // 38.60 + 60.00 + 110.00
  await expect(page.getByText("$208.60 before tax")).toBeVisible();
  await page.getByRole("button", { name: "Finish and invoice" }).click();
  await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  const [invoice] = await documentsOf(shop.db, order.id);
  expect(invoice).toMatchObject({ total: "208.60" });
});

/** A scale's label: item 54321, 1.235 kg. */
const label = "2154321012353";

test("a scanner is heard while another field has the focus", async ({ page, shop, kitchen }) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "3.00" },
    { name: "Oxtail", pounds: "3.00", itemNumber: 54321 },
  ]);
  await open(page, order);
  await page.getByRole("button", { name: /^Lot/ }).click();
  const lot = page.getByRole("textbox", { name: "Lot code" });
  await lot.fill("AB");
  await expect(lot).toBeFocused();
  // Item 54321, 1.235 kg.
  await scan(page, label);
  await expect(status(page)).toContainText("Oxtail: 2.72 lb");
  await expect(details(page)).toContainText("1.235 kg");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);

  await expect(field(page)).toBeFocused();
  await scan(page, label);
  await expect(status(page)).toHaveText(
    "Second package of the same weight? Press Enter to add it.",
  );
  // 9.000 kg of a line over 3 lb: scanned twice, it is meant.
  const heavy = "2154321090009";
  await scan(page, heavy);
  await expect(status(page)).toContainText("far from what is expected");
  await scan(page, heavy);
  await expect(status(page)).toContainText("Oxtail: 22.56 lb");
  await scan(page, `${label.slice(0, -1)}${(Number(label.at(-1)) + 1) % 10}`);
  await expect(status(page)).toContainText("The check digit is wrong");
  await expect.poll(() => packedOf(shop, order)).toMatchObject([{ lb: "0.00" }, { lb: "22.56" }]);
});

test.describe("a cut network", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_RESET/] });

  test("what was packed without a network is sent in order, and survives a reload", async ({
    page,
    context,
    shop,
    kitchen,
  }) => {
    const order = await orderOf(shop, kitchen.userId, [{ name: "Stew", pounds: "20.00" }]);
    await open(page, order);
    for (const pounds of ["1", "1.1", "1.2", "1.3", "1.4"]) await weigh(page, pounds);
    await expect(details(page).getByRole("button", { name: /^Void/ })).toHaveCount(5);
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);

    const lost = /\/api\/packing\//;
    await context.route(lost, (route) => route.abort("connectionreset"));
    for (const pounds of ["1.5", "1.6"]) await weigh(page, pounds);
    await expect(page.getByText("No network")).toBeVisible();
    await expect(page.getByText("Waiting to be sent")).toHaveCount(2);
    await expect(currentLine(page)).toContainText("9.1 lb");

    await page.reload();
    await expect(page.getByText("Waiting to be sent")).toHaveCount(2);
    await context.unroute(lost);
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    await expect(page.getByText("No network")).toBeHidden();
    const stored = await shop.db
      .select({ lb: packages.netLb })
      .from(packages)
      .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
      .where(eq(orderItems.orderId, order.id))
      .orderBy(packages.packedAt);
    expect(stored.map(({ lb }) => lb)).toEqual([
      "1.00",
      "1.10",
      "1.20",
      "1.30",
      "1.40",
      "1.50",
      "1.60",
    ]);
  });
});

test.describe("what is refused", () => {
  test.use({ expectedErrors: [/status of 40[09]|ERR_FAILED/] });

  test("a traced product needs a lot, which is kept for the next package", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await orderOf(shop, kitchen.userId, [{ name: "Ground Beef", isTraced: true }]);
    await open(page, order);
    await weigh(page, "5");
    await page.getByRole("textbox", { name: "Lot code" }).fill(`L-${order.number}`);
    await page.getByRole("button", { name: "Use this lot" }).click();
    await expect(page.getByRole("alert")).toHaveText("Please enter the supplier");
    await page.getByRole("textbox", { name: "Supplier, for a new lot" }).fill("Sample Packer");
    await page.getByRole("button", { name: "Use this lot" }).click();
    await expect(details(page)).toContainText(`lot L-${order.number}`);
    await weigh(page, "5");
    await expect(details(page).getByText(`lot L-${order.number}`)).toHaveCount(2);
  });

  test("an order that somebody changed meanwhile is not finished", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await orderOf(shop, kitchen.userId, [{ name: "Stew" }]);
    // So that the page does not see the change before it asks.
    await page.route("**/api/events", (route) => route.abort());
    await open(page, order);
    await weigh(page, "10");
    await page.keyboard.press("+");
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    await page.keyboard.press("f");
    await expect(page.getByText("$100.00 before tax")).toBeVisible();

    const [item] = await shop.db
      .select({ itemId: orderItems.id })
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id));
    await addPackage(shop.db, await administrator(shop), order.id, {
      ...{ kind: "package", requestId: randomUUID(), itemId: item?.itemId ?? "" },
      ...{ value: "0.5", unit: "lb", pieces: null, source: "typed", rawScan: "", serial: null },
      ...{ isNet: false, lotId: null, isSure: true },
    });
    await page.keyboard.press("Enter");
    await expect(status(page)).toContainText("changed this order meanwhile");
    await expect(currentLine(page)).toContainText("10.5 lb");
    expect(await documentsOf(shop.db, order.id)).toEqual([]);

    await page.keyboard.press("+");
    await page.keyboard.press("f");
    await expect(page.getByText("$105.00 before tax")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  });
});

test("is usable at every width", async ({ page, shop, kitchen }) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Tri-Tip Roast", pieces: 3, typicalPieceLb: "1.25" },
    { name: "Stew", pounds: "10.00" },
  ]);
  await page.goto(today);
  await expect(page.getByRole("link", { name: kitchen.companyName })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "By cut" }).click();
  await expect(page.getByRole("heading", { name: "Tri-Tip Roast" }).first()).toBeVisible();
  await expectAccessible(page);
  await open(page, order);
  await weigh(page, "1.29");
  await expect(currentLine(page)).toContainText("1.29 lb");
  await expectAccessible(page);
});

test("a scale's stable weight is added once, and again after the scale was empty", async ({
  page,
  shop,
  kitchen,
}) => {
  const scale = await fakeScale(page);
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "20.00" },
    { name: "Oxtail", pounds: "20.00" },
  ]);
  await open(page, order);
  const panel = page.getByRole("region", { name: "Scale" });
  await panel.getByRole("button", { name: "Use a scale" }).click();
  await panel
    .getByLabel("What the scale speaks")
    .selectOption("Continuous (A&D, Ohaus and others)");
  await panel.getByRole("button", { name: "Connect" }).click();
  await expect(panel).toContainText("Waiting for the scale");
  await scale.say("US,GS,+  1.100kg\r\n");
  await expect(panel).toContainText("Moving");
  const add = panel.getByRole("button", { name: "Add this weight" });
  await add.click();
  await expect(status(page)).toHaveText("The scale is still moving. Wait a moment.");
  await scale.say("ST,GS,+  1.235kg\r\n");
  await expect(panel).toContainText("1.235 kgStands still");
  await expectAccessible(page);
  await add.click();
  await expect(status(page)).toHaveText("Stew: 2.72 lb");
  await add.click();
  await expect(status(page)).toContainText("Empty the scale before the next package.");
  await scale.say("ST,GS,+  0.000kg\r\n");
  await expect(panel).toContainText("0.000 kg");
  await scale.say("ST,GS,+  2.000kg\r\n");
  await expect(panel).toContainText("2.000 kg");
  // Enter with nothing typed takes it too; typing works all the same.
  await field(page).focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText("Stew: 7.13 lb");
  await weigh(page, "1.5");
  await expect(status(page)).toHaveText("Stew: 8.63 lb");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  const stored = await shop.db
    .select({ lb: packages.netLb, source: packages.source, raw: packages.rawScan })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(eq(orderItems.orderId, order.id))
    .orderBy(packages.packedAt);
  expect(stored).toEqual([
    { lb: "2.72", source: "scale", raw: "ST,GS,+  1.235kg\r\n" },
    { lb: "4.41", source: "scale", raw: "ST,GS,+  2.000kg\r\n" },
    { lb: "1.50", source: "typed", raw: "" },
  ]);

  // The port that was allowed is opened again without a question.
  await page.reload();
  await scale.say("ST,GS,+  3.000kg\r\n");
  await expect(panel).toContainText("3.000 kg");
  await panel.getByRole("button", { name: "Disconnect" }).click();
  await expect(panel.getByRole("button", { name: "Use a scale" })).toBeVisible();
  expect(await scale.seen()).toMatchObject({ opened: null });

  await panel.getByRole("button", { name: "Use a scale" }).click();
  await panel.getByRole("button", { name: "Connect" }).click();
  await scale.say("\n  4.00lb\r\n00\r\u0003");
  await expect(panel).toContainText("4.00 lb");
  await expect.poll(scale.seen).toEqual({
    asked: ["W\r"],
    opened: { baudRate: 9600, dataBits: 7, parity: "even", stopBits: 1 },
  });
});

test("the lot of a product is kept for the next order, and leads to its page", async ({
  page,
  shop,
  kitchen,
}) => {
  const lot = await insertLot(shop.db);
  const first = await orderOf(shop, kitchen.userId, [{ name: "Ground Beef", isTraced: true }]);
  const [line] = await shop.db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, first.id));
  const second = await insertOrder(shop.db, kitchen.userId);
  await insertOrderItem(shop.db, second.id, {
    ...{ productId: line?.productId ?? "", productName: "Ground Beef", quantity: "10.00" },
    pricePerLb: "10.00",
  });
  await open(page, first);
  await page.getByRole("button", { name: /^Lot/ }).click();
  await page.getByRole("button", { name: lot.code }).click();
  await weigh(page, "5");
  await expect(details(page)).toContainText(`lot ${lot.code}`);
  await page.goto(`/admin/packing/${second.id}`);
  await expect(field(page)).toBeFocused();
  await weigh(page, "4");
  await expect(details(page).getByText(`4 lb`, { exact: true })).toBeVisible();
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.getByRole("link", { name: `See lot ${lot.code}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lot ${lot.code}`);
  await expect(page.getByRole("main")).toContainText("9 lb");
});

test.describe("two browsers on one order", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("see each other's packages, and one of them finishes", async ({
    page,
    browser,
    shop,
    kitchen,
  }) => {
    test.slow();
    const dana = { email: `${randomUUID()}@example.com`, password: "long enough a password" };
    await ensureAccount(shop.db, { ...dana, name: "Dana", profile: { isAdmin: true } });
    const context = await browser.newContext({ baseURL: shop.url });
    try {
      await signIn(context.request, shop.url, dana);
      const other = await context.newPage();
      const order = await orderOf(shop, kitchen.userId, [{ name: "Stew", pounds: "20.00" }]);
      await open(page, order);
      await open(other, order);
      await expect(page.getByText("Dana is packing this order too.")).toBeVisible();
      for (let count = 0; count < 10; count += 1) {
        await Promise.all([weigh(page, "1.01"), weigh(other, "1.01")]);
      }
      for (const one of [page, other]) {
        await expect(currentLine(one)).toContainText("20.2 lb");
        await expect(details(one).getByRole("button", { name: /^Void/ })).toHaveCount(20);
        await expect(one.getByText("Waiting to be sent")).toHaveCount(0);
      }
      await page.keyboard.press("+");
      await expect(lineButton(other, "Stew")).toContainText("Done");
      for (const one of [page, other]) {
        await one.keyboard.press("f");
        await expect(one.getByText("$202.00 before tax")).toBeVisible();
      }
      await Promise.all([page.keyboard.press("Enter"), other.keyboard.press("Enter")]);
      for (const one of [page, other]) {
        await expect(one.getByText(`Order ${order.number} is finished`)).toBeVisible();
      }
      expect(await documentsOf(shop.db, order.id)).toMatchObject([{ total: "202.00" }]);
    } finally {
      await context.close();
    }
  });
});
