import { eq } from "drizzle-orm";
import sharp from "sharp";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { expect, place, test } from "../orders/orders-page.ts";

const photo = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: "#7a2020" } })
    .jpeg()
    .toBuffer();

test.use({ expectedErrors: [/status of (400|409)/] });

test("a client requests a credit with a photo, staff approve less, and the client gets the credit note", async ({
  page,
  shop,
  kitchen,
  browser,
}) => {
  const order = await place(shop, kitchen);
  await issueFor(shop.db, order);
  await shop.db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));

  const context = await browser.newContext({ baseURL: shop.url });
  const theirs = await context.newPage();
  await signIn(theirs.request, shop.url, kitchen);
  await theirs.goto(`/dashboard/orders/${order.id}`);
  await theirs.getByRole("link", { name: "Ask for a credit" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Ask for a credit");
  await expectAccessible(theirs);
  await theirs.getByLabel("Product").selectOption({ index: 1 });
  await theirs.getByLabel("What was wrong").selectOption("Quality");
  await theirs.getByLabel("Note (optional)").fill("Two packages had lost their vacuum");
  await theirs.getByRole("button", { name: "Ask for a credit" }).click();
  await expect(theirs.getByLabel("Pounds", { exact: true })).toBeFocused();
  await expect(theirs.getByLabel("Pounds", { exact: true })).toHaveAccessibleDescription(
    /Please enter either pounds or an amount in dollars/,
  );
  await theirs.getByLabel("Pounds", { exact: true }).fill("3");
  await theirs
    .getByLabel("Photo (optional)")
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await expect(theirs.getByText("Photo attached")).toBeVisible();
  await theirs.getByRole("button", { name: "Ask for a credit" }).click();
  await expect(theirs.getByText("We have your request")).toBeVisible();
  await expect(theirs.getByText("Waiting for an answer")).toBeVisible();

  await page.goto("/admin/credits");
  await expectAccessible(page);
  await page.getByRole("link", { name: kitchen.companyName }).click();
  await expect(page.getByText("Two packages had lost their vacuum")).toBeVisible();
  await expect(page.getByRole("img", { name: /Sent with the claim/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByLabel("Note for the client")).toBeFocused();
  await page.getByLabel("Pounds", { exact: true }).fill("11");
  await page.getByRole("button", { name: "Approve and issue credit note" }).click();
  await expect(page.getByText(/only 10 lb or \$249\.90 can still be credited/)).toBeVisible();
  await page.getByLabel("Pounds", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Approve and issue credit note" }).click();
  await expect(page.getByText(/\$49\.98 credited with CN-\d+/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/credits?view=decided");
  await expect(page.getByRole("main")).toContainText(kitchen.companyName);

  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByRole("region", { name: "Credits" })).toContainText("$49.98 credited");

  await theirs.goto(`/dashboard/orders/${order.id}`);
  await expect(theirs.getByRole("link", { name: /^CN-\d+/ })).toBeVisible();
  await expectAccessible(theirs);
  await theirs.goto("/dashboard/invoices");
  const file = await theirs.getByRole("link", { name: /^CN-\d+/ }).getAttribute("href");
  const pdf = await theirs.request.get(file ?? "");
  expect(pdf.headers()["content-disposition"]).toMatch(/credit-note-CN-\d+\.pdf/);
  await context.close();
});

test("the office credits several products of an order in one form, with one credit note", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const order = await place(shop, kitchen);
  await insertOrderItem(shop.db, order.id, { position: 1, productName: "Beef Short Ribs" });
  await issueFor(shop.db, order);
  await shop.db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await page.goto(`/admin/orders/${order.id}/credit`);
  await page.getByLabel("Product").selectOption({ label: "Ribeye Steak, 10 lb, $249.90" });
  await page.getByLabel("What was wrong").selectOption("Quality");
  await page.getByLabel("Pounds", { exact: true }).fill("2");
  await page.getByText("More products with the same problem").click();
  await page.getByLabel("Beef Short Ribs, 10 lb, $249.90").check();
  const pounds = page.getByLabel("Pounds of Beef Short Ribs");
  await pounds.fill("11");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(pounds).toHaveAccessibleDescription(/Only 10 lb of it were packed/);
  await expectAccessible(page);
  await pounds.fill("");
  await page.getByRole("button", { name: "Continue" }).click();
  const ribs = page.getByRole("group", { name: "Credit for Beef Short Ribs" });
  await expect(ribs.getByLabel("Pounds")).toHaveValue("10.00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve and issue credit note" }).click();
  await expect(page.getByText(/\$299\.88 credited with CN-\d+/)).toBeVisible();
});
