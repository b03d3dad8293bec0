import { eq } from "drizzle-orm";
import { contacts } from "#db/schema/customers.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signInAs } from "#tests/e2e/admin/orders/orders-page.ts";
import { expect, test, title } from "#tests/e2e/client-area.ts";

test.use({ expectedErrors: [/status of 4(00|09)/] });

test("a client adds contacts who get emails too, and the office sees and corrects them", async ({
  page,
  shop,
  client,
}) => {
  const main = page.getByRole("main");
  const saved = () => shop.db.select().from(contacts).where(eq(contacts.customerId, client.userId));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard/account");
  await main.getByRole("link", { name: "Your contacts" }).click();
  await expect(title(page)).toHaveText("Your contacts");
  const email = main.getByRole("textbox", { name: "Email" });
  await email.fill("books@");
  await main.getByRole("button", { name: "Add contact" }).click();
  await expect(main.getByText(/Please enter an email address like/)).toBeVisible();
  await email.fill("Books@example.com");
  await main.getByRole("checkbox", { name: "Invoices and what is due" }).uncheck();
  await main.getByRole("button", { name: "Add contact" }).click();
  await expect(main.getByText("Please choose what this address gets")).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("checkbox", { name: "Monthly statements" }).check();
  await main.getByRole("checkbox", { name: "Invoices and what is due" }).check();
  await main.getByRole("button", { name: "Add contact" }).click();
  const list = main.getByRole("list", { name: "Contacts" });
  await expect(list).toContainText("books@example.com");
  await expect(email).toHaveValue("");
  expect(await saved()).toMatchObject([
    { email: "books@example.com", getsOrders: false, getsInvoices: true, getsStatements: true },
  ]);

  await signInAs(page, shop, "office");
  await page.goto(`/admin/clients/${client.userId}`);
  await expect(main).toContainText("books@example.com");
  await main.getByRole("link", { name: "Change contacts" }).click();
  await expect(title(page)).toHaveText("Contacts");
  await list.getByRole("checkbox", { name: "Orders" }).check();
  await list.getByRole("textbox", { name: "Name of books@example.com" }).fill("Books");
  await list.getByRole("button", { name: "Save books@example.com" }).click();
  await expect(page.getByText("Contact saved", { exact: true })).toBeVisible();
  expect(await saved()).toMatchObject([{ name: "Books", getsOrders: true }]);
  await expectAccessible(page);
  await list.getByRole("button", { name: "Remove books@example.com" }).click();
  await expect(page.getByText("Contact removed", { exact: true })).toBeVisible();
  await expect(list).toHaveCount(0);
  expect(await saved()).toEqual([]);
});
