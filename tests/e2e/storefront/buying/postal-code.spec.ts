import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { test } from "#tests/e2e/delivery-fixtures.ts";
import { test as bareTest, expect, type Page, toastText } from "#tests/e2e/fixtures.ts";
import { layoutShift, watchShifts } from "#tests/e2e/layout-shifts.ts";
import { cartProduct, openCart, storeCart } from "#tests/e2e/stored-cart.ts";

const day =
  /^(Tuesday|Thursday), \w+ \d+, order by (Mon|Wed) 2 p\.m\., minimum \$150, delivery \$12, free from \$400$/;

/** Summary in the collapsed box of the first of those days. */
const dayInLine = new RegExp(`^V3G 1A2: ${day.source.slice(1)}`);

const box = (page: Page) => page.getByRole("region", { name: "Delivery days" });

const line = (page: Page) => box(page).locator("summary");

async function ask(page: Page, postalCode: string) {
  await box(page).getByLabel("Postal code").fill(postalCode);
  await box(page).getByRole("button", { name: "Check delivery" }).click();
}

async function rememberCode(page: Page, postalCode: string) {
  await page.goto("/favicon.png");
  await page.evaluate((code) => localStorage.setItem("postal-code", code), postalCode);
}

test("a visitor sees the day, the cut-off, the minimum and the fee, and enters the postal code only once", async ({
  page,
}) => {
  await page.goto("/");
  await ask(page, "v3g 1a2");
  await expect(box(page).getByText("We deliver to V3G 1A2.")).toBeVisible();
  await expect(box(page).getByText(day)).toBeVisible();
  await expect(box(page).getByText(/^Then \w+day, \w+ \d+; \w+day, \w+ \d+$/)).toBeVisible();
  await expect(box(page).getByLabel("Postal code")).toHaveValue("V3G 1A2");
  await expectAccessible(page);

  for (const path of ["/wholesale", "/"]) {
    await page.goto(path);
    await expect(box(page).getByText(day)).toBeVisible();
    await expect(box(page).getByLabel("Postal code")).toHaveValue("V3G 1A2");
  }
  await page.goto("/shop");
  await expect(line(page)).toHaveText(dayInLine);
  await expect(box(page).getByLabel("Postal code")).toBeHidden();
  await line(page).click();
  await expect(box(page).getByText(day)).toBeVisible();
  await expect(box(page).getByLabel("Postal code")).toHaveValue("V3G 1A2");
  await expectAccessible(page);
  const product = await cartProduct(page, "Striploin Steak");
  await storeCart(page, [{ product, quantity: 8 }]);
  await page.goto("/faq");
  const cart = await openCart(page);
  await expect(cart.getByText(day)).toBeVisible();
  await expect(cart.getByRole("button", { name: "Checkout" })).toBeVisible();
  await expectAccessible(page);
});

test("another code may be entered, and the last one is remembered", async ({ page }) => {
  await page.goto("/");
  await ask(page, "V3G 1A2");
  await expect(box(page).getByText("We deliver to V3G 1A2.")).toBeVisible();
  await ask(page, "V2S 1A2");
  await expect(box(page).getByText("We deliver to V2S 1A2.")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Shop", exact: true }).click();
  await expect(page).toHaveURL("/shop");
  await expect(line(page)).toHaveText(/^V2S 1A2: /);
});

test("explains why a postal code is invalid, and politely declines one elsewhere", async ({
  page,
}) => {
  await page.goto("/shop");
  await expect(line(page)).toHaveText("Check delivery to your postal code");
  await line(page).click();
  await ask(page, "V3D 1A2");
  await expect(box(page).getByText("The letter D is not used in postal codes.")).toBeVisible();
  await expect(box(page).getByLabel("Postal code")).toHaveValue("V3D 1A2");
  await ask(page, "T2P 1J9");
  await expect(box(page).getByRole("status")).toContainText("We ship within British Columbia.");
  await page.reload();
  await expect(line(page)).toContainText("We ship within British Columbia.");
});

test("a guest outside the area sees no checkout, and may ask to be notified", async ({ page }) => {
  const product = await cartProduct(page, "Striploin Steak");
  await storeCart(page, [{ product, quantity: 8 }]);
  await page.goto("/");
  const cart = await openCart(page);
  await expect(cart.getByRole("button", { name: "Checkout" })).toBeVisible();
  await cart.getByLabel("Postal code").fill("vox 1lo");
  await cart.getByRole("button", { name: "Check delivery" }).click();
  await expect(cart.getByText("We do not deliver to V0X 1L0 yet.")).toBeVisible();
  await expect(cart.getByRole("button", { name: "Checkout" })).toBeHidden();

  await cart.getByRole("link", { name: "Let me know when you deliver here" }).click();
  await expect(page).toHaveURL(/\/delivery\?postal=V0X/);
  const form = page.getByRole("form", { name: "Let me know when you deliver here" });
  await expect(form.getByLabel("Postal code")).toHaveValue("V0X 1L0");
  await expectAccessible(page);
  await form.getByLabel("Email").fill("kitchen@");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(form.getByText(/Please enter an email address like/)).toBeVisible();
  await form.getByLabel("Email").fill("kitchen@example.com");
  await form.getByRole("button", { name: "Tell me" }).click();
  await expect(toastText(page, "We will tell you")).toBeVisible();
});

for (const width of [360, 768, 1280]) {
  test(`nothing moves when a remembered code is answered,  ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);
    await rememberCode(page, "V3G1A2");
    for (const path of ["/", "/shop", "/wholesale"]) {
      await page.goto(path);
      await expect(path === "/shop" ? line(page) : box(page).getByText(day)).toHaveText(
        path === "/shop" ? dayInLine : day,
      );
      const { total, shifts } = await layoutShift(page);
      expect(total, shifts).toBeLessThan(0.01);
    }
  });
}

test("the shop's box leaves room for a product in the first screen of a telephone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await rememberCode(page, "V3G1A2");
  await page.goto("/shop");
  await expect(line(page)).toHaveText(dayInLine);
  const card = page.getByRole("main").getByRole("article").first();
  await expect(card.getByRole("img")).toBeInViewport({ ratio: 1 });
  await expect(card.getByText(/^\$[\d.]+\/kg$/)).toBeInViewport({ ratio: 1 });
});

test("the page is the same for everybody", async ({ request }) => {
  const one = await request.get("/shop");
  const other = await request.get("/shop", { headers: { Cookie: "postal=V3G1A2" } });
  expect(await one.text()).toBe(await other.text());
  expect(one.headers().etag).toBe(other.headers().etag);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

  test("a page answers, and records requests to be notified", async ({ page }) => {
    await page.goto("/");
    await ask(page, "V0X 1L0");
    await expect(page).toHaveURL("/delivery?postal=V0X+1L0");
    const main = page.getByRole("main");
    await expect(main.getByText("We do not deliver to V0X 1L0 yet.")).toBeVisible();
    await expect(
      main.getByText("Or pick up: Abbotsford counter (wholesale clients)"),
    ).toBeVisible();
    const form = page.getByRole("form", { name: "Let me know when you deliver here" });
    await form.getByLabel("Email").fill("nobody@example.com");
    await form.getByRole("button", { name: "Tell me" }).click();
    await expect(page).toHaveURL("/delivery?sent#sent");
    await expect(page.getByText("We will tell you")).toBeVisible();

    const answer = await page.goto("/delivery?postal=V3G1A");
    expect(answer?.status()).toBe(400);
    await expect(main.getByText("A postal code has six characters")).toBeVisible();
    await expect(main.getByText(/^Tuesdays and Thursdays, 8 a\.m\. to 3 p\.m\./)).toBeVisible();
  });
});

bareTest("a shop without zones asks for no postal code", async ({ page, request }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  const answer = await request.get("/api/delivery?postal=V3G1A2");
  expect(await answer.json()).toMatchObject({ state: "unset" });
  await page.goto("/delivery");
  await expect(page.getByText("We currently ship across British Columbia.")).toBeVisible();
});
