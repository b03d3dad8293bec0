import { like } from "drizzle-orm";
import { session } from "#db/schema/accounts.ts";
import { keptValues } from "#db/schema/system.ts";
import { claimTicks } from "#db/schema/words.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { jpegFile } from "../catalogue/images-page.ts";

const address = "/admin/settings/words/faq";
const press = (page: Page, name: string) => page.getByRole("button", { name }).first().click();
const question = (page: Page, number: number) =>
  page.getByRole("group", { name: `Question ${number}`, exact: true });
const answer = (page: Page, number: number) =>
  question(page, number).getByLabel("Answer", { exact: true });

test.use({ expectedErrors: [/status of (400|403|409)/] });
test.afterEach(({ shop }) => shop.db.delete(keptValues).where(like(keptValues.key, "words/%")));

test("an answer of the FAQ is edited, previewed, saved, and reset", async ({
  page,
  shop,
  browser,
}) => {
  const visitor = await browser.newContext({ baseURL: shop.url });
  const pageOfVisitor = async () => (await visitor.request.get("/faq")).text();
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Words", exact: true }).click();
  await page.getByRole("link", { name: "FAQs" }).click();
  await answer(page, 7).fill("<b>AAA</b> is a grade. Call {phone}.");
  await press(page, "Move Question 7 up");
  await expect(question(page, 6)).toBeFocused();
  await expect(answer(page, 6)).toHaveValue(/is a grade/);

  await press(page, "Preview");
  await expect(page).toHaveURL("/faq?preview-words");
  await page.getByText("What does AAA mean?").click();
  await expect(page.getByText(/^<b>AAA<\/b> is a grade\. Call \d{3}-\d{3}-\d{4}\.$/)).toBeVisible();
  expect(await pageOfVisitor()).not.toContain("is a grade");
  await expect(page.getByText("A preview of your texts.")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("These texts are not saved yet")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("textbox", { name: "Introduction" }).fill("");
  await press(page, "Save");
  await expect(page.getByRole("textbox", { name: "Introduction" })).toBeFocused();
  await page.getByRole("textbox", { name: "Introduction" }).fill("Seven questions.");
  await shop.db
    .insert(keptValues)
    .values({ key: "words/faq", value: { title: "Theirs" }, version: 4 });
  await press(page, "Save");
  await expect(page.getByRole("alert").getByText(/^Someone else has saved this/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Introduction" })).toHaveValue("Seven questions.");
  await press(page, "Save");
  await expect(toastText(page, "Texts saved")).toBeVisible();
  const saved = await pageOfVisitor();
  expect(saved).toContain("Seven questions.");
  expect(saved).toContain("&lt;b&gt;AAA&lt;/b&gt; is a grade.");
  expect(saved).not.toContain("<b>AAA");
  await expect(page.getByRole("region", { name: "History" })).toContainText("Seven questions.");

  await press(page, "Reset to original: Questions");
  await expect(page.getByText("The original texts are back in the form.")).toBeVisible();
  await expect(answer(page, 7)).toHaveValue("AAA is the top 2% of beef, graded for its marbling.");
  await press(page, "Save");
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("Edited", { exact: true })).toHaveCount(2);
  expect(await pageOfVisitor()).toContain("AAA is the top 2% of beef");
  await visitor.close();
});

test("texts, a note and a chosen logo are kept while the user confirms their identity", async ({
  page,
  shop,
}) => {
  const age = () => shop.db.update(session).set({ provenAt: new Date(Date.now() - 16 * 60_000) });
  const isAsked = () =>
    expect(page.getByRole("heading", { level: 1 })).toHaveText("Please confirm that it is you");
  const answerWith = async (password: string) => {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
  };

  await page.goto(address);
  const introduction = page.getByRole("textbox", { name: "Introduction" });
  const typed = "Eight questions,\n“answered” & <b>kept</b>.";
  // Hydration may drop the selection that is about to be replaced.
  await expect(async () => {
    await introduction.fill(typed);
    expect(await introduction.inputValue()).toBe(typed);
  }).toPass();
  await age();
  await press(page, "Preview");
  await expect(page).toHaveURL("/faq?preview-words");
  await page.goto(address);
  await press(page, "Save");
  await isAsked();
  await expectAccessible(page);
  await answerWith("a wrong guess");
  await expect(page.getByText("That was not right. Please try again.").first()).toBeVisible();
  await answerWith(shop.admin.password);
  await expect(toastText(page, "Texts saved")).toBeVisible();
  await expect(introduction).toHaveValue(typed);

  await page.goto("/admin/settings/claims");
  await page
    .getByText(/^What (is published|to have at hand)/)
    .first()
    .click();
  const note = page.getByLabel(/^Note/).first();
  await note.fill("Asked the agency.");
  await age();
  await page
    .getByRole("button", { name: /^Confirm: / })
    .first()
    .click();
  await isAsked();
  await answerWith(shop.admin.password);
  await expect(toastText(page, "Claim confirmed")).toBeVisible();
  await expect(page.getByText("Asked the agency.").first()).toBeVisible();

  await page.goto("/admin/settings/company");
  await page.getByLabel("Choose an image").setInputFiles(await jpegFile("Our Logo"));
  const logo = page.getByLabel("Logo", { exact: false }).first();
  await expect(logo).toHaveValue(/^\/photos\/pages\/our-logo-/);
  const chosen = await logo.inputValue();
  await page
    .getByLabel("Social links")
    .fill("Instagram https://www.example.com/a\nX https://x.example.com");
  await age();
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await isAsked();
  await answerWith(shop.admin.password);
  await expect(toastText(page, "Company saved")).toBeVisible();
  await expect(logo).toHaveValue(chosen);
  await expect(page.getByLabel("Social links")).toHaveValue(/\nX https:/);
  await shop.db.delete(keptValues);
  await shop.db.delete(claimTicks);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a question is added, and the one that the cart links to can't be removed", async ({
    page,
  }) => {
    await page.goto(address);
    await press(page, "Add a question");
    await question(page, 9).getByLabel("Question", { exact: true }).fill("Where do you park?");
    await answer(page, 9).fill("Behind the shop.");
    await press(page, "Remove Question 5");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expect(page.getByText("“shipping”, so it has to stay")).toBeVisible();
    await expect(answer(page, 8)).toHaveValue("Behind the shop.");
    await press(page, "Reset to original: Questions");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expect(page.getByRole("status").getByText("Texts saved")).toBeVisible();
  });
});
