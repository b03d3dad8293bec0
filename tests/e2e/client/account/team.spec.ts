import { eq } from "drizzle-orm";
import { user } from "#db/schema/accounts.ts";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { makeClient, signIn, title } from "#tests/e2e/client-area.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import {
  expect,
  expectPlaced,
  openPad,
  type Page,
  placeButton,
  pounds,
  review,
  test,
} from "../placing/place-order-page.ts";

const main = (page: Page) => page.getByRole("main");

async function mailedLink({ dataDir }: ShopWithin, email: string): Promise<string> {
  const links = async () => (await mailsTo(dataDir, email)).map(({ link }) => link);
  await expect.poll(links).not.toEqual([]);
  return (await links()).at(-1) ?? "";
}

async function invite(page: Page, email: string, limit: string) {
  await page.goto("/dashboard/team");
  const form = main(page).getByRole("region", { name: "Invite somebody" });
  await form.getByLabel("Name").fill("Sam Cook");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Role").selectOption("Buyer");
  await form.getByLabel(/^Orders without approval/).fill(limit);
  await form.getByRole("button", { name: "Send invitation" }).click();
}

test("a cook joins, orders above the limit, and the chef approves it on a phone", async ({
  page,
  browser,
  shop,
  client,
  oxtail,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard/account");
  await main(page).getByRole("link", { name: "Your team" }).click();
  await expect(title(page)).toHaveText("Your team");
  await expectAccessible(page);
  const email = `cook-${client.userId}@example.com`;
  await invite(page, email, "50");
  await expect(page.getByText("Invitation sent", { exact: true }).first()).toBeVisible();
  const invited = main(page).getByRole("region", { name: "Invited" });
  await expect(invited).toContainText("Buyer, up to $50.00 without approval");

  const context = await browser.newContext({ baseURL: shop.url });
  const cook = await context.newPage();
  await cook.goto(await mailedLink(shop, email));
  await expect(cook.getByRole("heading", { level: 1 })).toHaveText(`Join ${client.companyName}`);
  await expectAccessible(cook);
  await cook.getByLabel("Password", { exact: true }).fill("a cook's password");
  await cook.getByRole("button", { name: "Join and sign in" }).click();
  await expect(cook).toHaveURL(/\/dashboard$/);
  await openPad(cook);
  await pounds(cook, oxtail.name).fill("10");
  await review(cook);
  await placeButton(cook).click();
  await expectPlaced(cook);
  await expect(main(cook)).toContainText("until it is approved for your account");
  await cook.goto("/dashboard/team");
  await expect(main(cook)).toContainText("Only the owner of this account can change its team");

  await page.goto("/dashboard");
  await expect(main(page).getByText("An order waits for your approval")).toBeVisible();
  await main(page)
    .getByRole("link", { name: /^Order \d+$/ })
    .first()
    .click();
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "Approve this order" }).click();
  await expect(main(page).getByText("The order is approved")).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Approve this order" })).toHaveCount(0);

  // After the handover the other member manages the team, and hands it back.
  const handOverTo = async (who: Page, name: string) => {
    await who.goto("/dashboard/team");
    await main(who).getByText(`Change what ${name} may do`).click();
    await main(who).getByText(`Make ${name} the owner`).click();
    await expectAccessible(who);
    await main(who).getByRole("button", { name: "Yes, hand the account over" }).click();
    await expect(who.getByText("Handed over", { exact: true }).first()).toBeVisible();
    await expect(main(who)).toContainText("Only the owner of this account can change its team");
  };
  const [former] = await shop.db
    .select({ name: user.name })
    .from(user)
    .where(eq(user.email, client.email));
  await handOverTo(page, "Sam Cook");
  await handOverTo(cook, former?.name || client.email);

  // A removed member sees nothing from their next click on.
  const [order] = await shop.db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.customerId, client.userId));
  const links = main(cook).getByRole("link", { name: String(order?.number) });
  await cook.goto("/dashboard/orders");
  await expect(links.first()).toBeVisible();
  await page.goto("/dashboard/team");
  await main(page).getByText("Change what Sam Cook may do").click();
  await main(page).getByText("Remove Sam Cook").click();
  await main(page).getByRole("button", { name: "Yes, remove them" }).click();
  await expect(page.getByText("Removed from the team", { exact: true }).first()).toBeVisible();
  await cook.goto("/dashboard/orders");
  await expect(title(cook)).toHaveText("Orders");
  await expect(links).toHaveCount(0);
  await context.close();
});

test.describe("a member of two businesses", () => {
  test.use({ expectedErrors: [/status of 40[49]/] });

  test("switches, and an order begun for one is not placed for the other", async ({
    page,
    context,
    shop,
    client: _,
    oxtail,
  }) => {
    test.slow();
    const other = await makeClient(shop.db);
    await shop.db
      .update(shipTos)
      .set({ address: "300 Sample Street" })
      .where(eq(shipTos.customerId, other.userId));
    await invite(page, other.email, "");
    await expect(page.getByText("Invitation sent", { exact: true }).first()).toBeVisible();
    const link = await mailedLink(shop, other.email);
    await context.clearCookies();
    await page.goto(link);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are in the team");
    await signIn(context.request, shop.url, other);

    await openPad(page);
    await pounds(page, oxtail.name).fill("10");
    await review(page);
    const second = await context.newPage();
    await second.goto("/dashboard");
    const menu = second.locator("header summary").filter({ hasText: "switch to another" });
    await expectAccessible(second);
    await menu.click();
    await second.locator("header").getByRole("button", { name: /Buyer/ }).click();
    await second.goto("/dashboard/team");
    await expect(main(second)).toContainText("Only the owner of this account");

    await page.bringToFront();
    await placeButton(page).click();
    await expect(
      main(page)
        .getByText(/You have switched to/)
        .first(),
    ).toBeVisible();
    expect(await shop.db.$count(orders, eq(orders.placedBy, other.userId))).toBe(0);
    await second.close();
  });
});
