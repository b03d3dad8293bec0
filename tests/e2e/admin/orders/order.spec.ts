import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { administrator, title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import {
  cancelQuestion,
  expect,
  fulfilFromMenu,
  fulfillQuestion,
  invoicesOf,
  listOf,
  type Page,
  place,
  question,
  rows,
  statusOf,
  test,
} from "./orders-page.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });
const status = (page: Page) => page.getByRole("main").locator("dl").first();

test("shows everything about an order, and leads back to the unchanged list", async ({
  page,
  shop,
  kitchen,
}) => {
  const product = await insertProduct(shop.db, { name: "Sample Beef Cheek" });
  const order = await place(shop, kitchen, {
    placedAt: new Date("2025-03-09T10:00:00Z"),
    totalPrice: "374.84",
    notes: "Back door,\nbefore <b>10</b> am.",
  });
  await insertOrderItem(shop.db, order.id, {
    position: 1,
    productId: product.id,
    productName: "Sample Beef Cheek",
    quantity: "12.5",
    pricePerLb: "9.99",
  });
  await page.goto(listOf(kitchen, "pending"));
  await page.getByRole("link", { name: `Order ${order.number}`, exact: true }).click();

  await expect(title(page)).toHaveText(`Order ${order.number}`);
  await expect(status(page)).toContainText("Pending");
  await expect(status(page)).toContainText("Mar 9, 2025, 3:00 a.m.");
  await expect(page.getByText("before <b>10</b> am.")).toBeVisible();
  const heads = ["Product", "Price/lb", "Quantity", "Subtotal"];
  await expect(page.getByRole("columnheader")).toHaveText(heads);
  const cells = (row: number) => rows(page).nth(row).locator("th, td");
  await expect(cells(0)).toContainText(["Ribeye Steak", "$24.99/lb", "10 lb", "$249.90"]);
  await expect(rows(page).nth(0)).toContainText("No longer in the catalogue");
  await expect(cells(1)).toContainText(["Sample Beef Cheek", "$9.99/lb", "12.5 lb", "$124.88"]);
  await expect(rows(page).nth(1)).toContainText(product.id);
  await expect(page.locator("tfoot")).toContainText("22.5 lb");
  await expect(page.locator("tfoot")).toContainText("$374.84");
  const client = page.getByRole("region", { name: "Client information" });
  await expect(client.locator("dd")).toHaveText([
    kitchen.companyName,
    "Sample Contact",
    "604-555-0142",
    "100 Sample Street, Abbotsford, BC",
  ]);
  await expect(client.getByRole("link", { name: "All clients" })).toHaveAttribute(
    "href",
    "/admin/clients",
  );
  await expect(client.getByRole("link", { name: "View this client" })).toHaveAttribute(
    "href",
    `/admin/clients/${kitchen.userId}`,
  );
  await expect(page.getByRole("link", { name: "Download Invoice" })).toBeHidden();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Order placed");

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(shop.url + listOf(kitchen, "pending"));
});

test("fulfils: toast, invoice, history and the email to the client", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  await page.goto(order.path);
  await expect(page.getByRole("link", { name: "Pack Order" })).toBeVisible();
  await fulfilFromMenu(page, order);
  await expect(question(page).getByRole("heading")).toHaveText(fulfillQuestion);
  await question(page).getByRole("button", { name: "Mark Fulfilled" }).click();
  await expect(toastText(page, "Order fulfilled")).toBeVisible();
  await expect(toastText(page, /^Order has been marked as fulfilled\./)).toBeVisible();
  await expect(status(page)).toContainText("Fulfilled");
  await expect(button(page, "Mark Fulfilled")).toBeHidden();
  await expect(button(page, "Cancel Order")).toBeHidden();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("Order fulfilled");
  await expect(history).toContainText(shop.admin.email);

  const [invoice] = await invoicesOf(shop, order);
  const number = invoice?.documentNumber ?? "";
  await expect(status(page)).toContainText(number);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download Invoice" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`invoice-${number}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");

  const mails = await shop.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, kitchen.email));
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Order ${order.number} is packed: invoice ${number}`,
  ]);
});

test("cancels after confirmation", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen);
  await page.goto(order.path);
  await button(page, "Cancel Order").click();
  await expect(question(page).getByRole("heading")).toHaveText(cancelQuestion);
  await question(page).getByRole("button", { name: "Keep Order" }).click();
  await expect(button(page, "Cancel Order")).toBeFocused();
  expect(await statusOf(shop, order)).toBe("pending");

  await button(page, "Cancel Order").click();
  await question(page).getByRole("button", { name: "Cancel Order" }).click();
  await expect(toastText(page, "Order cancelled")).toBeVisible();
  await expect(toastText(page, /^Order has been cancelled successfully\./)).toBeVisible();
  await expect(status(page)).toContainText("Cancelled");
  await expect(button(page, "Mark Fulfilled")).toBeHidden();
  expect(await statusOf(shop, order)).toBe("cancelled");
  expect(await invoicesOf(shop, order)).toEqual([]);
});

test.describe("when it fails", () => {
  test.use({ expectedErrors: [/status of 40[49]|ERR_FAILED/] });

  test("a colleague was first: the current state is named and shown", async ({
    page,
    shop,
    kitchen,
  }) => {
    const colleague = await administrator(shop);
    for (const [name, settle, settled] of [
      ["Cancel Order", fulfilOrder, "fulfilled"],
      ["Mark Fulfilled", cancelOrder, "cancelled"],
      ["Mark Fulfilled", fulfilOrder, "fulfilled"],
    ] as const) {
      const order = await place(shop, kitchen);
      await page.goto(order.path);
      if (name === "Mark Fulfilled") await fulfilFromMenu(page, order);
      else await button(page, name).click();
      await expect(question(page)).toBeVisible();
      await settle(shop.db, colleague, order.id, sampleShop(shop.url));
      await question(page).getByRole("button", { name }).click();
      const message = `This order is already ${settled}. Nothing was changed.`;
      await expect(toastText(page, message)).toBeVisible();
      await expect(status(page)).toContainText(new RegExp(settled, "i"));
      await expect(button(page, name)).toBeHidden();
      expect(await statusOf(shop, order)).toBe(settled);
      expect(await invoicesOf(shop, order)).toHaveLength(settled === "fulfilled" ? 1 : 0);
    }
  });

  test("a lost connection is reported, and the page stays", async ({ page, shop, kitchen }) => {
    const order = await place(shop, kitchen);
    await page.goto(order.path);
    await button(page, "Cancel Order").click();
    await expect(question(page)).toBeVisible();
    await page.route(`**${order.path}.data*`, (route) => route.abort());
    await question(page).getByRole("button", { name: "Cancel Order" }).click();
    await expect(toastText(page, "Failed to cancel the order.")).toBeVisible();
    await expect(title(page)).toHaveText(`Order ${order.number}`);
  });

  test("others' changes can't be loaded offline: the page stays with its question", async ({
    page,
    shop,
    kitchen,
  }) => {
    const order = await place(shop, kitchen);
    await page.goto(order.path);
    await button(page, "Cancel Order").click();
    await expect(question(page)).toBeVisible();
    await page.route(/\.data/, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await place(shop, kitchen);
    await failed;
    await page.unroute(/\.data/);
    await question(page).getByRole("button", { name: "Keep Order" }).click();
    await fulfilOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
    await expect(status(page)).toContainText("Fulfilled");
  });

  test("an unknown order leads back to the orders", async ({ page }) => {
    for (const id of [crypto.randomUUID(), "1", "%27", "%00"]) {
      expect((await page.goto(`/admin/orders/${id}`))?.status(), id).toBe(404);
      const message = "Failed to load order details. The order may not exist.";
      await expect(title(page)).toHaveText(message);
    }
    await expectAccessible(page);
    await page.getByRole("link", { name: "Return to Orders" }).click();
    await expect(title(page)).toHaveText("Orders");
  });
});

test("names unknown details of a client", async ({ page, shop, kitchen }) => {
  const unknown = { companyName: "", contactName: "", phone: "", address: "" };
  await updateCustomer(shop.db, kitchen.userId, unknown);
  const order = await place(shop, kitchen);
  await page.goto(`/admin/orders?q=${order.id}`);
  await expect(rows(page)).toContainText("Unknown Client");
  await page.goto(order.path);
  const client = page.getByRole("region", { name: "Client information" });
  await expect(client.locator("dd")).toHaveText(Array(4).fill("Not provided"));
});

test("prints a pick list without money", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen, { notes: "Cut 1 inch thick." });
  await page.goto(order.path);
  await page.emulateMedia({ media: "print" });
  await expect(title(page)).toBeVisible();
  for (const seen of ["Ribeye Steak", "10 lb", "Cut 1 inch thick.", kitchen.companyName]) {
    await expect(page.getByText(seen, { exact: true }).first(), seen).toBeVisible();
  }
  for (const text of ["$24.99/lb", "$249.90"]) {
    await expect(page.getByText(text, { exact: true }).first(), text).toBeHidden();
  }
  for (const name of ["Mark Fulfilled", "Cancel Order", "Print pick list"]) {
    await expect(button(page, name), name).toBeHidden();
  }
});

test("prints a long pick list with the order on each page and one total", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen);
  for (let position = 1; position < 42; position += 1) {
    await insertOrderItem(shop.db, order.id, { position, productName: `Sample Cut ${position}` });
  }
  await page.goto(order.path);
  await expect(title(page)).toBeVisible();
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: "Letter" })));
  expect(text.length).toBeGreaterThan(1);
  for (const [index, words] of text.entries()) {
    const isLast = index === text.length - 1;
    expect(words, `page ${index + 1}`).toContain(`Order ${order.number}, ${kitchen.companyName}`);
    expect(words).toContain(`Page ${index + 1} of ${text.length}`);
    expect(words.includes("420 lb"), `total on page ${index + 1}`).toBe(isLast);
  }
});

test("shows the cutting room the notes for every order, and that they have changed", async ({
  page,
  shop,
  kitchen,
}) => {
  const note = (notes: string) => updateCustomer(shop.db, kitchen.userId, { notes });
  const order = await place(shop, kitchen, { standingNotes: "Back door." });
  await note("Back door.");
  await page.goto(order.path);
  const notes = page.getByRole("region", { name: "Notes for every order", exact: true });
  const changed = page.getByRole("region", { name: "changed since this one was placed" });
  await expect(notes).toContainText("Back door.");
  await expect(changed).toBeHidden();

  await note("Front door.");
  await page.reload();
  await expect(notes).toContainText("Back door.");
  await expect(changed).toContainText("Front door.");
  await page.emulateMedia({ media: "print" });
  await expect(notes).toBeVisible();
  await expect(changed).toBeVisible();

  await fulfilOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
  await page.reload();
  await expect(notes).toContainText("Back door.");
  await expect(changed).toBeHidden();
});

test("is accessible and fits the window while pending and when fulfilled", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await place(shop, kitchen, { notes: "Back door." });
  await page.goto(order.path);
  await expectAccessible(page);
  await fulfilOrder(shop.db, await administrator(shop), order.id, sampleShop(shop.url));
  await expect(page.getByRole("link", { name: "Download Invoice" })).toBeVisible();
  await expectAccessible(page);
});

test("shows which emails to the client wait or failed", async ({ page, shop, kitchen }) => {
  const order = await place(shop, kitchen, {});
  const mail = { recipient: "chef@example.com", text: "Thank you.", orderId: order.id };
  await shop.db.insert(mailOutbox).values([
    // It was given up a week ago.
    {
      ...mail,
      subject: "Sample order received",
      failedAt: new Date(),
      lastError: "No such mailbox",
    },
  ]);
  await page.goto(`/admin/orders/${order.id}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("1 email to the client could not be sent");
  await expect(main).toContainText("“Sample order received” to chef@example.com");
  await expect(main).toContainText("No such mailbox");
  await expectAccessible(page);
  await shop.db
    .update(mailOutbox)
    .set({ failedAt: null, sendAfter: new Date(Date.now() + 3_600_000) })
    .where(eq(mailOutbox.orderId, order.id));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(main).toContainText("1 email to the client has not left yet");
  await expectAccessible(page);
  await shop.db
    .update(mailOutbox)
    .set({ sentAt: new Date() })
    .where(eq(mailOutbox.orderId, order.id));
  await page.reload();
  await expect(main).not.toContainText("to the client");
});
