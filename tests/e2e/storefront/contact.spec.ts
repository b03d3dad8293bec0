import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { contactMessages } from "#db/schema/inquiries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { toastText } from "../fixtures.ts";
import { expect, expectWellMadePage, openForm, type Page, takeTime, test } from "./public-form.ts";

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send message" });
const notice = (page: Page) => page.getByRole("main").getByRole("status");

const thanks = "Thank you for contacting us. We'll get back to you shortly.";
const failure = "There was an error sending your message. Please try again.";
const text = "Do you cut tomahawks?\n\nSix of them.";

async function fill(page: Page, email: string) {
  await field(page, "Name").fill("Jean Sample");
  await field(page, "Email").fill(email);
  await field(page, "Message").fill(text);
  await takeTime(page);
}

async function expectKept(page: Page, email: string) {
  await expect(field(page, "Name")).toHaveValue("Jean Sample");
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(field(page, "Message")).toHaveValue(text);
}

async function expectEmpty(page: Page) {
  for (const name of ["Name", "Email", "Message"]) await expect(field(page, name)).toHaveValue("");
}

let email: string;
test.beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});

test.describe("with JavaScript", () => {
  test("a message is sent, stored, and emailed to the company and its sender", async ({
    page,
    shop,
  }) => {
    await openForm(page, "/contact");
    await fill(page, email);
    await send(page).click();
    await expect(toastText(page, "Message sent")).toBeVisible();
    await expect(toastText(page, thanks)).toBeVisible();
    await expect(notice(page)).toContainText(thanks);
    await expectEmpty(page);
    await expect(page).toHaveURL(/\/contact$/);
    const [stored, ...others] = await messages();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ name: "Jean Sample", message: text, handledAt: null });
    const replies = await shop.db.select().from(mailOutbox).where(eq(mailOutbox.replyTo, email));
    expect(replies).toMatchObject([{ recipient: sampleShop().company.email }]);
    const received = await shop.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
    expect(received).toHaveLength(1);

    await fill(page, email);
    await field(page, "Message").fill("And short ribs?");
    await send(page).click();
    await expect.poll(async () => (await messages()).length).toBe(2);
    await expectEmpty(page);

    function messages() {
      return shop.db.select().from(contactMessages).where(eq(contactMessages.email, email));
    }
  });

  test("it can be sent with the keyboard alone", async ({ page }) => {
    await openForm(page, "/contact");
    await field(page, "Name").focus();
    await page.keyboard.type("Jean Sample");
    await page.keyboard.press("Tab");
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Hello.");
    await takeTime(page);
    await page.keyboard.press("Tab");
    await expect(send(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toastText(page, "Message sent")).toBeVisible();
    await expect(notice(page).locator("..")).toBeFocused();
  });

  test("shows problems beside their fields, and focuses the first", async ({ page }) => {
    await openForm(page, "/contact");
    await field(page, "Name").fill("Jean Sample");
    await field(page, "Email").fill("jean");
    await takeTime(page);
    await send(page).click();
    await expect(field(page, "Email")).toBeFocused();
    await expect(field(page, "Email")).toHaveAccessibleDescription(
      "Please enter an email address like name@example.com",
    );
    await expect(field(page, "Message")).toHaveAccessibleDescription("Please write your message");
    await expect(field(page, "Name")).toHaveValue("Jean Sample");
    await expect(toastText(page, "Message failed")).toBeVisible();
    await expectWellMadePage(page);
  });

  test("on a phone, the toast does not cover the field in focus", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openForm(page, "/contact");
    // The field has the focus and lies where the toast appears, so focusing it scrolls nothing.
    await field(page, "Name").evaluate((input) => {
      input.focus();
      scrollBy({ top: input.getBoundingClientRect().top - 120, behavior: "instant" });
    });
    await page.keyboard.press("Enter");
    await expect(field(page, "Name")).toHaveAttribute("aria-invalid", "true");
    const words = toastText(page, "Please correct the marked fields.");
    await expect(words).toBeVisible();
    const free = async () => {
      const [name, toast] = [await field(page, "Name").boundingBox(), await words.boundingBox()];
      return name && toast ? name.y - (toast.y + toast.height) : 0;
    };
    await expect.poll(free).toBeGreaterThan(0);
  });

  test("the form and its confirmation are accessible", async ({ page }) => {
    await openForm(page, "/contact");
    await expectWellMadePage(page);
    await fill(page, email);
    await send(page).click();
    await expect(notice(page)).toContainText("Message sent");
    await expectWellMadePage(page);
  });

  test("marks a message as likely spam if the hidden field is filled", async ({ page, shop }) => {
    await openForm(page, "/contact");
    await fill(page, email);
    await page.locator("input[name=website]").fill("https://spam.example", { force: true });
    await send(page).click();
    await expect(toastText(page, "Message sent")).toBeVisible();
    const kept = shop.db.select().from(contactMessages).where(eq(contactMessages.email, email));
    expect(await kept).toMatchObject([{ robotSign: "trap" }]);
  });
});

test.describe("when the connection is down", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the form shows a message, keeps the input, and stores it once if sent again", async ({
    page,
    shop,
  }) => {
    await openForm(page, "/contact");
    await fill(page, email);
    let arrived = false;
    // The first message arrives, but its answer is lost.
    await page.route("**/contact.data*", async (route) => {
      if (arrived) return route.fallback();
      await route.fetch({ maxRedirects: 0 });
      arrived = true;
      await route.abort();
    });
    await send(page).click();
    await expect(toastText(page, "Message failed")).toBeVisible();
    await expect(toastText(page, failure)).toBeVisible();
    await expectKept(page, email);
    await send(page).click();
    await expect(toastText(page, "Message sent")).toBeVisible();
    await expectEmpty(page);
    const kept = shop.db.select().from(contactMessages).where(eq(contactMessages.email, email));
    expect(await kept).toHaveLength(1);
  });
});

test.describe("after too many messages", () => {
  test.use({ expectedErrors: [/status of 429/] });

  test("the form asks to wait, and keeps the input", async ({ page, shop }) => {
    for (const message of ["1", "2", "3", "4", "5"]) {
      const form = { name: "Jean Sample", email, message };
      const headers = { Origin: shop.url };
      await page.request.post("/contact", { form, headers, maxRedirects: 0 });
    }
    await openForm(page, "/contact");
    await fill(page, email);
    await send(page).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText(/Please try again in \d+ minutes, or call us at 604-555-01/);
    await expectKept(page, email);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

  test("a message is sent, and a confirmation replaces the form", async ({ page, shop }) => {
    await page.goto("/contact");
    await field(page, "Name").fill("Jean Sample");
    await field(page, "Email").fill(email);
    // Otherwise the browser, even without scripts, would refuse the empty message.
    await field(page, "Message").evaluate((area) => area.removeAttribute("required"));
    await send(page).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Message failed");
    await expect(page.getByText("Please write your message")).toBeVisible();
    await expect(field(page, "Name")).toHaveValue("Jean Sample");
    await expect(field(page, "Email")).toHaveValue(email);
    await expect(page.getByRole("main").getByRole("alert")).toBeInViewport();

    await field(page, "Message").fill(text);
    await send(page).click();
    await expect(page).toHaveURL(/\/contact\?sent#sent$/);
    await expect(notice(page)).toContainText("Message sent");
    await expect(notice(page)).toContainText(thanks);
    await expect(notice(page)).toBeInViewport();
    await expectEmpty(page);
    const stored = await shop.db
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.email, email));
    expect(stored).toMatchObject([{ message: text }]);
  });
});
