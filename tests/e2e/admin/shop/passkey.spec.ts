import { eq } from "drizzle-orm";
import { session, user } from "#db/schema/accounts.ts";
import { shopSettings } from "#db/schema/system.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { test as clientAreaTest, expect, type Page, title } from "#tests/e2e/client-area.ts";
import { appCode } from "#tests/setup/factors/totp.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

interface StaffMember {
  email: string;
  password: string;
}

/** A separate owner: adding factors ends sessions, and other tests use the administrator's. */
const test = clientAreaTest.extend<{ member: StaffMember }>({
  member: async ({ shop }, use) => {
    const member = { email: `${crypto.randomUUID()}@example.com`, password: "staple beef sample" };
    await ensureAccount(shop.db, { ...member, name: "Pat Sample", profile: { isAdmin: true } });
    await use(member);
  },
});

test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: [/status of 40[0139]/] });

/** Adds a device that holds passkeys and always confirms. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

async function enterPassword(page: Page, { email, password }: StaffMember) {
  await page.goto("/login?next=/admin/security");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function ageProof({ db }: ShopWithin, { email }: StaffMember) {
  const [found] = await db.select({ id: user.id }).from(user).where(eq(user.email, email));
  await db
    .update(session)
    .set({ provenAt: new Date(Date.now() - 16 * 60_000) })
    .where(eq(session.userId, found?.id ?? ""));
}

const asks = (page: Page) => expect(title(page)).toHaveText("Please confirm that it is you");

test("a passkey is added, signs in after the password, and confirms the user", async ({
  page,
  context,
  shop,
  member,
}) => {
  await addAuthenticator(page);
  await enterPassword(page, member);
  await expect(title(page)).toHaveText("Your sign-in");
  await expectAccessible(page);

  await page.getByLabel("Name of a new passkey").fill("Desk at the shop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const codes = page.getByRole("region", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expect(page.getByRole("button", { name: "Remove Desk at the shop" })).toBeVisible();
  await expectAccessible(page);
  await codes.getByRole("link", { name: "I have kept them" }).click();
  await expect(codes).toHaveCount(0);

  await context.clearCookies();
  await enterPassword(page, member);
  await expect(title(page)).toHaveText("One more step");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(title(page)).toHaveText("Your sign-in");
  await expect(page.getByText(/last used/).first()).toBeVisible();

  await ageProof(shop, member);
  await page.goto("/admin/settings/tolerance");
  await page.getByLabel("Tolerance (%)").fill("23");
  await page.getByRole("button", { name: "Save" }).click();
  await asks(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await expect(page.getByLabel("Tolerance (%)")).toHaveValue("23");
});

test("an app's code signs in, and a form is sent again once the password is confirmed", async ({
  page,
  context,
  shop,
  member,
}) => {
  await enterPassword(page, member);
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const letters = await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText();
  await page.getByLabel("Enter the code").fill("000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByLabel("Enter the code")).toHaveAccessibleDescription(/not right/);
  await page.getByLabel("Enter the code").fill(appCode(letters));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();

  await context.clearCookies();
  await enterPassword(page, member);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
  // A code works once, so this is the next one, half a minute early.
  await page.getByLabel("Code").fill(appCode(letters, 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(title(page)).toHaveText("Your sign-in");

  await ageProof(shop, member);
  await page.goto("/admin/settings/sign-in");
  await expectAccessible(page);
  await page.getByLabel("Staff who sign in").check();
  await page.getByRole("button", { name: "Save" }).click();
  await asks(page);
  await page.getByLabel("Password").fill("a wrong guess");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That was not right. Please try again.").first()).toBeVisible();
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  const isNeeded = async () => (await shop.db.select().from(shopSettings))[0]?.needsSecondFactor;
  expect(await isNeeded()).toBe(true);
  await page.getByLabel("Staff who sign in").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  // Wait for it, since later tests sign in to the same shop without a second factor.
  await expect.poll(isNeeded).toBe(false);
});
