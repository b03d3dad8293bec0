import { eq, sql } from "drizzle-orm";
import { markHandled, reopen } from "#app/features/inquiries/inbox/inbox-status.server.ts";
import { inviteSender } from "#app/features/inquiries/inbox/invitations.server.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { administrator, title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories/inbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";

const entries = (page: Page) => page.getByRole("tabpanel").getByRole("listitem");
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });
const history = (page: Page) => page.getByRole("region", { name: "History" });
const inMenu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name, exact: true });

test.beforeEach(async ({ shop }) => {
  await shop.db.delete(contactMessages);
  await shop.db.delete(wholesaleInquiries);
});

test("separates likely spam, and moves a person's message to the inbox", async ({ page, shop }) => {
  await insertMessage(shop.db, { name: "Quick Person", robotSign: "haste" });
  await page.goto("/admin/inbox");
  await expect(page.getByText("No messages are waiting")).toBeVisible();
  await page.getByRole("link", { name: "Suspected spam" }).click();
  await expect(page).toHaveURL("/admin/inbox?show=robots");
  await expect(page.getByText(/is held here for 30 days/)).toBeVisible();
  await entries(page).getByRole("link", { name: "Quick Person" }).click();
  await expect(page.getByText("It was sent within 2 seconds of opening the form")).toBeVisible();
  await button(page, "Move to inbox").click();
  await expect(toastText(page, "Moved to the inbox")).toBeVisible();
  await expect(history(page).getByText("Moved to the inbox")).toBeVisible();
  await expect(inMenu(page, "Inbox 1 waiting")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Inbox" }).click();
  await expect(entries(page)).toHaveCount(1);
  await page.goto("/admin/inbox?show=robots");
  await expectAccessible(page);
});

async function invitationsTo(shop: ShopWithin, email: string) {
  return shop.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
}

test("a message is read, answered, handled and reopened", async ({ page, shop }) => {
  const message = `Do you cut tomahawks?\n\n${"Six of them. ".repeat(60)}The end.`;
  const email = "jean+shop@example.com";
  await insertMessage(shop.db, { name: "Jean & <Sons>", email, message });
  await insertInquiry(shop.db);
  await page.goto("/admin");
  await inMenu(page, "Inbox 2 waiting").click();
  await expect(title(page)).toHaveText("Inbox");
  await expect(page.getByRole("tab", { name: "Messages (1)" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Inquiries (1)" })).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await entries(page).getByRole("link", { name: "Jean & <Sons>" }).click();

  await expect(title(page)).toHaveText("Message from Jean & <Sons>");
  await expect(page.getByText("The end.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Reply by email" })).toHaveAttribute(
    "href",
    /^mailto:jean%2Bshop@example\.com\?subject=Your%20message%20to%20/,
  );
  // This machine has no mail program.
  await page.getByRole("link", { name: "Reply by email" }).evaluate((link) => {
    link.addEventListener("click", (event) => event.preventDefault());
  });
  await page.getByRole("link", { name: "Reply by email" }).click();
  await expect(toastText(page, "Reply noted")).toBeVisible();
  await expect(history(page).getByText("Reply by email begun")).toBeVisible();
  await button(page, "Mark as handled").click();
  await expect(toastText(page, "Marked as handled")).toBeVisible();
  await expect(button(page, "Reopen")).toBeVisible();
  await expect(inMenu(page, "Inbox 1 waiting")).toBeVisible();
  await expect(page.getByText("Handled", { exact: true }).first()).toBeVisible();
  await expect(history(page).getByText(`by ${shop.admin.email}`)).toHaveCount(2);

  await page.getByRole("main").getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(/\/admin\/inbox\?show=handled$/);
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Open" }).click();
  await expect(page.getByText("No messages are waiting")).toBeVisible();
  await page.goBack();
  await entries(page).getByRole("link").click();
  await button(page, "Reopen").click();
  await expect(toastText(page, "Reopened")).toBeVisible();
  await expect(button(page, "Mark as handled")).toBeVisible();
});

test("an inquiry becomes an invitation with a prefilled form", async ({ page, shop, browser }) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = await insertInquiry(shop.db, { email, company: "Harbour & Sons" });
  await page.goto("/admin/inbox?box=inquiries");
  await entries(page).getByRole("link", { name: "Harbour & Sons" }).click();
  await expect(title(page)).toHaveText("Inquiry from Harbour & Sons");
  await expect(page.getByText("Restaurant")).toBeVisible();
  await button(page, "Invite to create an account").click();
  await expect(toastText(page, "Invitation sent")).toBeVisible();
  await expect(page.getByText(/^Invitation sent: /)).toBeVisible();
  await expect(button(page, "Reopen")).toBeVisible();
  await expect(history(page).getByText("Invited")).toBeVisible();
  expect(await invitationsTo(shop, email)).toHaveLength(1);

  await button(page, "Invite again").click();
  await expect.poll(async () => (await invitationsTo(shop, email)).length).toBe(2);

  // An email's text is deleted once it is sent; its link derives from the inquiry.
  const visitor = await browser.newContext();
  const login = await visitor.newPage();
  await login.goto(`${shop.url}/login?create&invitation=${id}`);
  await expect(login.getByLabel("Company name")).toHaveValue("Harbour & Sons");
  await expect(login.getByLabel("Contact name")).toHaveValue("Sam Sample");
  await expect(login.getByLabel("Email")).toHaveValue(email);
  await login.getByLabel("Password", { exact: true }).fill("long enough");
  await login.getByRole("button", { name: "Create account" }).click();
  await expect(login).toHaveURL(/\/dashboard$/);
  await visitor.close();

  await page.goto(`/admin/inbox/inquiries/${id}`);
  await expect(page.getByText("This address already has an account.")).toBeVisible();
  await expect(button(page, "Invite again")).toBeHidden();
});

test.describe("when a colleague was quicker", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test.beforeEach(async ({ page }) => {
    await holdEvents(page);
  });

  test("the page reports it and shows the current state", async ({ page, shop }) => {
    const admin = await administrator(shop);
    const message = await insertMessage(shop.db);
    const subject = { box: "messages", id: message.id } as const;
    await page.goto(`/admin/inbox/messages/${message.id}`);
    await markHandled(shop.db, admin, subject);
    await button(page, "Mark as handled").click();
    await expect(page.getByRole("alert")).toContainText("Someone has marked this as handled");
    // The page reloads its data after a refusal.
    await expect(button(page, "Reopen")).toBeVisible();
    await reopen(shop.db, admin, subject);
    await button(page, "Reopen").click();
    await expect(page.getByRole("alert")).toContainText("Someone has reopened this");
    await expect(button(page, "Mark as handled")).toBeVisible();
  });

  test("two people who invite the same client concurrently send one invitation", async ({
    page,
    shop,
  }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await insertInquiry(shop.db, { email });
    await page.goto(`/admin/inbox/inquiries/${id}`);
    const admin = await administrator(shop);
    await inviteSender(shop.db, admin, { id, invitedBefore: null, shop: sampleShop(shop.url) });
    await button(page, "Invite to create an account").click();
    await expect(page.getByRole("alert")).toContainText("Someone has sent an invitation");
    await expect(button(page, "Invite again")).toBeVisible();
    expect(await invitationsTo(shop, email)).toHaveLength(1);
  });
});

test("a long inbox has pages", async ({ page, shop }) => {
  for (let number = 1; number <= 52; number += 1) {
    const createdAt = new Date(Date.UTC(2026, 4, 1) + number * 60_000);
    await insertMessage(shop.db, { name: `Sender ${number}`, createdAt });
  }
  await page.goto("/admin/inbox");
  await expect(entries(page)).toHaveCount(50);
  await expect(entries(page).first()).toContainText("Sender 52");
  await page.getByRole("link", { name: "Older" }).click();
  await expect(entries(page)).toHaveCount(2);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(entries(page)).toHaveCount(50);
});

test("the inbox is accessible and fits the window, full and empty", async ({ page, shop }) => {
  const long = "Wirtschaftsprüfungsgesellschaft".repeat(6);
  const message = await insertMessage(shop.db, { name: long, message: long.repeat(20) });
  const inquiry = await insertInquiry(shop.db, {
    company: long,
    notes: long,
    handledAt: new Date(),
  });
  const paths = [
    "/admin/inbox",
    "/admin/inbox?box=inquiries",
    `/admin/inbox/messages/${message.id}`,
    `/admin/inbox/inquiries/${inquiry.id}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    await expectAccessible(page);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an inquiry is invited, reopened and handled", async ({ page, shop }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    await insertInquiry(shop.db, { email });
    await page.goto("/admin/inbox");
    await page.getByRole("tab", { name: "Inquiries (1)" }).click();
    await entries(page).getByRole("link", { name: "Harbour Kitchen" }).click();
    await button(page, "Invite to create an account").click();
    // Chromium shows it to people without scripts, but not to a test without.
    await expect.poll(() => page.content()).toMatch(/<noscript>.*Invitation sent/s);
    await button(page, "Reopen").click();
    await button(page, "Mark as handled").click();
    await expect(button(page, "Reopen")).toBeVisible();
    expect(await invitationsTo(shop, email)).toHaveLength(1);
  });
});

test("a new message appears automatically, and one handled by a colleague disappears", async ({
  page,
  context,
  shop,
}) => {
  await page.goto("/admin/inbox");
  const elsewhere = await context.newPage();
  await elsewhere.goto("/admin/clients");
  await expect(inMenu(elsewhere, "Inbox")).toBeVisible();
  const createdAt = new Date("2026-11-22T07:30:00Z");
  const message = await insertMessage(shop.db, { name: "Jean", createdAt });
  await expect(entries(page)).toContainText("Jean");
  // The browser formats it, and its time zone table may be older than the law.
  await expect(entries(page)).toContainText("Nov 22, 2026, 12:30 a.m.");
  await expect(inMenu(elsewhere, "Inbox 1 waiting")).toBeVisible();
  await markHandled(shop.db, await administrator(shop), { box: "messages", id: message.id });
  await expect(page.getByText("No messages are waiting")).toBeVisible();
  await expect(inMenu(elsewhere, "Inbox")).toBeVisible();
});

test("a failed count does not affect the other pages", async ({ page, shop }) => {
  await insertMessage(shop.db);
  const messages = sql.identifier("contact_messages");
  const away = sql.identifier("contact_messages_away");
  await shop.db.execute(sql`alter table ${messages} rename to ${away}`);
  try {
    await page.goto("/admin/clients");
    await expect(title(page)).toHaveText("Wholesale Clients");
    await expect(inMenu(page, "Inbox")).toBeVisible();
  } finally {
    await shop.db.execute(sql`alter table ${away} rename to ${messages}`);
  }
});

test.describe("a missing message or inquiry", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("has a page that links to the inbox", async ({ page }) => {
    for (const path of ["messages/nothing", `inquiries/${crypto.randomUUID()}`, "messages/%00"]) {
      expect((await page.goto(`/admin/inbox/${path}`))?.status()).toBe(404);
      await expect(title(page)).toHaveText("Page not found");
    }
  });
});
