import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { tillReceipts } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { expect, listOf, place, rows, test } from "../orders/orders-page.ts";
import { makeTill, receipt, sale, sold, weigh } from "./counter-page.ts";

test.use({ expectedErrors: [/status of (400|404|409)|ERR_INTERNET_DISCONNECTED/] });

test("an order is handed over and paid by two methods", async ({ page, shop, kitchen }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const till = await makeTill(shop);
  const order = await insertFilledOrder(shop.db, kitchen.userId, { status: "fulfilled" });
  await issueFor(shop.db, order);
  await page.goto(till.path);
  await page.getByRole("link", { name: "Pickups" }).click();
  const waiting = page.getByRole("listitem").filter({ hasText: kitchen.companyName });
  const due = /\$([\d.]+) due/.exec((await waiting.textContent()) ?? "")?.[1] ?? "";
  expect(Number(due)).toBeGreaterThan(50);
  await waiting.getByRole("link", { name: /^Hand over/ }).click();
  await expect(page.getByText(`$${due} to pay`)).toBeVisible();
  await page.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(page.getByText(`Please say why $${due} is left open`).first()).toBeVisible();
  await page.getByRole("button", { name: "E-transfer or cheque" }).click();
  await page.getByLabel("Cheque ($)").fill("50");
  await page.getByLabel("Cheque number").fill("000417");
  await page
    .getByRole("button", { name: /in cash$/ })
    .first()
    .click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take payment and hand over" }).click();
  const handedOver = page.getByRole("status").filter({ hasText: "is handed over." });
  await expect(handedOver).toBeFocused();
  await expect(waiting).toHaveCount(0);
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id));
  expect(row?.status).toBe("delivered");
  const taken = await shop.db
    .select({ method: tillReceipts.method, reference: tillReceipts.reference })
    .from(tillReceipts)
    .where(eq(tillReceipts.orderId, order.id));
  expect(taken).toEqual([
    { method: "cheque", reference: "000417" },
    { method: "cash", reference: "" },
  ]);
  await page.goto(till.session);
  await expect(page.getByRole("region", { name: "Cheques and e-transfers" })).toContainText(
    /Cheque 000417, .+\$50\.00/,
  );
  await expectAccessible(page);
});

test("a part payment leaves the rest on account by the terms, or open with a reason", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const till = await makeTill(shop);
  const order = await insertFilledOrder(shop.db, kitchen.userId, {
    status: "fulfilled",
    totalPrice: "86.40",
  });
  await issueFor(shop.db, order);
  await updateCustomer(shop.db, kitchen.userId, { termsKind: "on_delivery" });
  await page.goto(`${till.path}/pickups/${order.id}`);
  const cash = page.getByLabel("Cash handed over ($)");
  const rest = page.getByRole("checkbox", { name: /^Leave \$36\.40 on the account of/ });
  await cash.fill("50");
  await expect(rest).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Hand it over with $36.40 left open" }).check();
  await expect(page.getByRole("status")).toHaveText("$36.40 is left open");
  await expect(page.getByLabel("Why $36.40 is left open")).toHaveAccessibleDescription(
    /^\$36\.40 is left open\. The office sees it in Receivables\./,
  );
  await expectAccessible(page);
  await updateCustomer(shop.db, kitchen.userId, { termsKind: "net", termsDays: 14 });
  await page.reload();
  await cash.fill("50");
  await expect(page.getByRole("status")).toHaveText("$36.40 is missing from what was handed over.");
  await rest.check();
  await expect(page.getByRole("status")).toHaveText("$36.40 stays on account");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take $50.00 and hand over" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is handed over." })).toBeFocused();
  const taken = await shop.db
    .select({ method: tillReceipts.method, cents: tillReceipts.cents })
    .from(tillReceipts)
    .where(eq(tillReceipts.orderId, order.id));
  expect(taken).toEqual([{ method: "cash", cents: 50_00 }]);
});

test("cash taken on an order's page goes into a till's drawer, rounded to five cents", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const till = await makeTill(shop);
  const order = await insertFilledOrder(shop.db, kitchen.userId, {
    status: "fulfilled",
    totalPrice: "86.42",
  });
  await issueFor(shop.db, order);
  await page.goto(`/admin/orders/${order.id}/pay`);
  await expect(
    page.getByRole("link", { name: "hand it over and take its payment at the till" }),
  ).toHaveAttribute("href", new RegExp(`/pickups/${order.id}$`));
  const drawer = page.getByLabel("Counted with");
  const amount = page.getByLabel("Amount ($)");
  const sessionId = till.session.split("/").at(-1) ?? "";
  await drawer.selectOption(sessionId);
  await expect(amount).toHaveValue("86.40");
  await page.getByLabel("Paid by").selectOption("Cheque");
  await expect(amount).toHaveValue("86.42");
  await page.getByLabel("Paid by").selectOption("Cash");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Payment recorded", { exact: true })).toBeVisible();
  const taken = await shop.db
    .select({ sessionId: tillReceipts.sessionId, cents: tillReceipts.cents })
    .from(tillReceipts)
    .where(eq(tillReceipts.orderId, order.id));
  expect(taken).toEqual([{ sessionId, cents: 86_40 }]);
});

test("cash taken back after its till was counted leaves a chosen drawer, and the till's report keeps its figures", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const till = await makeTill(shop);
  const later = await makeTill(shop);
  const sessionId = till.session.split("/").at(-1) ?? "";
  const order = await insertFilledOrder(shop.db, kitchen.userId, {
    status: "fulfilled",
    totalPrice: "86.40",
  });
  await issueFor(shop.db, order);
  await page.goto(`/admin/orders/${order.id}/pay`);
  await page.getByLabel("Counted with").selectOption(sessionId);
  await page.getByRole("button", { name: "Record payment" }).click();
  const payments = page.getByRole("region", { name: "Payments", exact: true });
  await expect(payments).toContainText(/Cash.+by .+At till \d+\$86\.40/);
  await page.goto(`${till.path}/drawer`);
  await page.getByLabel("Cash in the drawer ($)").fill("186.40");
  await page.getByRole("button", { name: "Close the till" }).click();
  const should = page.getByRole("region", { name: "Drawer", exact: true });
  await expect(should).toContainText("Should be there$186.40");
  await page.goto(`/admin/receivables/${kitchen.userId}`);
  await page.getByText("Take the payment back").click();
  await page.getByLabel("Why", { exact: true }).last().fill("Another client’s");
  const where = page.getByLabel("Where the cash is");
  await where.selectOption(later.session.split("/").at(-1) ?? "");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Payment taken back").first()).toBeVisible();
  await page.goto(till.session);
  await expect(should).toContainText("Should be there$186.40");
  await expect(page.getByRole("region", { name: "Changed since it was closed" })).toContainText(
    /Recorded as \$86\.40 in cash, taken back on .+ given back out of the drawer of till \d+ \(.+\), opened on /,
  );
  await expectAccessible(page);
  await page.goto(`${later.path}/drawer`);
  await expect(page.getByRole("region", { name: "Drawer", exact: true })).toContainText(
    /Cash out: Given back for order \d+, payment taken back: Another client’s-\$86\.40/,
  );
  await page.goto(`/admin/orders/${order.id}`);
  await expect(payments).toContainText(/Taken back on .+: Another client’s/);
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("Payment booked");
  await expect(history).toContainText("Payment taken back");
  await expectAccessible(page);
});

test("a packed pickup leads from its order to the till, where it is paid and handed over", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await makeTill(shop);
  const order = await insertFilledOrder(shop.db, kitchen.userId, { status: "fulfilled" });
  await issueFor(shop.db, order);
  await page.goto(`/admin/orders/${order.id}`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Hand Over and Take Payment" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/counter/[0-9a-f-]{36}/pickups/${order.id}$`));
  await page.getByRole("button", { name: /by card terminal$/ }).click();
  await page.getByRole("button", { name: "Take payment and hand over" }).click();
  await expect(page.getByRole("status").getByText("is handed over.")).toBeVisible();
  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByRole("link", { name: /^Hand Over/ })).toHaveCount(0);
});

test("a sale on a client's account has their prices, and needs a connection", async ({
  page,
  shop,
  kitchen,
  context,
}) => {
  const till = await makeTill(shop);
  await page.goto(till.path);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const pounds of ["2", "1", "1.5"]) await weigh(page, till.product, pounds);
  // The bar with the payment's button never covers them, however long the sale is.
  for (const name of ["E-transfer or cheque", "On a client’s account"]) {
    const way = sale(page).getByRole("button", { name });
    await expect(way).toBeInViewport({ ratio: 1 });
    await way.click({ trial: true });
  }
  for (const pounds of ["1.00", "1.50"]) {
    await page.getByRole("button", { name: `Take off ${till.product.name}, ${pounds} lb` }).click();
  }
  await page.getByRole("button", { name: "On a client’s account" }).click();
  await page.getByLabel("Client", { exact: true }).fill(kitchen.companyName);
  await page.getByRole("button", { name: kitchen.companyName }).click();
  await expect(page.getByText(`On account of ${kitchen.companyName}`)).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(true);
  const put = page.getByRole("button", { name: `Put on the account of ${kitchen.companyName}` });
  await put.click();
  await expect(page.getByRole("alert")).toContainText("Take the money now.");
  await context.setOffline(false);
  await put.click();
  await expect(sold(page)).toContainText("On account: $49.98");
  await expect(receipt(page)).toContainText(`On account: ${kitchen.companyName}`);
  // It is credited on the account that owes it.
  await page.getByRole("link", { name: "See the sale" }).click();
  await expect(page.getByText("so no money goes back here.")).toBeVisible();
  await page.getByRole("link", { name: "Credit this sale" }).click();
  await expect(page.getByRole("main")).toContainText(till.product.name);
  await page.goto(till.session);
  const figures = page.getByRole("region", { name: "Sold, taken and given back", exact: true });
  await expect(figures).toContainText(/On account.\$49\.98/);
});

test("a sale is paid by e-transfer, terminal and cash, and the report has the reference", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const till = await makeTill(shop);
  await page.goto(till.path);
  await weigh(page, till.product, "2.03");
  await expect(sale(page)).toContainText("$50.73");
  // A misplaced decimal point needs confirmation, and is added once entered again.
  await weigh(page, till.product, "20.3");
  await expect(page.getByRole("alert")).toContainText("20.30 lb is far above the packages so far");
  await expect(sale(page)).toContainText("$50.73");
  const weight = page.getByRole("textbox", { name: `Weight of ${till.product.name} (lb)` });
  await weight.fill("20.3");
  await weight.press("Enter");
  await page.getByRole("button", { name: `Take off ${till.product.name}, 20.30 lb` }).click();
  await expect(sale(page)).toContainText("$50.73");
  await page.getByRole("button", { name: "E-transfer or cheque" }).click();
  await page.getByLabel("E-transfer ($)").fill("20");
  await page.getByLabel("Reference of the e-transfer").fill("CA9k-77");
  await page.getByLabel("Card terminal ($)").fill("10.70");
  await expect(page.getByLabel("Cash handed over ($)")).toHaveAccessibleDescription(
    /\$20\.05 in cash/,
  );
  await sale(page).getByRole("button", { name: "$40.00 in cash" }).click();
  await expect(sale(page).getByRole("status")).toHaveText("Change: $19.95");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(receipt(page)).toContainText(/e-transfer CA9k-77\s*\$20\.00/);
  await expect(receipt(page)).toContainText(/Cash rounding\s*\$0\.02/);
  await page.goto(till.session);
  await expect(page.getByRole("region", { name: "Cheques and e-transfers" })).toContainText(
    /E-transfer CA9k-77, R-\d{6}\$20\.00/,
  );
});

test("a sale paid by two methods is refunded by both, and one amount completes the other", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  await page.goto(till.path);
  await weigh(page, till.product, "2");
  await page.getByLabel("Card terminal ($)").fill("20");
  await sale(page)
    .getByRole("button", { name: /in cash$/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("link", { name: "See the sale" }).click();
  const refund = page.getByRole("region", { name: "Refund", exact: true });
  const ways = refund.getByRole("group", { name: "How it is given back" });
  const card = ways.getByLabel("Card terminal ($)");
  const cash = ways.getByLabel("Cash ($)");
  const said = refund.getByRole("status");
  await refund.getByRole("checkbox", { name: till.product.name }).check();
  await expect(card).toHaveValue("20.00");
  await expect(cash).toHaveValue("30.00");
  const pounds = refund.getByLabel(`Pounds of ${till.product.name} given back`);
  await pounds.fill("1");
  await expect(card).toHaveValue("20.00");
  await expect(cash).toHaveValue("5.00");
  await card.fill("5");
  await expect(cash).toHaveValue("20.00");
  await cash.fill("10");
  await expect(card).toHaveValue("14.99");
  await expect(said).toHaveText("Give back $14.99 by card terminal and $10.00 in cash");
  await pounds.fill("2");
  await expect(cash).toHaveValue("10");
  await expect(said).toHaveText("In cash it comes to $30.00: $20.00 is missing. Check the amount.");
  await pounds.fill("1");
  await expectAccessible(page);
  await refund.getByRole("radio", { name: "The customer had it" }).check();
  await refund.getByLabel("Why").fill("Not as expected");
  await page.getByRole("button", { name: "Give the money back" }).click();
  await expect(
    page.getByText("Give back: $14.99 by card terminal and $10.00 in cash"),
  ).toBeVisible();
});

test("correcting a payment closes its form, and moves the focus to the payments", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  await page.goto(till.path);
  await weigh(page, till.product, "2");
  await page.getByLabel("Card terminal ($)").fill("20");
  await sale(page)
    .getByRole("button", { name: /in cash$/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("link", { name: "See the sale" }).click();
  const payments = page.getByRole("region", { name: "Payments" });
  await payments.getByText("It was paid in another way", { exact: true }).click();
  await payments.getByLabel("Payment", { exact: true }).selectOption("$20.00 by card terminal");
  await payments.getByLabel("It was paid by").selectOption("E-transfer");
  await payments.getByLabel("Why").fill("The wrong key");
  await payments.getByRole("button", { name: "Correct the payment" }).click();
  await expect(payments).toContainText("$20.00 by e-transfer");
  await expect(payments.getByRole("heading", { name: "Payments" })).toBeFocused();
  // The other payment could be corrected too: the form is there, but closed.
  await expect(payments.getByText("It was paid in another way", { exact: true })).toBeVisible();
  await expect(payments.getByRole("button", { name: "Correct the payment" })).toBeHidden();
});

test("two tablets at one drawer count it once, and each till sells for its own drawer", async ({
  page,
  context,
  browser,
  shop,
}) => {
  const till = await makeTill(shop, 50_00);
  const other = await makeTill(shop, 20_00);
  const tablet = await browser.newContext({ storageState: await context.storageState() });
  const second = await tablet.newPage();
  await page.goto(till.path);
  await second.goto(till.path);
  const pages = [
    { on: page, lb: "1" },
    { on: second, lb: "2" },
  ];
  await Promise.all(
    pages.map(async ({ on, lb }) => {
      await weigh(on, till.product, lb);
      await sale(on)
        .getByRole("button", { name: /^Exactly|in cash$/ })
        .first()
        .click();
      await on.getByRole("button", { name: "Take payment" }).click();
      await expect(receipt(on)).toContainText(/Receipt R-\d{6}/);
    }),
  );
  // 50.00 + 25.00 + 50.00, before the coins; the other till has only its float.
  await page.goto(`${till.path}/drawer`);
  await second.goto(`${till.path}/drawer`);
  for (const [on, counted] of [
    [page, "125"],
    [second, "124"],
  ] as const) {
    const closing = on.getByRole("region", { name: "Count and close" });
    await closing.getByLabel("Cash in the drawer ($)").fill(counted);
  }
  // Coins come in during the count: the count is asked for again, and accepted then.
  const move = { requestId: randomUUID(), kind: "in" as const, amount: 100, reason: "Coins" };
  await moveCash(shop.db, till.admin, { ...move, sessionId: till.sessionId });
  await page.getByRole("button", { name: "Close the till" }).click();
  await expect(page.getByRole("alert")).toContainText("please count again");
  await page.getByLabel("Cash in the drawer ($)").fill("126");
  await page.getByRole("button", { name: "Close the till" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Z report");
  await second.getByRole("button", { name: "Close the till" }).click();
  // The second count is answered with who closed the drawer, and a link to that report.
  await expect(second.getByRole("alert")).toContainText(
    / was closed on .+ already\. Your count was not recorded\./,
  );
  await second.getByRole("link", { name: "See its Z report" }).click();
  await expect(second.getByRole("heading", { level: 1 })).toContainText("Z report");
  // Back to the form that closed it: it is gone.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Till \d+ is closed$/);
  await expect(page.getByRole("button", { name: "Close the till" })).toHaveCount(0);
  await page.goto(other.session);
  const drawer = page.getByRole("region", { name: "Drawer", exact: true });
  await expect(drawer).toContainText(/Should be there\$20\.00/);
  await tablet.close();
});

test("two tabs of a till share one basket, which is paid once", async ({ page, context, shop }) => {
  const till = await makeTill(shop);
  const second = await context.newPage();
  await page.goto(till.path);
  await second.goto(till.path);
  await weigh(page, till.product, "2");
  await expect(sale(second)).toContainText("$49.98");
  // This tab gets no events of the other's payments, like a sleeping one.
  await second.evaluate(() => {
    for (const type of ["storage", "focus"]) {
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    }
    const { getItem } = Storage.prototype;
    const basket = Object.fromEntries(Object.entries(localStorage));
    Storage.prototype.getItem = function (key) {
      return key.startsWith("till-slip") ? getItem.call(this, key) : (basket[key] ?? null);
    };
  });
  for (const on of [page, second]) {
    await sale(on).getByRole("button", { name: "$49.98 by card terminal" }).click();
  }
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(receipt(page)).toContainText(/Receipt R-\d{6}/);
  const number = (await receipt(page).textContent())?.match(/R-\d{6}/)?.[0] ?? "";
  await second.getByRole("button", { name: "Take payment" }).click();
  await expect(sale(second).getByRole("alert")).toHaveText(`This sale is already paid: ${number}.`);
  // An active tab is emptied as soon as another one's sale is paid.
  await page.getByRole("button", { name: "Next sale" }).click();
  const third = await context.newPage();
  await third.goto(till.path);
  await weigh(page, till.product, "1");
  await expect(sale(third)).toContainText("$24.99");
  await sale(page).getByRole("button", { name: "$24.99 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sale(third).getByRole("alert")).toContainText("This sale is already paid: R-");
  await expect(sale(third)).toContainText("Nothing yet.");
  await sale(third).getByRole("link", { name: /^R-/ }).click();
  await expect(third.getByRole("heading", { level: 1 })).toContainText("Sale R-");
});

test("counter sales are marked in the list of orders, and filtered", async ({
  page,
  shop,
  kitchen,
}) => {
  await insertServedZone(shop.db);
  const placed = await place(shop, kitchen);
  const over = await place(shop, kitchen, { channel: "counter", status: "delivered" });
  await page.goto(listOf(kitchen));
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: over.number })).toContainText("Counter sale");
  await page.getByLabel("Delivery", { exact: true }).selectOption("All but counter sales");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(placed.number);
  await page.getByLabel("Delivery", { exact: true }).selectOption("Counter sales");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(over.number);
  await expectAccessible(page);
});

test("on a tablet, a sale of four lines shows its total, payment methods, button and any refusal without scrolling", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 768, height: 850 });
  const till = await makeTill(shop);
  await insertProduct(shop.db, { name: `${"Long name ".repeat(6)}${till.id.slice(0, 8)}` });
  await page.goto(till.path);
  // A long name makes only its own row taller, and each product fills its place.
  const tiles = await page
    .getByRole("list", { name: "Products" })
    .getByRole("listitem")
    .evaluateAll((items) =>
      items.map((item) => [item.clientHeight, item.querySelector("button")?.offsetHeight]),
    );
  for (const [place, button] of tiles) expect(button).toBe(place);
  expect(new Set(tiles.map(([place]) => place)).size).toBeGreaterThan(1);
  for (const lb of ["1", "1.1", "1.2", "1.3"]) await weigh(page, till.product, lb);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(sale(page).getByText("$114.96").first()).toBeInViewport();
  const card = sale(page).getByLabel("Card terminal ($)");
  await expect(card).toBeInViewport();
  await expect(sale(page).getByLabel("Cash handed over ($)")).toBeInViewport();
  const take = page.getByRole("button", { name: "Take payment" });
  await expect(take).toBeInViewport({ ratio: 1 });
  await card.fill("114.96");
  await expect(sale(page).getByRole("status")).toHaveText("No change");
  await card.fill("200");
  await take.click();
  const refused = sale(page).getByRole("alert");
  await expect(refused).toHaveText("$114.96 is due. This is more. Check the amounts.");
  await expect(refused).toBeFocused();
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(sale(page).getByRole("status")).toHaveCount(0);
  await expectAccessible(page);
});

test("a name with several matches lists them for choosing by keyboard; a message disappears with the next action", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  const twins = `Twin ${till.product.name}`;
  for (const of of ["Flat", "Point"]) await insertProduct(shop.db, { name: `${twins} ${of}` });
  await page.goto(till.path);
  const field = page.getByRole("textbox", { name: "Scan, item number or name" });
  await field.fill(twins);
  await field.press("Enter");
  const said = page.getByText(`2 products match “${twins}”.`);
  await expect(said).toBeVisible();
  await expect(field).toHaveValue(twins);
  await expect(page.getByRole("list", { name: "Products" }).getByRole("listitem")).toHaveCount(2);
  await field.press("ArrowDown");
  await expect(page.getByRole("button", { name: new RegExp(`^${twins} Flat`) })).toBeFocused();
  await field.fill("nothing");
  await expect(said).toHaveCount(0);
});
