import { eq } from "drizzle-orm";
import { user } from "#db/schema/accounts.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn, title } from "#tests/e2e/client-area.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { expect, menuOf, place, signInAs, test } from "./orders-page.ts";

test.use({ expectedErrors: [/status of 409/] });

test("the office releases what it may, and sees whom to ask for the rest", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const held = async (totalPrice: string) => {
    const { id } = await insertFilledOrder(shop.db, kitchen.userId, {
      status: "pending",
      totalPrice,
    });
    await insertHold(shop.db, id);
    return `/admin/orders/${id}`;
  };
  const [small, large] = [await held("300.00"), await held("800.00")];
  await signInAs(page, shop, "office");
  await page.goto(large);
  const main = page.getByRole("main");
  await expect(main.getByText(/your role releases orders up to \$500\.00/)).toBeVisible();
  await expect(main.getByRole("button", { name: "Release order" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(small);
  await main.getByLabel("Reason for the release").fill("Called: pays on Friday");
  await main.getByRole("button", { name: "Release order" }).click();
  await expect(main.getByText(/released .*: Called: pays on Friday/)).toBeVisible();
  await page.goto(`/admin/clients/${kitchen.userId}`);
  await expect(main.getByRole("heading", { name: "Balance" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Open the ledger" })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Lists and own prices" })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Details and sites" })).toBeVisible();
  await page.goto("/admin/settings");
  await expect(title(page)).toHaveText("Orders");
  await expect(page.getByText("Access Denied", { exact: true }).first()).toBeVisible();
});

test("the counter takes payment for an order, but no more than is open", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await insertFilledOrder(shop.db, kitchen.userId, {
    status: "fulfilled",
    totalPrice: "86.40",
  });
  await issueFor(shop.db, order);
  await signInAs(page, shop, "counter");
  await page.goto(`/admin/orders/${order.id}`);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Take Payment", exact: true }).click();
  await expect(main.getByText("$86.40 to pay")).toBeVisible();
  await expectAccessible(page);
  const amount = main.getByLabel("Amount ($)");
  await expect(amount).toHaveValue("86.40");
  await amount.fill("100");
  await main.getByRole("button", { name: "Record payment" }).click();
  await expect(main.getByText(/Only \$86\.40 is open/).first()).toBeVisible();
  await expect(amount).toHaveValue("100");
  await amount.fill("86.40");
  await main.getByLabel("Paid by").selectOption("Cash");
  await main.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Payment recorded", { exact: true })).toBeVisible();
  await expect(main.getByRole("link", { name: "Take Payment", exact: true })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "View this client" })).toHaveCount(0);
});

test("a client's page shows the office that emails bounce", async ({ page, shop, kitchen }) => {
  const [owner] = await shop.db.select().from(user).where(eq(user.id, kitchen.userId));
  const recipient = owner?.email ?? "";
  const mail = { recipient, subject: "S", text: "T", html: "H", lastError: "550 No such mailbox" };
  await shop.db.insert(mailOutbox).values({ ...mail, attempts: 1, failedAt: new Date() });
  await signInAs(page, shop, "office");
  await page.goto(`/admin/clients/${kitchen.userId}`);
  const main = page.getByRole("main");
  await expect(main.getByText(`Mail to ${recipient} comes back`)).toBeVisible();
  await expect(main).toContainText("550 No such mailbox");
  await expect(main.getByRole("link", { name: "Correct the address" })).toHaveCount(0);
  await expectAccessible(page);
});

test("the office makes a client inactive, so that no orders are taken, and active again", async ({
  page,
  shop,
  kitchen,
}) => {
  await signInAs(page, shop, "office");
  const main = page.getByRole("main");
  await page.goto(`/admin/clients/${kitchen.userId}/details`);
  await main.getByRole("button", { name: "Make inactive" }).click();
  await expect(main.getByText("This client is inactive")).toBeVisible();
  await expect(main.getByRole("link", { name: "Take an order" })).toHaveCount(0);
  await expectAccessible(page);
  await main.getByRole("link", { name: "Details and sites" }).click();
  await main.getByRole("button", { name: "Make active again" }).click();
  await expect(main.getByRole("link", { name: "Take an order" })).toBeVisible();
});

test("the office requests a deposit, the counter takes it, and the client sees its state", async ({
  page,
  shop,
  kitchen,
  browser,
}) => {
  const order = await place(shop, kitchen);
  await signInAs(page, shop, "office");
  const main = page.getByRole("main");
  await page.goto(order.path);
  await menuOf(page, order).click();
  await page.getByRole("link", { name: "Ask for a deposit" }).click();
  const amount = main.getByLabel("Amount ($)");
  await amount.fill("1000");
  await main.getByRole("button", { name: "Ask for it" }).click();
  await expect(main.getByText(/comes to \$274\.89 at most\. Please ask/).first()).toBeVisible();
  await expectAccessible(page);
  await amount.fill("100");
  await main.getByRole("button", { name: "Ask for it" }).click();
  await expect(page.getByText("Deposit asked for", { exact: true }).first()).toBeVisible();
  await expect(main.getByText("Its deposit is not paid").first()).toBeVisible();
  await expect(main.getByText("$100.00").first()).toBeVisible();

  const theirs = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await signIn(theirs.request, shop.url, kitchen);
  await theirs.goto(`/dashboard/orders/${order.id}`);
  const notice = theirs.getByText("We ask for a deposit of $100.00");
  await expect(notice).toBeVisible();
  await expect(theirs.getByText("We have it, and cut it once it is paid.")).toBeVisible();
  await expectAccessible(theirs);

  await signInAs(page, shop, "counter");
  await page.goto(order.path);
  await main.getByRole("link", { name: "Take Payment", exact: true }).click();
  await expect(main.getByText("$100.00 deposit")).toBeVisible();
  await main.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Payment recorded", { exact: true })).toBeVisible();
  await expect(main.getByRole("link", { name: "Take Payment", exact: true })).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByText("Deposit of $100.00 paid")).toBeVisible();
  await shop.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, order.id));
  await theirs.reload();
  await expect(theirs.getByText("it went to your account as credit")).toBeVisible();
  await theirs.context().close();
});
