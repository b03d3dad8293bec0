import { eq } from "drizzle-orm";
import { updateCustomer } from "#app/domain/customers/save-customers.server.ts";
import { user } from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, title } from "#tests/e2e/client-area.ts";
import { ofWorker, toastText, test as withOwnShop } from "#tests/e2e/fixtures.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import { followMail, heading, signUp } from "../account/account-page.ts";
import {
  expectPlaced,
  notice,
  openPad,
  placeButton,
  pounds,
  review,
  test,
} from "../placing/place-order-page.ts";

withOwnShop.describe("where the address is confirmed before ordering", () => {
  const own = withOwnShop.extend<object, object>({
    shop: [
      async ({ browserName: _ }, use) => {
        const shop = await startShop({ EMAIL_CONFIRMATION_TO_ORDER: "1" });
        await use(shop);
        await shop.stop();
      },
      ofWorker,
    ],
  });

  own("a new account is told what is missing, adds it, and orders", async ({ page, shop }) => {
    own.slow();
    const { email } = await signUp(page);
    await openPad(page);
    const missing = page.getByRole("status").filter({ hasText: "Before you can order" });
    await expect(missing).toContainText("Please add a phone number and a delivery address");
    await expect(missing).toContainText("Please confirm your email address");
    await expectAccessible(page);

    await missing.getByRole("link", { name: "Complete your account" }).click();
    await expect(page.getByText(`${email} is not confirmed yet`)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Phone").fill("604-555-0142");
    await page.getByLabel("Delivery address").fill("100 Sample Street, Abbotsford, BC");
    await page.getByRole("button", { name: "Save and go on with the order" }).click();
    await expect(toastText(page, "Account updated")).toBeVisible();
    await expect(title(page)).toHaveText("Place an order");

    await page.getByRole("link", { name: "Confirm your email address" }).click();
    await expect(title(page)).toHaveText("Confirm your email address");
    await expectAccessible(page);
    await followMail(page, shop, email, "/confirm-email");
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await expect(page).toHaveURL("/dashboard");
    await page.goto("/dashboard/account/confirm-email");
    await expect(page).toHaveURL("/dashboard/account");

    await openPad(page);
    await expect(missing).toHaveCount(0);
    await pounds(page, "Ribeye Steak").fill("10");
    await review(page);
    await placeButton(page).click();
    await expectPlaced(page);
    await expect(page.getByText(/As it is your first, we will get in touch/)).toBeVisible();
    await page.getByRole("link", { name: "See the order" }).click();
    await expect(page.getByText("We will get in touch to confirm your first order")).toBeVisible();
  });
});

test.describe("an incomplete account", () => {
  test.use({ expectedErrors: [/status of (400|429)/] });

  test("keeps the picked order while the account is completed", async ({ page, shop, client }) => {
    await openPad(page);
    await pounds(page, "Ribeye Steak").fill("10");
    await review(page);
    await updateCustomer(shop.db, client.userId, { phone: "" });
    await placeButton(page).click();
    const asked = notice(page, "Please add a phone number to your account");
    await expect(asked).toBeVisible();
    await asked.getByRole("link", { name: "Open your account" }).click();
    await page.getByLabel("Phone").fill("604-555-0142");
    await page.getByRole("button", { name: "Save and go on with the order" }).click();
    await expect(toastText(page, "Account updated")).toBeVisible();
    await expect(pounds(page, "Ribeye Steak")).toHaveValue("10");
    await review(page);
    await placeButton(page).click();
    await expectPlaced(page);
    const placed = await shop.db.select().from(orders).where(eq(orders.customerId, client.userId));
    expect(placed).toMatchObject([{ isNewClient: true }]);
  });

  test("gets a new link by email immediately, and at most three an hour", async ({
    page,
    shop,
    client,
  }) => {
    const unconfirmed = { emailVerified: false };
    await shop.db.update(user).set(unconfirmed).where(eq(user.id, client.userId));
    await page.goto("/dashboard/account/confirm-email");
    const send = page.getByRole("button", { name: "Send a new link" });
    for (let nr = 1; nr <= 3; nr += 1) {
      await send.click();
      await expect(page.getByText(`A link is on its way to ${client.email}.`)).toBeVisible();
      await page.reload();
    }
    await send.click();
    await expect(notice(page, "We have already sent a link to this address.")).toBeVisible();
    await expect(heading(page, "Confirm your email address")).toBeVisible();
  });
});
