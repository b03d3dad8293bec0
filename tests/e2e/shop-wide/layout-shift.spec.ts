import { expect, type Page, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import { layoutShift, watchShifts } from "../layout-shifts.ts";
import { cartProduct, storeCart } from "../stored-cart.ts";

const paths = ["/", "/shop", "/shop/loin", "/shop/loin/striploin-steak"];
const widths = [360, 1280];

/** Waits for everything that arrives after the HTML: fonts, the session, the current cart. */
async function settle(page: Page) {
  await expect(page.getByRole("button", { name: "Cart, 3 items" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

test.beforeEach(async ({ page }) => {
  await watchShifts(page);
  const product = await cartProduct(page, "Striploin Steak");
  await storeCart(page, [{ product, quantity: 3 }]);
});

for (const width of widths) {
  test.describe(`${width} px wide, with a filled cart`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of paths) {
      test(`nothing moves on ${path} when its fonts load late`, async ({ page }) => {
        const fonts = await holdBack(page, "**/*.woff2");
        await page.goto(path, { waitUntil: "commit" });
        await expect(page.getByRole("button", { name: "Cart, 3 items" })).toBeVisible();
        fonts.release();
        await settle(page);
        const { total, shifts } = await layoutShift(page);
        expect(total, shifts).toBeLessThan(0.01);
      });
    }
  });

  test.describe(`${width} px wide and very high, since only shifts within the window count`, () => {
    test.use({ viewport: { width, height: 1600 }, expectedErrors: [/^Failed to load resource/] });

    for (const path of ["/", "/shop/loin/striploin-steak"]) {
      test(`nothing moves on ${path} without its fonts`, async ({ page }) => {
        await page.route("**/*.woff2", (route) => route.abort());
        await page.goto(path);
        await settle(page);
        const { total, shifts } = await layoutShift(page);
        expect(total, shifts).toBeLessThan(0.01);
      });
    }
  });
}

test("the measurement notices a shift", async ({ page }) => {
  await page.goto("/");
  await settle(page);
  await page.evaluate(() => {
    const main = document.querySelector("main");
    if (main) main.style.paddingTop = "200px";
  });
  expect((await layoutShift(page)).total).toBeGreaterThan(0.01);
});
