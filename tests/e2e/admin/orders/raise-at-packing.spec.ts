import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { withCards } from "#tests/e2e/card-fixtures.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { expect } from "#tests/e2e/fixtures.ts";
import { currentLine, field, lineButton, status, weigh } from "../packing/station-page.ts";

const test = withCards({ takesDoor: "on" });

test("a packer's addition is authorized first; if refused, it can be removed, and the order continues", async ({
  page,
  shop,
}) => {
  const main = page.getByRole("main");
  await page.goto("/shop");
  await main
    .getByRole("link", { name: /Ribeye/ })
    .first()
    .click();
  await main.getByLabel(/Quantity/).fill("10");
  await main.getByRole("button", { name: "Add to Cart" }).click();
  await main.getByRole("button", { name: "View cart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Checkout" }).click();
  await main.getByLabel("Name").fill("Jo Cook");
  await main.getByLabel("Email", { exact: true }).fill("jo@example.com");
  await main.getByLabel("Phone").fill("604-555-0155");
  await main.getByLabel("Street address").fill("12 Sample Street");
  await main.getByLabel("City").fill("Abbotsford");
  await main.getByRole("radio", { name: /^Card/ }).check();
  await main.getByRole("button", { name: "Review order" }).click();
  await main.getByRole("button", { name: "Continue to the card" }).click();
  // A card whose bank refuses every charge without its customer.
  page.once("dialog", (bank) => bank.accept());
  await page.getByLabel("Card number").fill("pm_card_authenticationRequired");
  await main.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  const own = page.url().replace(/\?.*/, "");

  await signIn(page.context().request, shop.url, shop.admin);
  await page.goto("/admin/packing");
  await main.getByRole("link", { name: "Jo Cook" }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole("button", { name: "Add a line" }).click();
  const form = page.getByRole("region", { name: "Add a line" });
  await form.getByLabel("Product").selectOption({ index: 1 });
  const added = await form.locator("option:checked").innerText();
  await form.getByLabel(/Pounds|Pieces/).fill("5");
  await form.getByRole("button", { name: "Add the line" }).click();
  await expect(currentLine(page).getByRole("heading", { level: 2 })).toHaveText(added);

  const short = page.getByText("The card does not cover what was added");
  await expect(short).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(short).toHaveCount(0);
  await expect(lineButton(page, added)).toContainText("Not available");

  await weigh(page, "10");
  await page.keyboard.press("+");
  await expect(status(page)).toContainText("All items are done.");
  await page.keyboard.press("f");
  await page.getByRole("button", { name: "Finish and invoice" }).click();
  await expect(page.getByText(/^Order .* is finished$/)).toBeVisible();

  await page.context().clearCookies();
  await expect(async () => {
    await page.goto(own);
    await expect(main.getByText("Paid. Thank you.")).toBeVisible({ timeout: 1000 });
  }).toPass();
});
