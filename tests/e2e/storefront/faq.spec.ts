import { expect, type Page, test } from "../fixtures.ts";

const shipping = "Where do you deliver, and how soon?";

function answer(page: Page, id: string) {
  return page.locator(`#${id}`);
}

async function press(page: Page, question: string) {
  await page.locator("summary", { hasText: question }).click();
}

async function expectShippingOpen(page: Page) {
  await expect(answer(page, "shipping")).toBeVisible();
  await expect(answer(page, "shipping")).toContainText("1 to 2 business days");
  await expect(page.locator("summary", { hasText: shipping })).toBeInViewport({ ratio: 1 });
  await expect(page.locator("details[open]", { has: page.locator("#shipping") })).toHaveCount(1);
}

test("one answer is open at a time, and it can be closed again", async ({ page }) => {
  await page.goto("/faq");
  await expect(page.getByRole("main").locator("summary")).toHaveCount(8);
  await expect(answer(page, "keeping")).toBeHidden();

  await press(page, "How long does it keep?");
  await expect(answer(page, "keeping")).toBeVisible();
  await press(page, "Can I pick up my order?");
  await expect(answer(page, "pickup")).toBeVisible();
  await expect(answer(page, "keeping")).toBeHidden();
  await press(page, "Can I pick up my order?");
  await expect(answer(page, "pickup")).toBeHidden();
});

test("the keyboard opens and closes an answer", async ({ page }) => {
  await page.goto("/faq");
  await page.locator("summary", { hasText: "How is the beef packed?" }).focus();
  await page.keyboard.press("Enter");
  await expect(answer(page, "packaging")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(answer(page, "packaging")).toBeHidden();
});

test("/faq#shipping opens its answer", async ({ page }) => {
  await page.goto("/faq#shipping");
  await expectShippingOpen(page);
});

test("the cart's Learn More opens the answer about shipping, each time", async ({ page }) => {
  await page.goto("/shop/loin/striploin-steak");
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await page.getByRole("button", { name: "View cart" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Learn More about shipping" }).click();
  await expect(page).toHaveURL(/\/faq#shipping$/);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectShippingOpen(page);

  await press(page, shipping);
  await expect(answer(page, "shipping")).toBeHidden();
  await page.getByRole("button", { name: "Cart, 1 item" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Learn More" }).click();
  await expectShippingOpen(page);
});

test("the page links to contact", async ({ page }) => {
  await page.goto("/faq");
  await page.getByRole("main").getByRole("link", { name: "Contact us" }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the answers open, one at a time, and by their anchor", async ({ page }) => {
    await page.goto("/faq#shipping");
    await expectShippingOpen(page);
    await press(page, "What does AAA mean?");
    await expect(answer(page, "grade")).toBeVisible();
    await expect(answer(page, "shipping")).toBeHidden();
  });
});
