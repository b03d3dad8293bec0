import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { withCards } from "#tests/e2e/card-fixtures.ts";
import { expect } from "#tests/e2e/fixtures.ts";
import { ask, enter } from "#tests/setup/browserless.ts";

const test = withCards();

// For a refused amount.
test.use({ expectedErrors: [/400 \(Bad Request\)/] });

test("a holder of an invoice's link pays a part by card, and then the rest", async ({
  page,
  shop,
  stripe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const cookie = await enter(shop.url, shop.demo);
  const list = await (await ask(shop.url, "/dashboard/invoices", { cookie })).text();
  const [pay = ""] = list.match(/\/invoices\/[\w-]{32}\/pay/) ?? [];
  const opened = (await page.goto(pay))?.headers();
  expect(opened).toMatchObject({
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(opened?.["content-security-policy"]).not.toContain(stripe.url);
  const number = (await page.getByRole("heading", { level: 1 }).innerText()).replace("Pay ", "");
  await expectAccessible(page);
  const amount = page.getByLabel("Amount ($)");
  const open = await amount.inputValue();

  await amount.fill(`9${open}`);
  await page.getByRole("button", { name: "Pay by card" }).click();
  await expect(page.getByText(/is open\. Please enter that or less/)).toBeVisible();
  await expect(amount).toHaveValue(`9${open}`);
  expect(stripe.scripts()).toBe(0);

  await amount.fill("20");
  await page.getByRole("button", { name: "Pay by card" }).click();
  const card = page.getByLabel("Card number");
  await expect(card).toBeVisible();
  const again = (await page.reload())?.headers();
  expect(again?.["content-security-policy"]).toContain(stripe.url);
  expect(again?.["referrer-policy"]).toBe("no-referrer");
  await card.fill("pm_card_chargeDeclined");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay $20.00" }).click();
  await expect(page.getByText("Your card was declined.")).toBeVisible();

  page.once("dialog", (bank) => bank.dismiss());
  await card.fill("pm_card_authenticationRequired");
  await page.getByRole("button", { name: "Pay $20.00" }).click();
  await expect(page.getByText("Your bank could not tell who you are.")).toBeVisible();

  page.once("dialog", (bank) => bank.accept());
  await page.getByRole("button", { name: "Pay $20.00" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await expect(page.getByText(`We received $20.00 for ${number}`)).toBeVisible();
  await expect(page.getByText("Visa •••• 3184")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Pay the rest" }).click();
  await page.getByRole("button", { name: "Pay by card" }).click();
  await card.fill("pm_card_visa");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await page.goto(pay);
  await expect(page.getByRole("heading", { name: `${number} is paid` })).toBeVisible();
});
