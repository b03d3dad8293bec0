import { pacificDay } from "#app/lib/dates.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { makeClient } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

test.use({ expectedErrors: [/status of 400/] });

async function debtor(shop: ShopWithin, ...totals: string[]) {
  const client = await makeClient(shop.db);
  const numbers: string[] = [];
  for (const totalPrice of totals) {
    const order = await insertFilledOrder(shop.db, client.userId, {
      status: "fulfilled",
      totalPrice,
    });
    numbers.push((await issueFor(shop.db, order)).documentNumber);
  }
  return { ...client, numbers };
}

const payment = (page: Page, text: string) =>
  page.getByRole("list", { name: "Payments" }).getByRole("listitem").filter({ hasText: text });

/** Picks a file with these rows in an older Windows program's encoding. */
async function choose(page: Page, name: string, rows: string[]) {
  const buffer = Buffer.from(["Posted;Details;Paid;Who", ...rows].join("\r\n"), "latin1");
  await page
    .getByLabel("CSV file from the bank")
    .setInputFiles({ name, mimeType: "text/csv", buffer });
}

test("a bank file is read, exact matches are booked, and another payment is decided by hand", async ({
  page,
  shop,
}) => {
  test.slow();
  const { companyName, numbers, userId } = await debtor(shop, "123.45", "678.90");
  const [exact = "", part = ""] = numbers;
  const [year, month, day] = pacificDay(new Date()).split("-");
  const today = `${day}.${month}.${year}`;
  const rows = [
    `${today};e-Transfer ${exact.toLowerCase()};123,45;Café Élan`,
    `${today};thanks;500,00;Café Élan`,
    `${today};interest;0,12;`,
    `${today};rent;-900,00;`,
  ];
  await page.goto("/admin/receivables");
  await page.getByRole("link", { name: "Bank import" }).click();
  await choose(page, "november.csv", rows);

  await expect(page.getByRole("heading", { name: "november.csv" })).toBeVisible();
  await page.getByLabel("Day", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Date format").selectOption("dmy");
  await page.getByLabel("Amount").selectOption({ index: 3 });
  await page.getByLabel("Sender").selectOption({ index: 4 });
  await page.getByRole("checkbox", { name: "Details" }).check();
  const preview = page.getByRole("table", { name: "How the rows are read" });
  await expect(preview.getByRole("row").filter({ hasText: "Café Élan" })).toHaveCount(2);
  await expect(preview).toContainText("Outgoing: left out");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Read the file" }).click();

  await expect(page.getByText("november.csv: 3 new, 0 duplicates, 1 outgoing")).toBeVisible();
  await expect(page.getByText("1 is applied and 2 are to review")).toBeVisible();
  await expectAccessible(page);
  await payment(page, "interest").getByRole("button", { name: "Ignore" }).click();
  await expect(toastText(page, "Ignored: it isn't a client's payment")).toBeVisible();

  await payment(page, "thanks").getByRole("link").last().click();
  await page.getByLabel("Search by company").fill(companyName);
  await page
    .getByRole("list", { name: "Clients" })
    .getByRole("link", { name: companyName })
    .click();
  const split = page.getByLabel(`Applied to ${part}`);
  await expect(split).toHaveValue("500.00");
  await expectAccessible(page);
  await split.fill("lots");
  await page.getByRole("button", { name: "Apply $500.00" }).click();
  await expect(split).toBeFocused();
  await split.fill("480");
  await expect(page.getByText("$20.00 stays as credit.")).toBeVisible();
  await page.getByRole("button", { name: "Apply $500.00" }).click();
  await expect(toastText(page, "Payment booked")).toBeVisible();

  await page.getByRole("tab", { name: "Applied" }).click();
  await payment(page, "thanks").getByRole("link", { name: companyName }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/receivables/${userId}#entry-`));
  await expect(page.getByRole("row").filter({ hasText: part }).first()).toContainText("$198.90");

  await page.goto("/admin/receivables/import");
  await choose(page, "again.csv", rows);
  await expect(page.getByText("again.csv: 0 new, 3 duplicates, 1 outgoing")).toBeVisible();
  await page.getByRole("tab", { name: "Applied" }).click();
  await payment(page, "thanks").getByRole("button", { name: "Unapply" }).click();
  await expect(toastText(page, "Booking taken back")).toBeVisible();
  await expect(payment(page, "thanks")).toHaveCount(0);
  await choose(page, "none.csv", ['"cut off']);
  await expect(page.getByText("a quotation mark is missing")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("rows are pasted, their columns are named, and they are booked", async ({ page, shop }) => {
    const { companyName } = await debtor(shop, "77.31");
    const [year, month, day] = pacificDay(new Date()).split("-");
    await page.goto("/admin/receivables/import");
    await page.getByText("Paste the rows").click();
    await page.getByLabel("Rows with their headings").fill("no headings");
    await page.getByRole("button", { name: "Read the rows" }).click();
    await expect(page.getByText("The first row has no columns")).toBeVisible();
    await page
      .getByLabel("Rows with their headings")
      .fill(`Date\tMemo\tCredit\tDebit\n${year}/${month}/${day}\tpasted beef\t77.31\t`);
    await page.getByRole("button", { name: "Read the rows" }).click();
    await expect(page.getByRole("row").filter({ hasText: "pasted beef" })).toContainText("$77.31");
    await page.getByRole("button", { name: "Read the file" }).click();
    await expect(page.getByText("Pasted rows: 1 new, 0 duplicates")).toBeVisible();
    const row = payment(page, "pasted beef");
    await expect(row).toContainText(companyName);
    await row.getByRole("button", { name: "Apply $77.31" }).click();
    await expect(page.getByRole("tab", { name: /^Applied/ })).toContainText(/[1-9]/);
    await expect(row).toHaveCount(0);
    // The browser shows `noscript`, but tests can't access its elements.
    expect(await page.content()).toMatch(/<noscript>.*Payment booked/s);
  });
});
