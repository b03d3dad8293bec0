import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { expect, signInAs, test } from "../orders/orders-page.ts";
import { makeTill, sale, sold, weigh } from "./counter-page.ts";

test.use({ expectedErrors: [/status of 40[14]/] });

test("an unfinished sale survives the end of the session and a sign-out, and nobody else sees it", async ({
  page,
  context,
  shop,
}) => {
  const till = await makeTill(shop);
  const kim = await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await weigh(page, till.product, "2.03");
  await page.getByRole("button", { name: "E-transfer or cheque" }).click();
  await page.getByLabel("E-transfer ($)").fill("20");
  await page.getByLabel("Reference of the e-transfer").fill("CA9k-77");
  await page.getByLabel("Cash handed over ($)").fill("40");
  await page.getByRole("button", { name: new RegExp(`^${till.product.name}`) }).click();
  const weight = page.getByRole("textbox", { name: `Weight of ${till.product.name} (lb)` });
  await weight.fill("1.2");
  const expectTyped = async () => {
    await expect(sale(page)).toContainText("$50.73");
    await expect(weight).toHaveValue("1.2");
    await expect(page.getByLabel("E-transfer ($)")).toHaveValue("20");
    await expect(page.getByLabel("Reference of the e-transfer")).toHaveValue("CA9k-77");
    await expect(page.getByLabel("Cash handed over ($)")).toHaveValue("40");
  };

  // The session ends during the sale.
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("link", { name: "Drawer" }).click();
  await expect(page).toHaveURL(/\/login/);
  await context.addCookies(cookies);
  await page.goto(till.path);
  await expectTyped();

  // Signed out in another tab; somebody else sells in the meantime.
  const other = await context.newPage();
  await other.goto("/admin/counter");
  await other.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(till.path)}`);
  await expect(page.getByText("The open sale is kept in this browser")).toBeVisible();
  await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await expect(sale(page)).toContainText("Nothing yet.");
  await expect(page.getByRole("textbox", { name: "Scan, item number or name" })).toHaveValue("");
  await weigh(page, till.product, "1");
  await expect(sale(page)).toContainText("$24.99");
  await expect(page.getByLabel("Cash handed over ($)")).toHaveValue("");
  await context.clearCookies();
  await signIn(context.request, shop.url, kim);
  await page.goto(till.path);
  await expectTyped();
});

test("a payment is refused while a product is still being weighed, and the next sale begins without it", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await weigh(page, till.product, "2");
  const { name } = till.product;
  const choose = () => page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await choose();
  const weight = page.getByRole("textbox", { name: `Weight of ${name} (lb)` });
  await weight.fill("1.5");
  const adding = page.getByRole("region", { name: "Add to the sale" });
  await expect(adding).toContainText(name);
  await expect(adding).toContainText("1.50 lb, $37.49");
  await sale(page).getByRole("button", { name: "$49.98 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sale(page).getByRole("alert")).toContainText(`${name} isn’t in the sale yet`);
  await page.getByRole("button", { name: "Another product" }).click();
  const field = page.getByRole("textbox", { name: "Scan, item number or name" });
  await expect(field).toHaveValue("");
  await choose();
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("button", { name: "Next sale" }).click();
  await expect(weight).toHaveCount(0);
  await expect(field).toHaveValue("");
});

test("only a payment's button takes, charges or refunds money; Enter in one of its fields does not", async ({
  page,
  shop,
  kitchen,
}) => {
  const till = await makeTill(shop);
  await updateCustomer(shop.db, kitchen.userId, { poMode: "optional" });
  await signInAs(page, shop, "counter");
  await page.goto(till.path);
  const moved: string[] = [];
  page.on("request", (sent) => {
    // Requests that move money have a request id; questions have none.
    if (sent.postData()?.includes("requestId")) moved.push(sent.url());
  });
  const enterIn = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(text);
    await field.press("Enter");
  };
  await weigh(page, till.product, "2");
  await page.getByRole("button", { name: "On a client’s account" }).click();
  await enterIn("Client", kitchen.companyName);
  await enterIn("PO number (optional)", "4711");
  await expect(page.getByText(`On account of ${kitchen.companyName}`)).toBeVisible();
  await page.getByRole("button", { name: "Pay now instead" }).click();

  await page.getByRole("button", { name: "E-transfer or cheque" }).click();
  await enterIn("E-transfer ($)", "20");
  await enterIn("Reference of the e-transfer (optional)", "CA9k-77");
  await enterIn("Card terminal ($)", "9.98");
  await enterIn("Cash handed over ($)", "30");
  await expect(sale(page)).toContainText("Change: $10.00");
  expect(moved).toEqual([]);
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sold(page)).toContainText("Change: $10.00");
  expect(moved).toHaveLength(1);

  await page.getByRole("link", { name: "See the sale" }).click();
  await page.getByRole("checkbox", { name: new RegExp(till.product.name) }).check();
  await enterIn(`Pounds of ${till.product.name} given back`, "1");
  const why = page.getByRole("region", { name: "Refund" }).getByLabel("Why");
  await why.fill("Sinewy");
  await why.press("Enter");
  await expect(page.getByRole("button", { name: "Give the money back" })).toBeVisible();

  const order = await insertFilledOrder(shop.db, kitchen.userId, { status: "fulfilled" });
  await issueFor(shop.db, order);
  await page.goto(`${till.path}/pickups/${order.id}`);
  await enterIn("Cash handed over ($)", "500");
  await expect(page.getByRole("status").filter({ hasText: "Change:" })).toBeVisible();
  expect(moved).toHaveLength(1);
});
