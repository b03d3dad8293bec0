import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test, toastText } from "#tests/e2e/fixtures.ts";
import { startShop } from "#tests/setup/shops/shop.ts";
import {
  email,
  fillIn,
  followMail,
  form,
  heading,
  password,
  signIn,
  signUp,
} from "./account-page.ts";

test.describe("refusals", () => {
  // The browser logs every answer of 4xx.
  test.use({ expectedErrors: [/status of 4\d\d|net::ERR/] });

  test("a wrong password is reported under the form and in a toast, and nothing is lost", async ({
    page,
    shop,
  }) => {
    await signIn(page, { email: shop.demo.email, password: "not the password" });
    await expect(form(page).getByRole("alert")).toHaveText("Invalid email or password.");
    await expect(toastText(page, "Error")).toBeVisible();
    await expect(toastText(page, "Invalid email or password.")).toBeVisible();
    await expect(email(page)).toHaveValue(shop.demo.email);
    await expect(page).toHaveURL("/login");

    await password(page).fill(shop.demo.password);
    await password(page).press("Enter");
    await expect(page).toHaveURL("/dashboard");
  });

  test("an address that is taken is reported, with a link to a new password", async ({
    page,
    shop,
  }) => {
    await page.goto("/login?create");
    await fillIn(page, { email: shop.demo.email, password: "long enough" });
    await page.getByLabel("Company name").fill("Somebody Else");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(form(page).getByRole("alert")).toContainText("already has an account");
    await page.getByRole("tab", { name: "Sign in" }).click();
    await expect(form(page).getByRole("alert")).toHaveCount(0);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(heading(page, "Forgot your password?")).toBeVisible();
  });

  test("keeps the input when the connection fails, and the retry succeeds", async ({
    page,
    shop,
  }) => {
    await page.goto("/login");
    await page.route(/login\.data|check-in-browser/, (route) => route.abort());
    await fillIn(page, shop.demo);
    await page.getByRole("button", { name: "Sign in" }).click();
    const unexpected = "An unexpected error occurred. Please try again.";
    await expect(form(page).getByRole("alert")).toHaveText(unexpected);
    await expect(toastText(page, unexpected)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a used link shows a message, and leads to a new one", async ({ page, shop }) => {
    const account = await signUp(page);
    await page.context().clearCookies();
    await page.goto("/forgot-password");
    await email(page).fill(account.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("status").filter({ hasText: account.email })).toBeVisible();
    await followMail(page, shop, account.email, "/reset-password");
    const link = page.url();
    const twin = await page.context().newPage();
    await twin.goto(link);
    await password(page).fill("the new one");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await expect(page).toHaveURL("/dashboard");

    await password(twin).fill("another one");
    await twin.getByRole("button", { name: "Save and sign in" }).click();
    await expect(twin.getByText("This link no longer works")).toBeVisible();
    await twin.reload();
    await twin.getByRole("link", { name: "Send me a new link" }).click();
    await expect(heading(twin, "Forgot your password?")).toBeVisible();
  });

  test("an unconfirmed account sees advice to check its email", async ({ page }) => {
    const shop = await startShop({ EMAIL_CONFIRMATION: "1" });
    const at = (path: string) => shop.url + path;
    const message = "Please check your email to confirm your account.";
    try {
      const account = { email: "chef@example.com", password: "long enough" };
      await page.goto(at("/login?create"));
      await fillIn(page, account);
      await page.getByLabel("Company name").fill("Sample Bistro");
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText(message)).toBeVisible();
      await page.goto(at("/dashboard"));
      await expect(page).toHaveURL(at("/login?next=%2Fdashboard"));
      await fillIn(page, account);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText(message)).toBeVisible();

      await followMail(page, shop, account.email, "/confirm-email");
      await expect(heading(page, "Confirm your address")).toBeVisible();
      await page.getByRole("button", { name: "Confirm and sign in" }).click();
      await expect(page).toHaveURL(at("/dashboard"));
    } finally {
      // An open page would miss its shop.
      await page.goto("about:blank");
      await shop.stop();
    }
  });
});

test.describe("accessible and fitting the window", () => {
  test.use({ reducedMotion: "reduce", expectedErrors: [/status of 4\d\d/] });

  test("forms with refused input, pages behind emailed links, and the back office", async ({
    page,
    shop,
  }) => {
    await page.goto("/login?create");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(form(page).getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/forgot-password");
    await email(page).fill(shop.admin.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(`If there is an account for ${shop.admin.email}`)).toBeVisible();
    await expectAccessible(page);
    await followMail(page, shop, shop.admin.email, "/reset-password");
    await expect(password(page)).toBeVisible();
    await expectAccessible(page);
    await signIn(page, shop.admin);
    await expect(page).toHaveURL("/admin");
    await expectAccessible(page);
  });
});
