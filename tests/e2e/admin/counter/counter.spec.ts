import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { expect, type Page, test } from "../orders/orders-page.ts";

test.use({
  expectedErrors: [/status of (400|404|409)|ERR_INTERNET_DISCONNECTED|Failed to fetch/],
});

const entry = (page: Page) => page.getByRole("region", { name: "Add to the sale" });
/** Checks a page, including at a narrow width, and restores its viewport. */
async function expectAccessibleAt(page: Page, viewport: { width: number; height: number }) {
  await expectAccessible(page);
  await page.setViewportSize(viewport);
}

const sale = (page: Page) => page.getByRole("region", { name: "Sale", exact: true });

async function enter(page: Page, text: string) {
  const field = entry(page).getByRole("textbox");
  await field.fill(text);
  await field.press("Enter");
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
]) {
  test(`a till is opened, sells with and without a connection, refunds and is counted at ${viewport.width} px`, async ({
    page,
    context,
    shop,
  }) => {
    const name = `Flank ${randomUUID().slice(0, 8)}`;
    const { id } = await insertProduct(shop.db, { name, pricePerLb: "20.00" });
    await page.setViewportSize(viewport);
    await page.goto("/admin/counter/new");
    const till = `By the door ${randomUUID().slice(0, 4)}`;
    await page.getByLabel("Name").fill(till);
    await page.getByRole("button", { name: "Add the till" }).click();
    const card = page.getByRole("listitem").filter({ hasText: till });
    await card.getByLabel("Float ($)").fill("100");
    await expectAccessibleAt(page, viewport);
    await card.getByRole("button", { name: "Open the till" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(till);

    await enter(page, name);
    await enter(page, "2.03");
    await expect(sale(page)).toContainText("$40.60");
    // Its price was changed meanwhile: the till has it after the refusal, and asks again.
    await shop.db.update(products).set({ pricePerLb: "24.99" }).where(eq(products.id, id));
    await sale(page).getByRole("button", { name: "$40.60 by card terminal" }).click();
    await page.getByRole("button", { name: "Take payment" }).click();
    await expect(sale(page).getByRole("alert")).toHaveText(
      `${name} is $24.99/lb now; the total is $50.73.`,
    );
    await sale(page).getByLabel("Card terminal ($)").fill("");
    await page.getByRole("button", { name: "Take payment" }).click();
    await expect(sale(page).getByRole("alert")).toHaveText("$50.73 is still to be paid.");
    await expect(sale(page).getByRole("alert")).toBeInViewport();
    await expect(sale(page).getByRole("alert")).toBeFocused();
    await sale(page).getByRole("button", { name: "$60.00 in cash" }).click();
    await expect(sale(page).getByRole("status")).toHaveText("Change: $9.25");
    await expectAccessibleAt(page, viewport);
    await page.getByRole("button", { name: "Take payment" }).click();
    await expect(page.getByRole("region", { name: "Sold" })).toContainText("Change: $9.25");
    const receipt = page.getByRole("region", { name: "Receipt" });
    await expect(receipt).toContainText(/Receipt R-\d{6}/);
    await expect(receipt).toContainText("Cash rounding");
    // The refused sale used no number.
    await expect(receipt).toContainText(/Slip T\d+-0001/);
    await expectAccessibleAt(page, viewport);
    await page.getByRole("button", { name: "Next sale" }).click();
    // A cashier who missed the change amount finds it again, also after a reload, with the receipt.
    const last = page.getByText(
      /^Last sale, .*\$50\.73\. Cash handed over: \$60\.00\. Change: \$9\.25/,
    );
    await expect(last.getByRole("link", { name: /^Receipt R-\d{6}$/ })).toBeVisible();
    await page.reload();
    await expect(last.getByRole("link", { name: /^Receipt R-\d{6}$/ })).toBeVisible();
    await expectAccessibleAt(page, viewport);

    await context.setOffline(true);
    await enter(page, name);
    await enter(page, "1");
    await sale(page).getByRole("button", { name: "$24.99 by card terminal" }).click();
    await page.getByRole("button", { name: "Take payment" }).click();
    await expect(page.getByText("1 sale isn’t sent yet")).toBeVisible();
    await expect(receipt).toContainText("Receipt number follows");
    await expect(receipt).toContainText(/Slip T\d+-0002/);
    await expectAccessibleAt(page, viewport);
    await context.setOffline(false);
    // By itself: the shop is polled while something waits.
    await expect(receipt).toContainText(/Receipt R-\d{6}/);
    await expect(page.getByText("isn’t sent yet")).toBeHidden();

    await page.getByRole("link", { name: "See the sale" }).click();
    await expect(page.getByText("without network")).toBeVisible();
    await expectAccessibleAt(page, viewport);
    // First 0.40 lb of it in cash, which had paid none of it, and then the rest by card: $14.99.
    const refund = page.getByRole("region", { name: "Refund", exact: true });
    const giveBack = async (why: string) => {
      const tills = refund.getByLabel("Out of till");
      const last = (await tills.locator("option").count()) - 1;
      await tills.selectOption({ index: last });
      await refund.getByLabel("Why").fill(why);
    };
    await refund.getByRole("checkbox", { name }).check();
    const pounds = refund.getByLabel(`Pounds of ${name} given back`);
    await expect(pounds).toHaveValue("1.00");
    await pounds.fill("1.4");
    await expect(refund).toContainText(`There is 1.00 lb of ${name} to give back.`);
    await pounds.fill("0.685");
    await expect(refund).toContainText("Please enter pounds with at most 2 decimals");
    await pounds.fill("0.4");
    await giveBack("Not as expected");
    await expect(refund.getByRole("status")).toHaveText("Give back $10.00 by card terminal");
    await refund.getByRole("button", { name: "Another way" }).click();
    await refund.getByLabel("Card terminal ($)").fill("");
    await expect(refund.getByRole("status")).toHaveText("Give back $10.00 in cash");
    const otherwise = refund.getByLabel("Why this way");
    await expect(otherwise).toHaveAccessibleDescription(
      "Nothing is left of what was paid in cash.",
    );
    await otherwise.fill("Lost the card");
    await expectAccessibleAt(page, viewport);
    // Nothing is preselected: the choice decides whether the meat is sold again.
    await page.getByRole("button", { name: "Give the money back" }).click();
    await expect(refund).toContainText("Please choose where the meat is");
    await refund.getByRole("radio", { name: "The customer had it" }).check();
    await expect(refund).toContainText("never sold again: throw it away.");
    await page.getByRole("button", { name: "Give the money back" }).click();
    const slip = page.getByRole("region", { name: "Refund slip" });
    const said = page.getByText("Give back: $10.00 in cash");
    await expect(said).toBeInViewport();
    await expect(said).toBeFocused();
    await expect(slip).toContainText(/Credit note CN-\d{6}/);
    await expect(slip).toContainText("0.40 lb × $24.99/lb");
    await expect(slip).toContainText("Why: Not as expected");
    await expect(slip).toContainText("The customer had the meat, so it is thrown away.");
    await expect(slip).toContainText("Why this way: Lost the card");
    // This shop sends no email.
    await expect(page.getByText("the refund slip can only be printed")).toBeVisible();
    await expect(page.getByLabel("Email the refund slip to")).toHaveCount(0);
    const note = (await slip.textContent())?.match(/CN-\d{6}/)?.[0] ?? "";
    await expectAccessibleAt(page, viewport);
    await refund.getByRole("checkbox", { name: `${name}, 0.60 lb` }).check();
    await giveBack("The rest too");
    await refund.getByRole("radio", { name: "It never left the counter" }).check();
    await expect(refund).toContainText("the meat goes back to its lot and can be sold.");
    await expect(refund.getByRole("status")).toHaveText("Give back $14.99 by card terminal");
    await page.getByRole("button", { name: "Give the money back" }).click();
    await expect(slip).toContainText("Why: The rest too");
    await expect(slip).toContainText("The meat never left the counter and is back in stock.");
    await page.getByRole("link", { name: "Show the receipt" }).click();
    await expect(receipt).toBeVisible();
    const payments = page.getByRole("region", { name: "Payments" });
    await expect(payments).toContainText("Given back: $10.00 in cash");
    await expect(payments).toContainText("Why this way: Lost the card");
    await expect(payments).toContainText("Given back: $14.99 by card terminal");
    await expect(payments).toContainText("The meat never left the counter and is back in stock.");
    await expect(refund).toBeHidden();

    await page.goto("/admin/counter");
    await page.getByLabel("Receipt, slip, credit note, invoice or order").fill(note.toLowerCase());
    await page.getByRole("button", { name: "Find" }).click();
    const found = page.getByRole("list", { name: "Sales" });
    await expect(found).toContainText("Given back: $14.99 by card terminal");
    await found.getByRole("link", { name: note }).click();
    await expect(slip).toContainText(note);

    await page.goto("/admin/counter");
    await card.getByRole("link", { name: "Drawer" }).click();
    const moving = page.getByRole("region", { name: "Cash without a sale" });
    const kind = moving.getByLabel("Type");
    await moving.getByLabel("Why").fill("Noon");
    await moving.getByLabel("Amount ($)").fill("2000");
    const record = moving.getByRole("button", { name: "Record it" });
    await record.click();
    await expect(moving).toContainText("Please choose what it is");
    await kind.selectOption("To the safe or the bank");
    await record.click();
    await expect(moving).toContainText("There is not so much in the drawer");
    // A refusal keeps the input; only a stored form is empty again.
    await expect(kind).toHaveValue("drop");
    await expect(moving.getByLabel("Why")).toHaveValue("Noon");
    await moving.getByLabel("Amount ($)").fill("20");
    await record.click();
    await expect(moving.getByText("Recorded: To the safe or the bank, $20.00")).toBeFocused();
    await expect(page.getByText("To the safe or the bank: Noon")).toBeVisible();
    await expect(kind).toHaveValue("");
    await expect(moving.getByLabel("Why")).toHaveValue("");
    await expect(page.getByRole("list", { name: "Sales" })).toContainText(
      "Why this way: Lost the card",
    );
    await expectAccessibleAt(page, viewport);
    // 100.00 + 50.75 − 10.00 − 20.00
    const closing = page.getByRole("region", { name: "Count and close" });
    // Nowhere in the page, nor the amounts that it is the sum of.
    expect(await page.content()).not.toMatch(/120\.75|\b12075\b/);
    await closing.getByLabel("Cash in the drawer ($)").fill("120.00");
    await closing.getByRole("button", { name: "Close the till" }).click();
    await expect(closing).toContainText("$0.75 short: $120.75 should be there.");
    await expect(closing.getByLabel("Reason for the difference")).toBeFocused();
    await closing.getByLabel("Reason for the difference").fill("Wrong change");
    await closing.getByRole("button", { name: "Close the till" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Z report");
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await expect(page.getByRole("main")).toBeFocused();
    // On paper: the sender, its number, how each sale was paid, and lines to sign on.
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/Z report Z\d+-0001, till/);
    const main = page.getByRole("main");
    await expect(main).toContainText(sampleShop().company.address.street);
    const printed = page.getByRole("list", { name: "Sales" });
    await expect(printed).toContainText("Card terminal");
    await expect(printed).toContainText("Cash");
    await expect(main.getByText("Counted by admin@example.com")).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await expect(main.getByText("Counted by admin@example.com")).toBeHidden();
    // The taken, refunded and remaining amounts, in both tables.
    const figures = page.getByRole("region", { name: "Sold, taken and given back", exact: true });
    await expect(figures).toContainText(
      /Sold\$75\.72.*Cash rounding\$0\.02.*Taken, before refunds\$75\.74Given back-\$24\.99Net, after refunds\$50\.75/,
    );
    const report = page.getByRole("region", { name: "Drawer report", exact: true });
    await expect(report.getByText(note)).toBeVisible();
    const ways = page.getByRole("region", { name: "By way of paying", exact: true });
    await expect(ways.getByRole("row", { name: "Cash", exact: false })).toHaveText(
      "Cash$50.75-$10.00$40.75",
    );
    await expect(ways.getByRole("row", { name: "Total" })).toHaveText("Total$75.74-$24.99$50.75");
    await expect(page.getByRole("region", { name: "Drawer", exact: true })).toContainText(
      "$0.75 short",
    );
    const given = page.getByRole("region", { name: "Given back", exact: true });
    await expect(given).toContainText(new RegExp(`${note} for R-\\d{6}`));
    await expect(given).toContainText("$10.00 in cash");
    await expect(given).toContainText("Why this way: Lost the card");
    await expectAccessibleAt(page, viewport);
  });
}
