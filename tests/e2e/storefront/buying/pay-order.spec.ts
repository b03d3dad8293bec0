import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { withCards } from "#tests/e2e/card-fixtures.ts";
import { expect } from "#tests/e2e/fixtures.ts";
import { storedCart } from "#tests/e2e/stored-cart.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";

const test = withCards({ takesDoor: "on" });

test.use({ viewport: { width: 360, height: 780 } });

test("a home cook pays by card, and keeps the cart until then", async ({ page, shop, stripe }) => {
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
  await expect(
    main.getByText(/place a hold of .* on your card and charge only for what we pack/),
  ).toBeVisible();
  expect(stripe.scripts()).toBe(0);
  await main.getByRole("button", { name: "Continue to the card" }).click();

  const card = page.getByLabel("Card number");
  await expect(card).toBeVisible();
  const pay = page.url();
  await expectAccessible(page);
  expect(await storedCart(page)).not.toEqual([]);
  // Left, and found again.
  await page.goto(pay.replace("/checkout/pay/", "/orders/"));
  await main.getByRole("link", { name: "Pay by card" }).click();
  const submit = main.getByRole("button", { name: "Place order" });
  await card.fill("pm_card_chargeDeclined");
  await submit.click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  page.once("dialog", (bank) => bank.dismiss());
  await card.fill("pm_card_authenticationRequired");
  await submit.click();
  await expect(page.getByText("Your bank could not tell who you are.")).toBeVisible();
  page.once("dialog", (bank) => bank.accept());
  await submit.click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await expect.poll(() => storedCart(page)).toEqual([]);
  await page.goto(pay);
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  expect(stripe.intents.size).toBe(1);

  const own = page.url().replace(/\?.*/, "");
  await page.goto(`${own}/address`);
  await expect(main.getByLabel("Street address")).toHaveValue(/12 Sample Street/);
  await expectAccessible(page);
  await page.goto(`${own}/credit`);
  await expect(main.getByText(/^It can be asked for once the order is packed/)).toBeVisible();
  const cookie = await enter(shop.url, shop.admin);
  const orders = await (await ask(shop.url, "/admin/orders", { cookie })).text();
  const [address = ""] = /\/admin\/orders\/[0-9a-f-]{36}/.exec(orders) ?? [];
  await send(shop.url, address, { change: "fulfill", confirmed: "yes" }, { cookie });
  await page.goto(`${own}/credit`);
  await expect(main.getByLabel("Product")).toBeVisible();
  await expectAccessible(page);
});
