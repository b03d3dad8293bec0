import { eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import {
  expectPlaced,
  openPad,
  ordersOf,
  placeButton,
  pounds,
  review,
} from "#tests/e2e/client/placing/place-order-page.ts";
import { expect, makeClient, signIn, title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { fulfilFromMenu, list, question, rows, test } from "./orders-page.ts";

test("the owner's day: an order arrives, is fulfilled, and the client has its invoice", async ({
  browser,
  page,
  shop,
  baseURL,
}) => {
  const client = await makeClient(shop.db);
  await page.goto(list);
  await expect(rows(page).first()).toBeVisible();

  // The client, in a second browser.
  const kitchen = await browser.newContext({ baseURL });
  await signIn(kitchen.request, shop.url, client);
  const pad = await kitchen.newPage();
  await openPad(pad);
  await pounds(pad, "Ribeye Steak").fill("12.5");
  await pounds(pad, "Bavette Steak").fill("8");
  await review(pad);
  await pad.getByRole("textbox", { name: "Notes for this order" }).fill("Cut 1 inch thick.");
  await placeButton(pad).click();
  await expectPlaced(pad);
  const [order] = await ordersOf(shop, client);
  const number = String(order?.number);
  const total = `$${order?.totalPrice}`;
  await pad.goto("/dashboard/orders");
  await expect(rows(pad)).toContainText("Received");

  const row = rows(page).filter({ hasText: `Order ${number}` });
  await expect(row).toContainText(client.companyName);
  await expect(row).toContainText(total);
  await expect(row).toContainText("New client");
  await page.getByRole("tab", { name: "Held" }).click();
  await expect(page).toHaveURL(/\?work=held$/);
  await row.getByRole("link", { name: `Order ${number}`, exact: true }).click();
  await expect(title(page)).toHaveText(`Order ${number}`);
  await expect(page.getByText("Cut 1 inch thick.")).toBeVisible();
  await expect(rows(page)).toContainText(["Ribeye Steak", "Bavette Steak"]);

  // It is the client's first order, which the owner confirms before it counts.
  await expect(page.getByText("This client is new")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark Fulfilled" })).toHaveCount(0);
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await question(page).getByRole("button", { name: "Confirm Order" }).click();
  await expect(toastText(page, /^The order now counts and can be fulfilled\./)).toBeVisible();

  await fulfilFromMenu(page, { number });
  await question(page).getByRole("button", { name: "Mark Fulfilled" }).click();
  await expect(toastText(page, /^Order has been marked as fulfilled\./)).toBeVisible();

  const link = page.getByRole("link", { name: "Download Invoice" });
  const address = (await link.getAttribute("href")) ?? "";
  const invoice = await fetch(shop.url + address);
  expect(invoice.headers.get("content-type")).toBe("application/pdf");
  const { text } = await extractText(await invoice.bytes(), { mergePages: true });
  const invoiceNumber = /INV-\d{6}/.exec(text)?.[0] ?? "";
  for (const said of [client.companyName, number, "Ribeye Steak", "Bavette Steak", "12.5", total]) {
    // Line breaks and spaces in a PDF's text depend on the client's address.
    expect(text.replace(/\s+/g, "")).toContain(said.replace(/\s+/g, ""));
  }

  // The client's page updates by itself, and an email was sent.
  await expect(rows(pad)).toContainText("Packed");
  await pad.goto("/dashboard/invoices");
  await expect(rows(pad)).toContainText(invoiceNumber);
  await expect(rows(pad).getByRole("link", { name: /^Download/ })).toHaveAttribute("href", address);
  const mails = await shop.db
    .select({ subject: mailOutbox.subject })
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, client.email));
  expect(mails.map(({ subject }) => subject)).toContain(
    `Order ${number} is packed: invoice ${invoiceNumber}`,
  );

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\?work=held$/);
  await expect(title(page)).toHaveText("Orders");
  await expect(row).toHaveCount(0);
  await kitchen.close();
});
