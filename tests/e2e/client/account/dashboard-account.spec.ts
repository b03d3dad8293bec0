import { expect, type Page, signIn, test, title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

test("the account's details are changed", async ({ page, client }) => {
  await page.goto("/dashboard/account");
  const email = field(page, "Email");
  await expect(email).toBeDisabled();
  await expect(email).toHaveValue(client.email);
  await expect(email).toHaveAccessibleDescription("Contact support to change your email address");

  const company = 'O\'Brien & <Sons> "Fine" 牛肉';
  await field(page, "Company name").fill(` ${company} `);
  await field(page, "Contact name").fill("");
  await field(page, "Phone").fill("604-555-0199");
  await field(page, "Delivery address").fill("200 Sample Street, Abbotsford, BC");
  await field(page, "Notes").fill("Back door,\nbefore 10 am.");
  await save(page).click();
  await expect(toastText(page, "Account updated")).toBeVisible();
  await expect(page.getByRole("banner").getByText(company)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/account$/);

  await page.reload();
  await expect(field(page, "Company name")).toHaveValue(company);
  await expect(field(page, "Contact name")).toHaveValue("");
  await expect(field(page, "Phone")).toHaveValue("604-555-0199");
  await expect(field(page, "Delivery address")).toHaveValue("200 Sample Street, Abbotsford, BC");
  await expect(field(page, "Notes")).toHaveValue("Back door,\nbefore 10 am.");
});

test("a company without a name is refused, and the input stays", async ({ page, client }) => {
  await page.goto("/dashboard/account");
  await field(page, "Company name").fill("   ");
  await field(page, "Phone").fill("604-555-0199");
  await save(page).click();
  await expect(field(page, "Company name")).toBeFocused();
  await expect(field(page, "Company name")).toHaveAccessibleDescription(
    "Please enter your company name",
  );
  await expect(field(page, "Phone")).toHaveValue("604-555-0199");
  await page.reload();
  await expect(field(page, "Company name")).toHaveValue(client.companyName);
  await expect(field(page, "Phone")).toHaveValue("604-555-0142");
});

test("restores input after Back and after the session's end, until it is saved", async ({
  page,
  client,
}) => {
  const offer = page
    .getByRole("status")
    .filter({ hasText: "You have unsaved changes from earlier" });
  const restore = () => offer.getByRole("button", { name: "Restore" }).click();
  await holdEvents(page);
  await page.goto("/dashboard");
  const account = page.getByRole("link", { name: "Account", exact: true });
  await account.click();
  await field(page, "Notes").fill("Back door");
  await page.goBack();
  // During the navigation back, the form is still there with its input.
  await expect(field(page, "Notes")).toBeHidden();
  await account.click();
  await restore();
  await expect(field(page, "Notes")).toHaveValue("Back door");

  await page.context().clearCookies();
  await save(page).click();
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await restore();
  await save(page).click();
  await expect(toastText(page, "Account updated")).toBeVisible();
  await page.reload();
  await expect(field(page, "Notes")).toHaveValue("Back door");
  await expect(offer).toBeHidden();
});

test.describe("when the connection is down", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the account's form shows a message, and can be sent again", async ({ page, client }) => {
    await page.goto("/dashboard/account");
    await field(page, "Company name").fill(`${client.companyName} Ltd.`);
    // Its code and session are loaded before the connection is lost.
    await field(page, "Phone").fill("x".repeat(50));
    const address = "**/dashboard/account.data*";
    await page.route(address, (route) => route.abort());
    await save(page).click();
    const failure = "An error occurred while updating your account";
    await expect(toastText(page, failure)).toBeVisible();
    await expect(page.getByRole("alert").getByText(failure)).toBeVisible();
    await expect(field(page, "Company name")).toHaveValue(`${client.companyName} Ltd.`);
    await page.unroute(address);
    await save(page).click();
    await expect(toastText(page, "Account updated")).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  // The browser logs the page's status 400.
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

  test("the account's form works", async ({ page, client }) => {
    await page.goto("/dashboard/account");
    await field(page, "Company name").fill(`${client.companyName} Ltd.`);
    await save(page).click();
    await expect(page.getByRole("status").getByText("Account updated")).toBeVisible();
    await expect(page.getByRole("banner").getByText(`${client.companyName} Ltd.`)).toBeVisible();

    await field(page, "Company name").fill("   ");
    await field(page, "Notes").fill("Keep this");
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await save(page).click();
    expect((await answer).status()).toBe(400);
    await expect(page.getByText("Please enter your company name")).toBeVisible();
    await expect(field(page, "Notes")).toHaveValue("Keep this");
  });

  test("the mobile menu and the pages of a list are links", async ({ page, client }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/dashboard");
    await expect(page.getByRole("banner").getByText(client.companyName)).toBeVisible();
    await page.getByRole("banner").locator("summary", { hasText: "Menu" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Invoices" }).click();
    await expect(title(page)).toHaveText("Invoices");
  });
});

test.describe("the password", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("is changed, and every other device is signed out", async ({
    page,
    client,
    browser,
    shop,
  }) => {
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    await signIn(elsewhere.request, shop.url, client);
    await holdEvents(page);
    await page.goto("/dashboard/account");
    await page.getByRole("link", { name: "Change password" }).click();
    const current = page.getByLabel("Current password", { exact: true });
    const next = page.getByLabel("New password", { exact: true });
    const send = page.getByRole("button", { name: "Change password" });

    await current.fill("not the password");
    await next.fill("another password");
    await send.click();
    await expect(current).toHaveAccessibleDescription("That is not your current password");
    await expect(current).toBeFocused();

    await current.fill(client.password);
    await next.fill("short");
    await send.click();
    await expect(next).toHaveAccessibleDescription(/Please use at least 8 characters/);

    await next.fill("another password");
    await send.click();
    await expect(toastText(page, "Password changed")).toBeVisible();
    await expect(title(page)).toHaveText("Account");

    expect((await elsewhere.request.get("/dashboard")).url()).toContain("/login");
    await signIn(elsewhere.request, shop.url, { ...client, password: "another password" });
    await elsewhere.close();
  });
});
