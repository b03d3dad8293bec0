import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { title } from "#tests/e2e/client-area.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { expect, test } from "../orders/orders-page.ts";

test("the owner sees sales by cut, client and week, with the taxes, and exports them", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await insertFilledOrder(shop.db, kitchen.userId, {
    status: "fulfilled",
    totalPrice: "432.10",
  });
  await issueFor(shop.db, order);
  await page.goto("/admin/sales");
  const main = page.getByRole("main");
  await expect(title(page)).toHaveText("What sold");
  await expectAccessible(page);
  await main.getByRole("tab", { name: "By client" }).click();
  const table = main.getByRole("tabpanel").getByRole("table", { name: "What sold, by client" });
  await expect(table.getByRole("row", { name: kitchen.companyName })).toContainText("$432.10");
  // By keyboard to the client's page, which has the same days.
  const client = table.getByRole("link", { name: kitchen.companyName });
  await client.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/clients\/.*from=\d{4}-01-01&to=/);
  await expect(title(page)).toHaveText(kitchen.companyName);
  await expect(main.getByRole("heading", { name: "Margin" }).locator("..")).toContainText("From ");
  await page.goBack();
  await main.getByRole("tab", { name: "By order" }).click();
  await main.getByRole("link", { name: `Order ${order.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.id}$`));
  await page.goBack();
  await main.getByRole("tab", { name: "By cut" }).click();
  const cuts = main.getByRole("tabpanel").getByRole("table", { name: "What sold, by cut" });
  await expect(cuts).toBeVisible();
  const cut = cuts.getByRole("link").first();
  const name = (await cut.textContent()) ?? "";
  await cut.click();
  await expect(main).toContainText(`Only ${name}`);
  await expect(main.getByRole("tab", { name: "By order" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await main.getByRole("link", { name: "All cuts" }).click();
  await expectAccessible(page);
  await main.getByRole("tab", { name: "By week" }).click();
  await expect(page).toHaveURL(/by=week/);
  await main.getByRole("link", { name: "Last year" }).click();
  await expect(main.getByRole("tabpanel")).toContainText("Nothing was billed on these days.");
  await main.getByRole("link", { name: "This month" }).click();
  await expect(main.getByRole("region", { name: "GST and PST collected" })).toContainText("Total");
  const file = page.waitForEvent("download");
  await main.getByRole("link", { name: "Export to CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^sales-.*\.csv$/);
});
