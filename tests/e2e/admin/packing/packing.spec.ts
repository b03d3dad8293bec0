import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { noMailGoesOut } from "#app/domain/mail/sends-mail.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { administrator, signIn } from "#tests/e2e/client-area.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { documentsOf } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { expect, test } from "../orders/orders-page.ts";
import { fakeScale } from "./fake-scale.ts";
import {
  currentLine,
  dayless,
  details,
  field,
  lineButton,
  open,
  orderOf,
  packedOf,
  scan,
  status,
  weigh,
} from "./station-page.ts";

test("twelve lines are packed by keyboard alone, in at most 40 keys besides the digits", async ({
  page,
  shop,
  kitchen,
}) => {
  const lines = Array.from({ length: 12 }, (_, index) => ({ name: `Cut ${index + 1}` }));
  const order = await orderOf(shop, kitchen.userId, lines);
  await page.goto(dayless);
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
  await expect(status(page)).toHaveText(
    "Cut 12 is done: 10.05 lb. All items are done. Finish the order.",
  );
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await press("f");
  await expect(page.getByText("120.6 lb in 1 box")).toBeVisible();
  await press("Enter");
  await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  expect(keys).toBeLessThanOrEqual(40);

  const [invoice] = await documentsOf(shop.db, order.id);
  expect(invoice).toMatchObject({ total: "1206.00" });
  const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored).toMatchObject({ status: "fulfilled", totalPrice: "1206.00" });
});

test("an order with nothing left is cancelled, after a warning to the packer", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [{ name: "Tri-Tip Roast" }]);
  await page.goto(dayless);
  await page.getByRole("link", { name: kitchen.companyName }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(status(page)).toContainText("marked as not available");
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText(
    "Cancel this order, of which nothing is left? Choose below, or press Enter.",
  );
  await expect(page.getByText("Nothing of this order is left")).toBeVisible();
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await expect(page.getByText(`Order ${order.number} was cancelled`)).toBeVisible();
  await expect(page.getByText(`Nothing was invoiced. ${noMailGoesOut}`)).toBeVisible();
  expect(await documentsOf(shop.db, order.id)).toEqual([]);
  const [stored] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored).toMatchObject({ status: "cancelled" });
});

test("lines are packed in range, short and over the maximum, and an unlikely weight needs retyping", async ({
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
  await expect(status(page)).toHaveText("Tri-Tip Roast: 1.26 lb. 3.86 lb so far, as ordered");
  await page.keyboard.press("+");

  await weigh(page, "6");
  await page.keyboard.press("+");
  await expect(status(page)).toHaveText("Less than was ordered. Press Yes or Enter to accept.");
  // A weight typed too soon waits for the answer, and is not added to the next line.
  await weigh(page, "11.5");
  await expect(status(page)).toHaveText("Answer the question first: Enter accepts, Esc goes back.");
  await expect(field(page)).toHaveValue("11.5");
  await page.keyboard.press("Enter");
  await expect(lineButton(page, "Stew")).toContainText("Short");
  await expect(field(page)).toHaveValue("");
  await weigh(page, "11.5");
  await expect(status(page)).toHaveText(
    "Brisket: 11.5 lb, over the maximum. What about the extra 0.50 lb?",
  );
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText("Choose one.");
  const charge = "Charge the maximum (0.50 lb over is free)";
  await page.getByRole("button", { name: charge }).click();
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
  await expect(page.getByText("21.36 lb in 1 box")).toBeVisible();
  await page.getByRole("button", { name: "Finish and invoice" }).click();
  await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  const [invoice] = await documentsOf(shop.db, order.id);
  expect(invoice).toMatchObject({ total: "208.60" });
});

test("whatever is tapped, the next digits are a weight, and Enter adds it", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "40.00" },
    { name: "Brisket", pounds: "10.00" },
  ]);
  await open(page, order);
  await weigh(page, "2");
  const tapped = ["Undo", "New box", "Short", "Type in kg", "Type in lb", "Finish the order"];
  for (const name of [...tapped, "Find a line"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("textbox", { name: /^(Weight in|Find a line)/ })).toBeFocused();
    if (name === "Find a line" || name === "Short") await page.keyboard.press("Escape");
    if (name === "Type in kg") continue;
    await weigh(page, "2");
  }
  await lineButton(page, "Brisket").click();
  await weigh(page, "3");
  await page.getByRole("button", { name: "Next line" }).click();
  await weigh(page, "4");
  // It waited for the question's answer.
  await page.keyboard.press("Enter");
  // Nothing has the focus, and the first key counts.
  await page.getByText("Packing as").click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await weigh(page, "1.25");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  // One was taken off once, and one box was opened.
  const stored = await shop.db
    .select({ lb: packages.netLb, voidedAt: packages.voidedAt })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(eq(orderItems.orderId, order.id));
  expect(stored.filter(({ voidedAt }) => voidedAt !== null)).toHaveLength(1);
  const [left] = await packedOf(shop, order);
  expect(Number(left?.lb)).toBeGreaterThan(10);
  await expect(
    page.getByRole("region", { name: "Boxes" }).getByRole("button", { name: /^Box/ }),
  ).toHaveCount(2);
});

/** A scale's label: item 54321, 1.235 kg. */
const label = "2154321012353";

test("a scanner works while another field has the focus", async ({ page, shop, kitchen }) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "3.00" },
    { name: "Oxtail", pounds: "3.00", itemNumber: 54321 },
  ]);
  await open(page, order);
  await page.getByRole("button", { name: "No lot" }).click();
  const lot = page.getByRole("textbox", { name: "Lot code" });
  await lot.fill("AB");
  await expect(lot).toBeFocused();
  await scan(page, label);
  await expect(status(page)).toContainText("Oxtail: 2.72 lb");
  await expect(details(page)).toContainText("1.235 kg");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);

  await expect(field(page)).toBeFocused();
  await scan(page, label);
  await expect(status(page)).toHaveText(
    "Second package of the same weight? Press Yes or Enter to add it.",
  );
  // 9.000 kg for a line of 3 lb: scanned twice, it is accepted.
  const heavy = "2154321090009";
  await scan(page, heavy);
  await expect(status(page)).toContainText("far from what is expected");
  await scan(page, heavy);
  await expect(status(page)).toContainText("Oxtail: 22.56 lb");
  await scan(page, `${label.slice(0, -1)}${(Number(label.at(-1)) + 1) % 10}`);
  await expect(status(page)).toContainText("The check digit is wrong");
  await expect.poll(() => packedOf(shop, order)).toMatchObject([{ lb: "0.00" }, { lb: "22.56" }]);
});

test.describe("a lost connection", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_RESET/] });

  test("packages added offline are sent in order, and survive a reload", async ({
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

test.describe("a refusal", () => {
  test.use({ expectedErrors: [/status of 40[09]|ERR_FAILED/] });

  test("of a package without its lot offers the lots, and the chosen one is kept for the next package", async ({
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
    await expect(details(page)).toContainText(`2 packages of lot L-${order.number}`);
  });

  test("of finishing an order that somebody changed in the meantime", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await orderOf(shop, kitchen.userId, [{ name: "Stew" }]);
    // Keeps the page from seeing the change before it asks.
    await page.route("**/api/events", (route) => route.abort());
    await open(page, order);
    await weigh(page, "10");
    await page.keyboard.press("+");
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    await page.keyboard.press("f");
    await expect(page.getByText("10 lb in 1 box")).toBeVisible();

    const [item] = await shop.db
      .select({ itemId: orderItems.id })
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id));
    await addPackage(shop.db, await administrator(shop), order.id, {
      kind: "package",
      requestId: randomUUID(),
      itemId: item?.itemId ?? "",
      value: "0.5",
      unit: "lb",
      pieces: null,
      source: "typed",
      rawScan: "",
      serial: null,
      isNet: false,
      lotId: null,
      boxId: null,
      isSure: true,
    });
    await page.keyboard.press("Enter");
    await expect(status(page)).toContainText("changed this order in the meantime");
    await expect(currentLine(page)).toContainText("10.5 lb");
    expect(await documentsOf(shop.db, order.id)).toEqual([]);

    await page.keyboard.press("+");
    await page.keyboard.press("f");
    await expect(page.getByText("10.5 lb in 1 box")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  });
});

test("is usable at every width", async ({ page, shop, kitchen }) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Tri-Tip Roast", pieces: 3, typicalPieceLb: "1.25" },
    { name: "Stew", pounds: "10.00" },
  ]);
  await page.goto(dayless);
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
  await panel.getByLabel("Scale protocol").selectOption("Continuous (A&D, Ohaus and others)");
  await panel.getByRole("button", { name: "Connect" }).click();
  await expect(panel).toContainText("Waiting for the scale");
  await scale.say("US,GS,+  1.100kg\r\n");
  await expect(panel).toContainText("Moving");
  const add = panel.getByRole("button", { name: "Add this weight" });
  await add.click();
  await expect(status(page)).toHaveText("The scale is still moving. Wait a moment.");
  await scale.say("ST,GS,+  1.235kg\r\n");
  await expect(panel).toContainText("1.235 kgStable");
  await expectAccessible(page);
  await add.click();
  await expect(status(page)).toHaveText("Stew: 2.72 lb");
  await add.click();
  await expect(status(page)).toContainText("Empty the scale before the next package.");
  await scale.say("ST,GS,+  0.000kg\r\n");
  await expect(panel).toContainText("0.000 kg");
  await scale.say("ST,GS,+  2.000kg\r\n");
  await expect(panel).toContainText("2.000 kg");
  await field(page).focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText("Stew: 4.41 lb. 7.13 lb so far");
  await weigh(page, "1.5");
  await expect(status(page)).toHaveText("Stew: 1.5 lb. 8.63 lb so far");
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

  // The allowed port is opened again without a question.
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

test.describe("two browsers on one order", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("show each other's packages, and one of them finishes", async ({
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
        await expect(one.getByText("20.2 lb in 1 box")).toBeVisible();
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

test("a packer filters a day by one zone, which stays chosen by order and by cut", async ({
  page,
  shop,
  kitchen,
}) => {
  const day = "2099-03-03";
  const place = async (name: string, product: string) => {
    const order = await orderOf(shop, kitchen.userId, [{ name: product }]);
    const zone = await insertZone(shop.db, { name: `${name} ${order.number}` });
    await putOnRun(shop.db, await insertRun(shop.db, { zoneId: zone.id, date: day }), order);
    return { ...order, zone: zone.name, product };
  };
  const [coast, valley] = [await place("Coast", "Flank"), await place("Valley", "Brisket")];
  await page.goto(`/admin/packing?day=${day}`);
  const zones = page.getByRole("navigation", { name: "Zones" });
  const shown = page.getByRole("tabpanel");
  await expect(zones.getByRole("link", { name: "All zones" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await zones.getByRole("link", { name: `${valley.zone} (1)` }).click();
  await expect(shown.getByRole("heading", { name: coast.zone })).toHaveCount(0);
  await expect(shown.getByRole("heading", { name: valley.zone })).toBeVisible();
  await page.getByRole("link", { name: "By cut" }).click();
  await expect(shown.getByRole("heading", { name: valley.product })).toBeVisible();
  await expect(shown.getByRole("heading", { name: coast.product })).toHaveCount(0);
  await zones.getByRole("link", { name: `${coast.zone} (1)` }).click();
  await expect(shown.getByRole("heading", { name: coast.product })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "By order" }).click();
  await expect(shown.getByRole("heading", { name: coast.zone })).toBeVisible();
  await zones.getByRole("link", { name: "All zones" }).click();
  await expect(shown.getByRole("heading", { name: valley.zone })).toBeVisible();
});

test("from a finished order, Next order opens the next to pack, and the list after the last", async ({
  page,
  shop,
  kitchen,
}) => {
  const day = "2099-03-04";
  const zone = await insertZone(shop.db, { name: "Next Valley" });
  const run = await insertRun(shop.db, { zoneId: zone.id, date: day });
  const [first, second] = [
    await orderOf(shop, kitchen.userId, [{ name: "Flank" }]),
    await orderOf(shop, kitchen.userId, [{ name: "Brisket" }]),
  ];
  for (const order of [first, second]) await putOnRun(shop.db, run, order);
  const finish = async () => {
    await expect(field(page)).toBeFocused();
    await weigh(page, "10");
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    await page.keyboard.press("f");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Next order" }).click();
  };
  await page.goto(`/admin/packing/${first.id}`);
  await finish();
  await expect(currentLine(page).getByRole("heading", { level: 2 })).toHaveText("Brisket");
  await finish();
  await expect(page.getByRole("heading", { level: 1, name: "Packing" })).toBeVisible();
});
