import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "#tests/e2e/back-office.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";

test("a packer is invited, joins, sees only packers' pages, and is removed with one open", async ({
  page,
  shop,
  browser,
}) => {
  const email = "sam@example.com";
  const password = "a packer's password";
  await page.goto("/admin/staff");
  await page.getByLabel("Name").fill("Sam Sample");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Make an invitation" }).click();
  await expect(page.getByLabel("Role")).toHaveAccessibleDescription("Please choose a role");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Role").selectOption("Packer");
  await page.getByRole("button", { name: "Make an invitation" }).click();
  await expect(page.getByRole("button", { name: /^Withdraw/ })).toBeVisible();
  // Mail only becomes a file here: the page says so, and has the link to hand over.
  const ready = page.getByText(/^The invitation of sam@example\.com is ready\. .*can’t send email/);
  await expect(ready).toBeVisible();
  const handed = await page.getByLabel("Link", { exact: true }).inputValue();
  await expectAccessible(page);

  const links = async () => (await mailsTo(shop.dataDir, email)).map(({ link }) => link);
  await expect.poll(links, { timeout: 20_000 }).toHaveLength(1);
  const [link = ""] = await links();
  expect(handed).toBe(link);
  const own = await browser.newContext({ baseURL: shop.url });
  const packer = await own.newPage();
  await packer.goto(link);
  await packer.getByLabel("Password", { exact: true }).fill(password);
  await expectAccessible(packer);
  // Below 768 px the menu is collapsed.
  await packer.setViewportSize({ width: 1280, height: 900 });
  // Only a password is needed besides the link.
  await packer.getByRole("button", { name: "Join and sign in" }).click();
  await expect(packer.getByRole("heading", { level: 1, name: "Packing" })).toBeVisible();
  const menu = packer.getByRole("navigation", { name: "Back office" });
  await expect(menu.getByRole("link")).toHaveText([
    // With how many orders there are to pack.
    /^Packing/,
    "Stock",
    "Receiving",
    "Lots",
    "Cutting",
    "Recall",
    "Returns",
    "Your sign-in",
    "See the shop",
  ]);
  await packer.goto("/admin/receivables");
  await expect(packer).toHaveURL(/\/admin\/packing$/);
  await expect(packer.getByText("Access Denied", { exact: true })).toBeVisible();

  await page.reload();
  await page.getByRole("link", { name: "Sam Sample" }).click();
  // A lost tablet is signed out, and the packer signs in again.
  await page.getByRole("link", { name: "Sign out everywhere" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Signed out everywhere").first()).toBeVisible();
  await menu.getByRole("link", { name: "Lots" }).click();
  await expect(packer).toHaveURL(/\/login/);
  await packer.getByLabel("Email").fill(email);
  await packer.getByLabel("Password", { exact: true }).fill(password);
  await packer.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(packer.getByRole("heading", { level: 1, name: "Lots" })).toBeVisible();

  await page.getByRole("link", { name: "Remove from the staff" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("link", { name: "Sam Sample" })).toHaveCount(0);
  await expect(page.getByText("Removed from the staff").first()).toBeVisible();
  await menu.getByRole("link", { name: "Lots" }).click();
  await expect(packer).toHaveURL(/\/login/);
  await own.close();
});
