import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { makeClient, signIn } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

test.use({ expectedErrors: [/status of (400|409)/] });

const dayMs = 86_400_000;

/** Creates a client with two invoices, one of them overdue. */
async function debtor(shop: ShopWithin) {
  const client = await makeClient(shop.db);
  const numbers = [];
  for (const [totalPrice, daysAgo] of [
    ["120.00", 45],
    ["80.00", 5],
  ] as const) {
    const order = await insertFilledOrder(shop.db, client.userId, {
      status: "fulfilled",
      totalPrice,
    });
    const issuedAt = new Date(Date.now() - daysAgo * dayMs);
    numbers.push((await issueFor(shop.db, order, issuedAt)).documentNumber);
  }
  return { ...client, numbers, address: `/admin/receivables/${client.userId}` };
}

const form = (page: Page) => page.getByRole("form", { name: "Record a payment" });

const row = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });

test("a payment is recorded, settles the oldest first, and is taken back", async ({
  page,
  shop,
  browser,
}) => {
  test.slow();
  const { companyName, numbers, address, ...client } = await debtor(shop);
  const [old = "", recent = ""] = numbers;
  await page.goto("/admin");
  const owing = page.getByRole("list", { name: "Owing most" });
  await expect(owing.getByRole("link").first()).toContainText(/\$/);
  await page.goto(`/admin/clients?client=${client.userId}`);
  const quickLook = page.getByRole("dialog", { name: companyName });
  await expect(quickLook).toContainText(/Balance\$.* owed, .*overdue since /);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Who is late" }).click();
  await expect(page).toHaveURL("/admin/receivables?view=overdue");
  await expect(page.getByRole("tab", { name: "Overdue" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("link", { name: companyName }).first().click();
  await page.goto(address);
  await expect(row(page, "Open", old)).toContainText("Overdue");

  await form(page).getByLabel("Amount ($)").fill("150");
  await expect(row(page, "Apply the payment to", old)).toContainText("$120.00");
  await expect(row(page, "Apply the payment to", recent)).toContainText("$30.00");
  await form(page).getByLabel("Paid by").selectOption("cheque");
  await form(page).getByLabel("Reference").fill("1042");
  await page.getByRole("button", { name: "Record the payment" }).click();
  await expect(toastText(page, "Payment recorded")).toBeVisible();
  await expect(row(page, "Open", old)).toHaveCount(0);
  await expect(row(page, "Open", recent)).toContainText("$50.00");
  const history = row(page, "History", "Payment by cheque");
  await expect(history).toContainText("-$150.00");

  const context = await browser.newContext({ baseURL: shop.url });
  await signIn(context.request, shop.url, client);
  const own = await context.newPage();
  await own.goto("/dashboard/invoices");
  await expect(own.getByRole("row").filter({ hasText: old })).toContainText("Paid");
  await expect(own.getByRole("row").filter({ hasText: recent })).toContainText("$50.00 open");
  await expectAccessible(own);
  await context.close();

  await history.getByRole("button", { name: `Take back from ${recent}` }).click();
  await expect(row(page, "Open", recent)).toContainText("$80.00");
  await expect(row(page, "Unapplied", "Payment by cheque")).toContainText("$30.00");
  await page.getByRole("button", { name: "Settle the oldest with it" }).click();
  await expect(row(page, "Open", recent)).toContainText("$50.00");
  await history.getByText("Take the payment back").click();
  await history.getByLabel("Why").fill("The cheque bounced.");
  await history.getByRole("button", { name: "Take it back" }).click();
  await expect(row(page, "Open", old)).toContainText("$120.00");
  await expectAccessible(page);
});

test("keeps the input after a mistake, which is marked", async ({ page, shop }) => {
  const { address, numbers } = await debtor(shop);
  await page.goto(address);
  await form(page).getByLabel("Amount ($)").fill("100");
  await page.getByLabel("As entered below").check();
  const parts = [
    page.getByLabel(`Applied to ${numbers[0]}`),
    page.getByLabel(`Applied to ${numbers[1]}`),
  ];
  await parts[0]?.fill("90");
  await parts[1]?.fill("20");
  await page.getByRole("button", { name: "Record the payment" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("more than there is");
  await expect(parts[1] ?? page.locator("none")).toHaveValue("20");
  await parts[1]?.fill("lots");
  await page.getByRole("button", { name: "Record the payment" }).click();
  await expect(parts[1] ?? page.locator("none")).toBeFocused();
  await parts[1]?.fill("10");
  await page.getByRole("button", { name: "Record the payment" }).click();
  await expect(toastText(page, "Payment recorded")).toBeVisible();
  await expect(row(page, "Open", numbers[0] ?? "")).toContainText("$30.00");
});

test("reminders are switched on in the owner's words", async ({ page }) => {
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Reminders" }).click();
  await expect(page.getByLabel("Send reminders")).not.toBeChecked();
  await expectAccessible(page);
  await page.getByLabel("Days before").fill("99");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Days before")).toBeFocused();
  await page.getByLabel("Days before").fill("5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "Reminders saved")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a payment settles the oldest first", async ({ page, shop }) => {
    const { address, numbers } = await debtor(shop);
    await page.goto(address);
    await form(page).getByLabel("Amount ($)").fill("130");
    await page.getByRole("button", { name: "Record the payment" }).click();
    await expect(page).toHaveURL(`${address}?booked=payment`);
    // The browser shows `noscript`, but tests can't access its elements.
    expect(await page.content()).toMatch(/<noscript>.*Payment recorded/s);
    await expect(row(page, "Open", numbers[1] ?? "")).toContainText("$70.00");
  });
});
