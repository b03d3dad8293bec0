import { like } from "drizzle-orm";
import { keptValues } from "#db/schema/system.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, type Page, test } from "../back-office.ts";
import { toastText } from "../fixtures.ts";

const address = "/admin/settings/words/faq";
const press = (page: Page, name: string) => page.getByRole("button", { name }).first().click();
const question = (page: Page, number: number) =>
  page.getByRole("group", { name: `Question ${number}`, exact: true });
const answer = (page: Page, number: number) =>
  question(page, number).getByLabel("Answer", { exact: true });

test.use({ expectedErrors: [/status of (400|409)/] });
test.afterEach(({ shop }) => shop.db.delete(keptValues).where(like(keptValues.key, "words/%")));

test("an answer of the FAQ is edited, previewed, saved, and put back", async ({
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
  // Somebody else is quicker.
  await shop.db
    .insert(keptValues)
    .values({ key: "words/faq", value: { title: "Theirs" }, version: 4 });
  await press(page, "Save");
  await expect(page.getByRole("alert").getByText(/^Somebody else has saved this/)).toBeVisible();
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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a question is added, and the one that the cart leads to stays", async ({ page }) => {
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
