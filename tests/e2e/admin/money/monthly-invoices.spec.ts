import { eq } from "drizzle-orm";
import { customers } from "#db/schema/customers.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import {
  expect,
  fulfilFromMenu,
  menuOf,
  place,
  question,
  rows,
  test,
} from "../orders/orders-page.ts";

test.use({ expectedErrors: [/status of (400|409)/] });

test("two orders get delivery notes and one monthly invoice, and a billed difference gets another", async ({
  page,
  shop,
  kitchen,
  browser,
}) => {
  const customerId = kitchen.userId;
  await page.goto(`/admin/clients/${customerId}`);
  await page.getByRole("heading", { name: "Terms" }).click();
  await page.getByLabel("Invoices", { exact: true }).selectOption("One a month");
  await page.getByRole("button", { name: "Save terms" }).click();
  await expect
    .poll(async () => {
      const [row] = await shop.db.select().from(customers).where(eq(customers.id, customerId));
      return row?.invoicePer;
    })
    .toBe("month");

  const orders = [await place(shop, kitchen), await place(shop, kitchen)];
  const notes: string[] = [];
  for (const order of orders) {
    await page.goto(order.path);
    await fulfilFromMenu(page, order);
    await question(page).getByRole("button", { name: "Mark Fulfilled" }).click();
    await expect(page.getByRole("link", { name: "Delivery Note" })).toBeVisible();
    await expect(page.getByRole("link", { name: "not invoiced yet" })).toBeVisible();
    notes.push(/DN-\d{6}/.exec(await page.getByRole("main").innerText())?.[0] ?? "");
  }
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: shop.url });
  const theirs = await context.newPage();
  await signIn(theirs.request, shop.url, kitchen);
  await theirs.goto(`/dashboard/orders/${orders[0]?.id}`);
  await expect(theirs.getByText("On your next monthly invoice")).toBeVisible();
  await expect(theirs.getByRole("main")).toContainText(notes[0] ?? "");
  const address = await theirs.getByRole("link", { name: "Delivery Note" }).getAttribute("href");
  const note = (await textOf(await (await theirs.request.get(address ?? "")).body())).join(" ");
  expect(note).toContain(`Delivery note ${notes[0]}`);
  expect(note).toContain("This is not an invoice");
  expect(note).not.toContain("$");

  await page.getByRole("link", { name: "not invoiced yet" }).click();
  const waiting = page.getByRole("table", { name: "Delivered, not invoiced" });
  for (const number of notes) await expect(waiting).toContainText(number);
  await expect(page.getByText("$499.80 on one invoice.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invoice now" }).click();
  await expect(page.getByText("Invoice issued", { exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(0);

  await theirs.reload();
  await expect(theirs.getByText("With another order: $499.80 in all")).toBeVisible();
  await expectAccessible(theirs);
  await theirs.goto("/dashboard/invoices");
  await expect(rows(theirs)).toHaveCount(1);
  await expect(rows(theirs)).toContainText("$499.80");
  const link = theirs.getByRole("link", { name: "Download INV-" });
  const file = await link.getAttribute("href");
  const invoice = (await textOf(await (await theirs.request.get(file ?? "")).body())).join(" ");
  for (const number of notes) expect(invoice).toContain(number);
  expect(invoice).toContain("Delivery notes 2");

  await page.goto(orders[0]?.path ?? "");
  await menuOf(page, { number: orders[0]?.number ?? "" }).click();
  await page.getByRole("link", { name: "Bill the difference" }).click();
  await page.getByLabel("Why").fill("The label was read wrongly");
  const first = page.getByRole("group", { name: "Line 1" });
  await first.getByLabel("About").selectOption({ index: 1 });
  await first.getByLabel("Pounds").fill("1.2");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(first.getByLabel("$/lb")).toBeFocused();
  await first.getByLabel("$/lb").fill("24.99");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("table", { name: "The new invoice" })).toContainText("$29.99");
  await expectAccessible(page);
  await first.getByLabel("Pounds").fill("1.3");
  await page.getByRole("button", { name: "Issue the invoice" }).click();
  await expect(page.getByText("The amounts have changed since the preview.")).toBeVisible();
  await page.getByRole("button", { name: "Issue the invoice" }).click();
  await expect(page.getByText(/Invoice INV-\d+ issued/)).toBeVisible();
  await expectAccessible(page);
  await theirs.reload();
  await expect(rows(theirs)).toHaveCount(2);
  await expect(rows(theirs).first()).toContainText("$32.49");
  await theirs.goto(`/dashboard/orders/${orders[0]?.id}`);
  await expect(theirs.getByText(/INV-\d+: \$32\.49/)).toBeVisible();
  await context.close();
});
