import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { wholesaleInquiries } from "#db/schema/inquiries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { toastText } from "../fixtures.ts";
import { expect, expectWellMadePage, openForm, type Page, takeTime, test } from "./public-form.ts";

const form = (page: Page) => page.getByRole("form", { name: "Ask us about wholesale" });
const field = (page: Page, name: string) => form(page).getByLabel(name);
const send = (page: Page) => form(page).getByRole("button", { name: "Send inquiry" });
/** The page has another status element, for the delivery days. */
const notice = (page: Page) =>
  page.getByRole("main").getByRole("status").filter({ hasText: "Inquiry Submitted" });

const thanks = "We'll be in touch with you shortly to discuss your wholesale needs.";

async function fill(page: Page, email: string) {
  await field(page, "Company").fill("Harbour Kitchen");
  await field(page, "Contact").fill("Sam Sample");
  await field(page, "Email").fill(email);
  await field(page, "Phone").fill("604-555-0177");
  await field(page, "Business type").selectOption("Meal prep");
  await field(page, "Delivery or pickup").selectOption("Undecided");
}

async function expectEmpty(page: Page) {
  for (const name of ["Company", "Contact", "Email", "Phone", "Business type", "Notes"]) {
    await expect(field(page, name)).toHaveValue("");
  }
  await expect(field(page, "Delivery or pickup")).toHaveValue("");
}

let email: string;
test.beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

test("an inquiry is stored, both company and sender get an email, and the form resets", async ({
  page,
  shop,
}) => {
  await openForm(page, "/wholesale");
  await page.getByRole("link", { name: "Send an inquiry" }).click();
  await expect(form(page)).toBeInViewport();
  await expect(form(page).locator("input[name=recipient]")).toHaveValue(sampleShop().company.email);
  await fill(page, email);
  await field(page, "Weekly volume").fill("about 120 lb");
  await field(page, "Notes").fill("Striploins to 12 oz.");
  await takeTime(page);
  await send(page).click();
  await expect(toastText(page, "Inquiry Submitted")).toBeVisible();
  await expect(toastText(page, thanks)).toBeVisible();
  await expect(notice(page)).toContainText(thanks);
  await expectEmpty(page);
  const stored = await shop.db
    .select()
    .from(wholesaleInquiries)
    .where(eq(wholesaleInquiries.email, email));
  expect(stored).toMatchObject([
    {
      company: "Harbour Kitchen",
      contact: "Sam Sample",
      phone: "604-555-0177",
      businessType: "meal-prep",
      delivery: "undecided",
      weeklyVolume: "about 120 lb",
      notes: "Striploins to 12 oz.",
    },
  ]);
  const replies = await shop.db.select().from(mailOutbox).where(eq(mailOutbox.replyTo, email));
  expect(replies).toMatchObject([{ recipient: sampleShop().company.email }]);
  const received = await shop.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
  expect(received).toHaveLength(1);
});

test("a visitor without an account gets a link to the form that opens one", async ({ page }) => {
  await page.goto("/wholesale");
  await page.getByRole("link", { name: "Create a wholesale account" }).click();
  await expect(page).toHaveURL("/login?create");
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
});

test("each empty required field shows an error; optional ones may be empty", async ({ page }) => {
  await openForm(page, "/wholesale");
  await takeTime(page);
  await send(page).click();
  await expect(field(page, "Company")).toBeFocused();
  const missing = {
    Company: "Please enter your company name",
    Contact: "Please enter a contact name",
    Email: "Please enter your email address",
    Phone: "Please enter a phone number",
    "Business type": "Please choose your kind of business",
    "Delivery or pickup": "Please choose delivery, pickup or undecided",
  };
  for (const [name, message] of Object.entries(missing)) {
    await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await expectWellMadePage(page);
  await fill(page, email);
  await send(page).click();
  await expect(notice(page)).toContainText("Inquiry Submitted");
  await expectEmpty(page);
  await expectWellMadePage(page);
});

test.describe("when the connection is down", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the form shows a message, and keeps every choice", async ({ page }) => {
    await openForm(page, "/wholesale");
    await fill(page, email);
    await takeTime(page);
    await page.route("**/wholesale.data*", (route) => route.abort());
    await send(page).click();
    await expect(toastText(page, "Inquiry failed")).toBeVisible();
    await expect(field(page, "Company")).toHaveValue("Harbour Kitchen");
    await expect(field(page, "Business type")).toHaveValue("meal-prep");
    await expect(field(page, "Delivery or pickup")).toHaveValue("undecided");
    await page.unroute("**/wholesale.data*");
    await send(page).click();
    await expect(toastText(page, "Inquiry Submitted")).toBeVisible();
    await expectEmpty(page);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

  test("an inquiry is sent, and choices survive a refusal", async ({ page, shop }) => {
    await page.goto("/wholesale");
    await fill(page, email);
    await field(page, "Phone").fill("call me");
    await send(page).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Inquiry failed");
    await expect(page.getByText("Please enter a phone number like 604-555-0142")).toBeVisible();
    await expect(field(page, "Business type")).toHaveValue("meal-prep");
    await expect(field(page, "Delivery or pickup")).toHaveValue("undecided");
    await field(page, "Phone").fill("604-555-0177");
    await send(page).click();
    await expect(page).toHaveURL(/\/wholesale\?sent#sent$/);
    await expect(notice(page)).toContainText("Inquiry Submitted");
    await expect(notice(page)).toBeInViewport();
    await expectEmpty(page);
    const stored = await shop.db
      .select()
      .from(wholesaleInquiries)
      .where(eq(wholesaleInquiries.email, email));
    expect(stored).toMatchObject([{ businessType: "meal-prep", delivery: "undecided" }]);
  });
});
