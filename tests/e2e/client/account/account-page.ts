import { expect, type Page } from "#tests/e2e/fixtures.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import type { RunningShop } from "#tests/setup/shops/shop.ts";

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
export const email = (page: Page) => page.getByLabel("Email");
export const password = (page: Page) => page.getByLabel(/^(New p|P)assword$/);
export const form = (page: Page) => page.getByRole("main").locator("form");
export const accountLink = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /^(Login|Dashboard|Admin)$/ });

export interface Credentials {
  email: string;
  password: string;
}

export async function fillIn(page: Page, account: Credentials) {
  await email(page).fill(account.email);
  await password(page).fill(account.password);
}

export async function signIn(page: Page, account: Credentials) {
  await page.goto("/login");
  await fillIn(page, account);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Creates a new account, and signs in. */
export async function signUp(page: Page): Promise<Credentials> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: "long enough" };
  await page.goto("/login?create");
  await fillIn(page, account);
  await page.getByLabel("Company name").fill("Sample Bistro");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/dashboard");
  return account;
}

/** Opens the newest link to a page that was mailed to an address. */
export async function followMail(
  page: Page,
  shop: RunningShop,
  address: string,
  path: "/reset-password" | "/confirm-email",
) {
  const links = async () => {
    const mails = await mailsTo(shop.dataDir, address);
    return mails.map(({ link }) => link).filter((link) => link.includes(path));
  };
  await expect.poll(links).not.toEqual([]);
  await page.goto((await links()).at(-1) ?? "");
}
