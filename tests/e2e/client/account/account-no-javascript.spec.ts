import { expect, test } from "#tests/e2e/fixtures.ts";
import { followMail } from "./account-page.ts";

test.use({
  javaScriptEnabled: false,
  // The browser logs every answer of 4xx.
  expectedErrors: [/status of (400|401)/],
});

test("a client creates an account, signs out, and resets the password", async ({ page, shop }) => {
  const address = `${crypto.randomUUID()}@example.com`;
  await page.goto("/login");
  await page.getByRole("tab", { name: "Create wholesale account" }).click();
  await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password").fill("long enough");
  // Otherwise the browser, even without scripts, would refuse the empty field.
  await page.getByLabel("Company name").evaluate((input) => input.removeAttribute("required"));
  await page.getByLabel("Phone").fill("604-555-0111");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please correct the marked fields.");
  await expect(page.getByText("Please enter your company name")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(address);
  await expect(page.getByLabel("Phone")).toHaveValue("604-555-0111");
  await page.getByLabel("Password").fill("long enough");
  await page.getByLabel("Company name").fill("Sample Bistro");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/dashboard");

  await page.goto("/admin");
  await expect(page).toHaveURL("/dashboard?denied");
  // Chromium shows users `<noscript>`, but doesn't render it when a test disables scripts.
  expect(await page.content()).toMatch(/<noscript>.*Access Denied/s);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/login");
  await page.getByLabel("Email").fill(address);
  await page.getByLabel("Password").fill("forgotten");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password.");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(address);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`If there is an account for ${address}`)).toBeVisible();
  await followMail(page, shop, address, "/reset-password");
  await page.getByLabel("New password").fill("the new one");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
});
