import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { expect, test } from "../orders/orders-page.ts";
import {
  currentLine,
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

test("a substitute is packed next, and boxes can be reopened and removed", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "10.00" },
    { name: "Brisket", pounds: "10.00" },
  ]);
  const instead = await insertProduct(shop.db, {
    name: `Instead ${order.number}`,
    slug: `instead-${order.number}`,
    pricePerLb: "10.00",
  });
  const wish = { thickness: "", perPack: "4", trim: "", note: "small cubes" } as const;
  const ofStew = and(eq(orderItems.orderId, order.id), eq(orderItems.productName, "Stew"));
  await shop.db.update(orderItems).set({ wish }).where(ofStew);
  await shop.db.update(orders).set({ callFirst: true }).where(eq(orders.id, order.id));
  await open(page, order);
  await expect(currentLine(page)).toContainText("4 per pack, small cubes");
  await expect(page.getByRole("main")).toContainText("before you send a substitute.");
  await page.getByRole("button", { name: "Substitute", exact: true }).click();
  const form = page.getByRole("region", { name: "Substitute for Stew" });
  // The first product of the list is not preselected, nor is the product itself.
  await expect(form.getByLabel("Product")).toHaveValue("");
  const [stew] = await shop.db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), eq(orderItems.productName, "Stew")));
  await expect(form.locator(`option[value="${stew?.productId}"]`)).toHaveCount(0);
  await expect(form.locator(`option[value="${instead.id}"]`)).toHaveCount(1);
  await expect(form.getByLabel("Pounds")).toHaveValue("10");
  await form.getByLabel("Product").selectOption(instead.name);
  await form.getByLabel("Pounds").fill("30");
  await expect(form).toContainText("leaves about 11 lb for it");
  await form.getByLabel("Pounds").fill("10");
  await form.getByRole("button", { name: "Send this instead" }).click();
  await expect(status(page)).toHaveText(
    `Stew is replaced by ${instead.name}, 10 lb. Weigh it now.`,
  );
  await expect(currentLine(page).getByRole("heading", { level: 2 })).toHaveText(instead.name);
  await expect(currentLine(page)).toContainText("4 per pack, small cubes");
  await weigh(page, "5");
  await expect(status(page)).toHaveText(`${instead.name}: 5 lb`);
  await expect(lineButton(page, "Stew")).toContainText("Replaced");
  await lineButton(page, "Stew").click();
  await weigh(page, "5");
  await expect(status(page)).toHaveText(`Stew was replaced by ${instead.name}. Nothing was added.`);
  await expect(page.getByRole("button", { name: "Bring back" })).toBeVisible();
  await expectAccessible(page);

  await lineButton(page, "Brisket").click();
  const boxes = page.getByRole("region", { name: "Boxes" });
  await boxes.getByRole("button", { name: "New box" }).click();
  await expect(boxes.getByRole("button", { name: /^Box 2/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await boxes.getByRole("button", { name: /^Box 1/ }).click();
  await weigh(page, "4");
  await expect(details(page)).toContainText("box 1");
  await boxes.getByRole("button", { name: "Take out box 2" }).click();
  await expect(boxes.getByRole("button", { name: /^Box/ })).toHaveCount(1);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await expect
    .poll(() => packedOf(shop, order))
    .toEqual([
      { name: "Stew", state: "substituted", lb: "0.00" },
      { name: "Brisket", state: "open", lb: "4.00" },
      { name: instead.name, state: "open", lb: "5.00" },
    ]);
});

test("Finish completes lines packed as ordered, and lists the remaining work", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "10.00" },
    { name: "Brisket", pounds: "10.00" },
  ]);
  await shop.db.update(orders).set({ allowsSubstitutes: false }).where(eq(orders.id, order.id));
  await open(page, order);
  await expect(page.getByRole("button", { name: "Substitute" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Substitute" })).toHaveAccessibleDescription(
    "No substitutes for this client: mark the line short, or call them (604-555-0142) and add a line.",
  );
  await weigh(page, "9.8");
  await expect(lineButton(page, "Stew")).toContainText("As ordered");
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText(
    "Brisket is not done yet. Weigh it, or press Short if there is none.",
  );
  await weigh(page, "4");
  await expect(lineButton(page, "Brisket")).toContainText("Begun");
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText("Brisket is not done yet. Weigh the rest, or press Short.");
  // Finish names lines that differ from the order; Undo takes the Short back, not the package.
  await page.keyboard.press("s");
  await page.keyboard.press("Enter");
  await expect(lineButton(page, "Brisket")).toContainText("Short");
  await page.keyboard.press("f");
  await expect(page.getByRole("list", { name: "Not as ordered" })).toHaveText(
    "Brisket: short, 4 lb of 10 lb",
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText("Brisket is open again.");
  await expect(lineButton(page, "Brisket")).toContainText("Begun");
  await weigh(page, "6");
  // A product that is traced since then: Finish asks for the lot of its earlier packages.
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  const lot = await insertLot(shop.db);
  const [brisket] = await shop.db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), eq(orderItems.productName, "Brisket")));
  await shop.db
    .update(products)
    .set({ isTraced: true })
    .where(eq(products.id, brisket?.productId ?? ""));
  await page.reload();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText("Brisket is traced. Choose its lot.");
  await page
    .getByRole("region", { name: "Lot of Brisket" })
    .getByRole("button", { name: lot.code })
    .click();
  await expect(details(page)).toContainText(`2 packages of lot ${lot.code}`);
  await page.keyboard.press("f");
  await expect(page.getByText("1 package has no lot.")).toBeVisible();
  await expect(status(page)).toContainText("Finish this order and issue its invoice?");
  await expect(lineButton(page, "Stew")).toContainText("Done");
  await page.getByRole("button", { name: "Finish and invoice" }).click();
  await expect(page.getByRole("main")).toContainText(/invoice/i);
  await expect
    .poll(() => packedOf(shop, order))
    .toEqual([
      { name: "Stew", state: "packed", lb: "9.80" },
      { name: "Brisket", state: "packed", lb: "10.00" },
    ]);
});

test("the lot of a product is kept for the next order, and links to its page", async ({
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
    productId: line?.productId ?? "",
    productName: "Ground Beef",
    quantity: "10.00",
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
  // A label that names another known lot sets it; a code with only a lot does too.
  const [right, alone] = [await insertLot(shop.db), await insertLot(shop.db)];
  await page.reload();
  await expect(field(page)).toBeFocused();
  await scan(page, `(10)${right.code}`);
  await expect(status(page)).toHaveText(`Lot ${right.code} for Ground Beef`);
  await weigh(page, "1");
  await expect(details(page)).toContainText(`1 package of lot ${right.code}`);
  await scan(page, `(10)${alone.code}`);
  // Packages of the wrong lot are moved to the right one.
  await details(page)
    .getByRole("button", { name: `Wrong lot ${right.code}: move to another` })
    .click();
  const asked = page.getByRole("region", { name: "Lot of Ground Beef" });
  await asked.getByRole("button", { name: lot.code }).click();
  await expect(details(page)).toContainText(`2 packages of lot ${lot.code}`);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  // The next packages are of the right lot too, even after a reload.
  const lotInUse = page.getByRole("button", { name: /^Lot/ });
  await expect(lotInUse).toContainText(lot.code);
  await page.reload();
  await expect(lotInUse).toContainText(lot.code);
  await details(page).getByRole("button", { name: "Void 1 lb" }).click();
  await expect(details(page)).toContainText(`1 package of lot ${lot.code}`);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  // By now the product is packed from another lot; a package weighed again keeps its lot.
  await page.evaluate(() => localStorage.removeItem("packing:lots"));
  await page.reload();
  await expect(page.getByRole("button", { name: /^Lot/ })).toContainText(lot.code);
  await page.getByRole("link", { name: `See lot ${lot.code}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Lot ${lot.code}`);
  await expect(page.getByRole("main")).toContainText("9 lb");
});

test("Esc keeps the question about the maximum open: nothing more is added without an answer", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Brisket", pounds: "10.00", itemNumber: 54_323 },
    { name: "Stew", pounds: "10.00" },
  ]);
  await open(page, order);
  await weigh(page, "6");
  await weigh(page, "5.5");
  await expect(status(page)).toContainText("What about the extra 0.50 lb?");
  await page.keyboard.press("Escape");
  await weigh(page, "2");
  await expect(status(page)).toHaveText(
    "Brisket: 11.5 lb, over the maximum. Nothing was added. What about the extra 0.50 lb?",
  );
  await expect(field(page)).toHaveValue("2");
  // Another Enter is not an answer.
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText("Choose one. The weight stays here until then.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  // 1.000 kg of the same.
  await scan(page, "2154323010005");
  await expect(status(page)).toContainText("Nothing was added.");
  await page.getByRole("button", { name: "Next line" }).click();
  const asked = page.getByRole("region", { name: "Over the maximum" });
  await field(page).fill("");
  await page.keyboard.type("1");
  await asked.getByRole("button", { name: "Take the last package off" }).click();
  await expect(field(page)).toHaveValue("1");
  // Digits from before the answer don't become part of the next weight.
  await page.keyboard.type("4");
  await expect(status(page)).toContainText("1 was not added.");
  await weigh(page, ".5");
  await expect(status(page)).toHaveText("Brisket: 4.5 lb. 10.5 lb so far, as ordered");
  await weigh(page, "1");
  await expect(status(page)).toContainText("over the maximum");
  await asked.getByRole("button", { name: "Charge the maximum" }).click();
  // A line reopened on purpose accepts more, and asks again.
  await lineButton(page, "Brisket").click();
  await page.getByRole("button", { name: "Open again" }).click();
  await weigh(page, "1.5");
  await expect(status(page)).toHaveText(
    "Brisket: 13 lb, over the maximum. What about the extra 2.00 lb?",
  );
  await page.keyboard.press("Escape");
  await weigh(page, "1.5");
  await expect(status(page)).toContainText("Nothing was added.");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await expect
    .poll(() => packedOf(shop, order))
    .toEqual([
      { name: "Brisket", state: "open", lb: "13.00" },
      { name: "Stew", state: "open", lb: "0.00" },
    ]);
});

test("a weight is never booked on another line than it was typed for", async ({
  page,
  shop,
  kitchen,
}) => {
  const names = ["Brisket", "Stew", "Oxtail", "Shank", "Chuck"];
  const order = await orderOf(
    shop,
    kitchen.userId,
    names.map((name) => ({ name, pounds: "10.00" })),
  );
  await open(page, order);
  const asked = page.getByRole("region", { name: "Over the maximum" });
  await weigh(page, "11.5");
  await page.keyboard.press("Escape");
  await expect(status(page)).toHaveText("Brisket is not done yet. It is 0.50 lb over the maximum.");
  await page.keyboard.press("f");
  await expect(status(page)).toHaveText(
    "Brisket is not done yet, nor are 4 other lines. It is 0.50 lb over the maximum.",
  );
  await weigh(page, "0.4");
  await expect(status(page)).toHaveText("Choose one. The weight stays here until then.");
  await asked.getByRole("button", { name: "Charge the maximum" }).click();
  await expect(status(page)).toHaveText(
    "Brisket is done: the maximum is charged, 0.50 lb over is free. 0.4 was typed for Brisket and was not added.",
  );
  await expect(field(page)).toHaveValue("");
  await expect(field(page)).toBeFocused();

  await weigh(page, "11.25");
  await weigh(page, "0.4");
  await asked.getByLabel("Who agreed, and how").fill("Chef by phone");
  await asked.getByRole("button", { name: "Customer agreed" }).click();
  await expect(status(page)).toHaveText(
    "Stew is done: all 11.25 lb are charged. 0.4 was typed for Stew and was not added.",
  );
  await expect(field(page)).toHaveValue("");

  // Short: the second Enter accepts, and leaves nothing for the next line.
  await weigh(page, "6");
  await page.keyboard.press("s");
  await weigh(page, "4");
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveText(
    "Oxtail is done, short at 6 lb. 4 was typed for Oxtail and was not added.",
  );
  await expect(field(page)).toHaveValue("");

  // The same with the keys beside the field, and with another line chosen.
  await page.keyboard.type("3");
  await page.getByRole("button", { name: "Next line" }).click();
  await expect(currentLine(page)).toContainText("Chuck");
  await expect(status(page)).toHaveText("3 was typed for Shank and was not added.");
  await expect(field(page)).toHaveValue("");
  await page.keyboard.type("3");
  await lineButton(page, "Shank").click();
  await expect(field(page)).toHaveValue("");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await expect
    .poll(() => packedOf(shop, order))
    .toEqual([
      { name: "Brisket", state: "packed", lb: "11.50" },
      { name: "Stew", state: "packed", lb: "11.25" },
      { name: "Oxtail", state: "short", lb: "6.00" },
      { name: "Shank", state: "open", lb: "0.00" },
      { name: "Chuck", state: "open", lb: "0.00" },
    ]);
});

test("packages that wait for their lot are all added once it is chosen, and can be moved", async ({
  page,
  shop,
  kitchen,
}) => {
  const [lot, other] = [await insertLot(shop.db), await insertLot(shop.db)];
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Ground Beef", pounds: "20.00", isTraced: true },
    { name: "Oxtail", pounds: "20.00" },
  ]);
  await open(page, order);
  await weigh(page, "5");
  const asked = page.getByRole("region", { name: "Lot of Ground Beef" });
  await expect(asked.getByText("5 lb waits for the lot")).toBeVisible();
  await expect(field(page)).toBeFocused();
  await weigh(page, "4.5");
  await expect(status(page)).toHaveText("4.50 lb is added once its lot is chosen.");
  // Whole pounds are a weight as well, and no key or line discards waiting weights.
  await weigh(page, "3");
  await expect(status(page)).toHaveText("3.00 lb is added once its lot is chosen.");
  await page.keyboard.press("s");
  await expect(status(page)).toHaveText("Choose the lot of 5 lb, 4.5 lb, 3 lb first, or Cancel.");
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText("3 lb was not added.");
  await weigh(page, "3.25");
  await expect(asked.getByText("5 lb, 4.5 lb, 3.25 lb wait for the lot")).toBeVisible();
  await asked.getByRole("button", { name: lot.code }).click();
  await expect(details(page)).toContainText(`3 packages of lot ${lot.code}`);
  await expect(currentLine(page)).toContainText("12.75 lb");

  // Packages without a lot can be given one; a lot of another product is not offered.
  await lineButton(page, "Oxtail").click();
  await weigh(page, "2");
  await details(page).getByRole("button", { name: "Choose a lot for 1 package" }).click();
  const moving = page.getByRole("region", { name: "Lot of Oxtail" });
  await expect(moving.getByText("Choose the lot of 1 package")).toBeVisible();
  await expect(moving.getByRole("button", { name: other.code })).toBeVisible();
  await expect(moving.getByRole("button", { name: lot.code })).toHaveCount(0);
  await expectAccessible(page);
  await moving.getByRole("button", { name: other.code }).click();
  await expect(status(page)).toHaveText(
    `Lot ${other.code} for 1 package. If it has a label, print it again.`,
  );
  await expect(details(page)).toContainText(`1 package of lot ${other.code}`);

  // Their own lot is not offered, and typing it says so.
  await details(page)
    .getByRole("button", { name: `Wrong lot ${other.code}` })
    .click();
  await expect(moving.getByText("Move 1 package to another lot")).toBeVisible();
  await expect(moving.getByRole("button", { name: other.code })).toHaveCount(0);
  await moving.getByLabel("Lot code").fill(other.code);
  await moving.getByRole("button", { name: "Use this lot" }).click();
  await expect(moving.getByRole("alert")).toHaveText(
    `The package is of lot ${other.code} already.`,
  );
  await page.keyboard.press("Escape");
  await expect(moving).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await details(page)
    .getByRole("button", { name: `Wrong lot ${other.code}` })
    .click();
  // A lot of other meat is found by its whole code, and needs confirmation.
  await moving.getByLabel("Lot code").fill(lot.code);
  await moving.getByRole("button", { name: lot.code }).click();
  await expect(moving.getByRole("alert")).toContainText(
    `Lot ${lot.code} is Ground Beef, not Oxtail.`,
  );
  await expectAccessible(page);
  await moving.getByLabel("Lot code").press("Enter");
  await expect(details(page)).toContainText(`1 package of lot ${lot.code}`);
});

test("a used-up lot isn't carried over to the next order", async ({ page, shop, kitchen }) => {
  const lot = await insertLot(shop.db, { receivedLb: "5.00" });
  const goods = [{ name: "Ground Beef", pounds: "5.00", isTraced: true }];
  const [first, second] = [
    await orderOf(shop, kitchen.userId, goods),
    await orderOf(shop, kitchen.userId, goods),
  ];
  await open(page, first);
  await weigh(page, "5");
  const asked = page.getByRole("region", { name: "Lot of Ground Beef" });
  await asked.getByLabel("Lot code").fill(lot.code);
  await asked.getByRole("button", { name: lot.code }).click();
  await expect(details(page)).toContainText(`1 package of lot ${lot.code}`);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await open(page, second);
  await weigh(page, "5");
  await expect(asked.getByText("5 lb waits for the lot")).toBeVisible();
});

test("one package's lot or weight is corrected, and Undo reverts the last action", async ({
  page,
  shop,
  kitchen,
}) => {
  const [lot, other] = [await insertLot(shop.db), await insertLot(shop.db)];
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Ground Beef", pounds: "20.00", isTraced: true },
  ]);
  const sent = () => expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await open(page, order);
  await weigh(page, "5");
  await page.getByRole("button", { name: lot.code }).click();
  await weigh(page, "4");
  await sent();
  // Only the first package was of another lot: the next has the same as before.
  await details(page).getByRole("button", { name: "Wrong lot of 5 lb" }).click();
  await page
    .getByRole("region", { name: "Lot of Ground Beef" })
    .getByRole("button", { name: other.code })
    .click();
  await expect(status(page)).toContainText(`The next is of lot ${lot.code} as before.`);
  await sent();
  await expect(details(page)).toContainText(`1 package of lot ${other.code}`);
  await expect(details(page)).toContainText(`1 package of lot ${lot.code}`);
  await expect(page.getByRole("button", { name: /^Lot/ })).toContainText(lot.code);

  await details(page).getByRole("button", { name: "Wrong weight of 4 lb" }).click();
  await expect(status(page)).toHaveText("4 lb: type its correct weight and press Enter.");
  await weigh(page, "4.5");
  await expect(status(page)).toHaveText(
    /^Ground Beef: 4.5 lb instead of 4 lb. 9.5 lb so far. If it has a label, PKG-\d+, destroy it, and print the new one.$/,
  );
  await sent();
  await details(page).getByRole("button", { name: "Void 5 lb" }).click();
  await expect(status(page)).toContainText("Took back 5.00 lb Ground Beef");
  await sent();
  await expectAccessible(page);
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText("5.00 lb Ground Beef is back.");
  await sent();
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText("Ground Beef: 4 lb again.");
  await sent();
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText(`1 package is of lot ${lot.code} again.`);
  await sent();
  await expect(details(page)).toContainText(`2 packages of lot ${lot.code}`);
  await expect.poll(() => packedOf(shop, order)).toMatchObject([{ lb: "9.00" }]);
});

test.describe("label prices", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("a weight is derived from the price on a label and the label prices in the settings", async ({
    page,
    shop,
    kitchen,
  }) => {
    const itemNumber = 54_322;
    const order = await orderOf(shop, kitchen.userId, [
      { name: "Stew", pounds: "10.00" },
      { name: "Oxtail", pounds: "10.00", itemNumber },
    ]);
    const prices = page.getByLabel("Prices on the scale’s labels");
    await page.goto("/admin/settings/scans");
    await prices.fill("99998 10.00/kg");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(prices).toHaveAccessibleDescription(/No product has item number 99998/);
    await prices.fill(`${itemNumber} 10.00/kg`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toastText(page, "Settings saved")).toBeVisible();
    await expect(prices).toHaveValue(`${itemNumber} 10.00/kg`);

    await open(page, order);
    // $12.35
    await scan(page, "2054322012355");
    await expect(status(page)).toHaveText(
      "Oxtail: 1.235 kg by the label’s price. Press Yes or Enter to add it.",
    );
    await page.keyboard.press("Enter");
    await expect(status(page)).toHaveText("Oxtail: 2.72 lb");
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    const stored = await shop.db
      .select({ lb: packages.netLb, source: packages.source })
      .from(packages)
      .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
      .where(eq(orderItems.orderId, order.id));
    expect(stored).toEqual([{ lb: "2.72", source: "derived" }]);
  });
});

test("another packer takes over at the same tablet, and packs in their own name", async ({
  page,
  shop,
  kitchen,
}) => {
  const dana = { email: `${randomUUID()}@example.com`, password: "long enough a password" };
  await ensureAccount(shop.db, { ...dana, name: "Dana", profile: { isAdmin: true } });
  const order = await orderOf(shop, kitchen.userId, [{ name: "Stew", pounds: "20.00" }]);
  await open(page, order);
  await weigh(page, "1");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.getByRole("button", { name: "Switch packer" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Email").fill(dana.email);
  await page.getByRole("textbox", { name: "Password" }).fill(dana.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Packing as Dana")).toBeVisible();
  await expect(field(page)).toBeFocused();
  // Dana can't undo the other's package with one key.
  await page.keyboard.press("u");
  await expect(status(page)).toHaveText("You have no package in this order to take back.");
  await weigh(page, "2");
  await expect(details(page)).toContainText("Dana,");
  await expect(currentLine(page)).toContainText("3 lb");
});

test("a reload keeps the line and the unit, and Undo first drops the unconfirmed weight", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Stew", pounds: "10.00" },
    { name: "Brisket", pounds: "10.00" },
  ]);
  await open(page, order);
  await lineButton(page, "Brisket").click();
  await page.getByRole("button", { name: "Type in kg" }).click();
  await page.keyboard.type("16.4");
  await page.reload();
  const title = currentLine(page).getByRole("heading", { level: 2 });
  await expect(title).toHaveText("Brisket");
  await expect(page.getByLabel("Weight in kg, or scan")).toBeVisible();
  await expect(field(page)).toHaveValue("16.4");
  await page.keyboard.press("Escape");
  await weigh(page, "-3");
  await expect(status(page)).toHaveText("A weight is more than 0. Nothing was added.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Type in lb" }).click();
  await expect(field(page)).toBeFocused();
  await weigh(page, "5");
  await expect(status(page)).toHaveText("Brisket: 5 lb");
  await weigh(page, "90");
  await expect(status(page)).toContainText("90.00 lb is far from what is expected");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(status(page)).toHaveText("Nothing was added.");
  await expect(field(page)).toHaveValue("");
  await expect(details(page)).toContainText("5 lb 2.268 kg");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(status(page)).toContainText("Took back 5.00 lb Brisket");
  const next = await orderOf(shop, kitchen.userId, [{ name: "Oxtail" }, { name: "Shank" }]);
  await open(page, next);
  await expect(title).toHaveText("Oxtail");
});
