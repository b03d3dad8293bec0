import { expect, test, toastText } from "#tests/e2e/fixtures.ts";
import { holdBack, holdEvents } from "#tests/e2e/hold-back.ts";
import {
  accountLink,
  email,
  fillIn,
  followMail,
  form,
  heading,
  password,
  signIn,
  signUp,
} from "./account-page.ts";

test("a butcher opens an account and is let in", async ({ page }) => {
  await page.goto("/");
  await accountLink(page).click();
  await expect(heading(page, "Wholesale Login")).toBeVisible();
  await email(page).fill("typed.before@example.com");
  await page.getByRole("tab", { name: "Create wholesale account" }).click();
  await expect(page).toHaveURL("/login?create");
  await expect(email(page)).toHaveValue("typed.before@example.com");

  await page.getByRole("button", { name: "Create account" }).click();
  await expect(form(page).getByRole("alert")).toHaveText("Please correct the marked fields.");
  await expect(toastText(page, "Error")).toBeVisible();
  await expect(form(page).getByText("Please use at least 8 characters")).toBeVisible();
  await expect(form(page).getByText("Please enter your company name")).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(page.getByLabel("Company name")).toHaveAttribute("aria-invalid", "true");

  await password(page).fill("long enough");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByLabel("Company name").fill("Typed & Sons");
  await page.getByLabel("Contact name").fill("Pat Sample");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("Typed & Sons").first()).toBeVisible();

  // The session is known to the storefront, and survives a reload.
  await page.goto("/");
  await expect(accountLink(page)).toHaveText("Dashboard");
  await page.reload();
  await expect(accountLink(page)).toHaveText("Dashboard");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/dashboard");
});

test("each role gets to its own area, or to the requested page", async ({ page, shop }) => {
  await signIn(page, shop.admin);
  await expect(page).toHaveURL("/admin");
  await expect(heading(page, "Dashboard")).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL("/admin");
  await page.goto("/admin/no/such/page");
  await expect(page).toHaveURL("/admin");

  // A page without an event stream, which might open just when the session ends.
  await page.goto("/faq");
  await page.context().clearCookies();
  await page.goto("/dashboard/orders?page=x");
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillIn(page, shop.demo);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard/orders?page=x");
});

test("a client who requests the back office sees the reason for the refusal once", async ({
  page,
  shop,
}) => {
  await signIn(page, shop.demo);
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/admin/orders");
  await expect(toastText(page, "Access Denied")).toBeVisible();
  await expect(toastText(page, "You don't have permission to access this area")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(toastText(page, "Access Denied")).toHaveCount(0);
});

test("a spinner shows until the server has decided", async ({ page }) => {
  await signUp(page);
  await page.goto("/wholesale");
  const pending = await holdBack(page, /\/dashboard\.data/);
  await expect(accountLink(page)).toHaveText("Dashboard");
  await accountLink(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  await expect(page).toHaveURL("/wholesale");
  pending.release();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("Loading...")).toHaveCount(0);
});

test("signing in and out in one tab updates the other", async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await holdEvents(tab);
  await other.goto("/faq");
  await expect(accountLink(other)).toHaveText("Login");
  await signUp(page);
  await expect(accountLink(other)).toHaveText("Dashboard");
  await other.goto("/dashboard");
  await expect(other).toHaveURL("/dashboard");

  const loads = [page, other].map((tab) => tab.waitForEvent("load"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await Promise.all(loads);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL("/");
    await expect(accountLink(tab)).toHaveText("Login");
  }
  await other.goBack();
  await expect(other).toHaveURL("/login?next=%2Fdashboard");
});

test("signing out in one tab keeps a half-written message in another", async ({
  page,
  context,
}) => {
  await signUp(page);
  const other = await context.newPage();
  await other.goto("/contact");
  await expect(accountLink(other)).toHaveText("Dashboard");
  await other.getByLabel("Message").fill("Do you cut toma");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  await expect(accountLink(other)).toHaveText("Login");
  await expect(other).toHaveURL("/contact");
  await expect(other.getByLabel("Message")).toHaveValue("Do you cut toma");
});

test("setting a new password signs every other browser out", async ({ page, shop, browser }) => {
  const account = await signUp(page);
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  const phone = await elsewhere.newPage();
  await phone.goto("/login");
  await phone.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(heading(phone, "Forgot your password?")).toBeVisible();
  await email(phone).fill(account.email);
  await phone.getByRole("button", { name: "Send the link" }).click();
  await expect(phone.getByText(`If there is an account for ${account.email}`)).toBeVisible();
  await followMail(phone, shop, account.email, "/reset-password");
  await password(phone).fill("short");
  await phone.getByRole("button", { name: "Save and sign in" }).click();
  await expect(form(phone).getByText("Please use at least 8 characters")).toBeVisible();
  await password(phone).fill("the new one");
  await phone.getByRole("button", { name: "Save and sign in" }).click();
  await expect(phone).toHaveURL("/dashboard");
  await elsewhere.close();

  await page.reload();
  await expect(page).toHaveURL("/login?next=%2Fdashboard");
  await fillIn(page, { ...account, password: "the new one" });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("works by keyboard alone", async ({ page, shop }) => {
  await page.goto("/login");
  await page.getByRole("tab", { name: "Sign in" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type(shop.demo.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(shop.demo.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
});
