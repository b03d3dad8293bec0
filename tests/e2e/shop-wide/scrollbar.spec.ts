import { browserLaunch } from "#tests/setup/browser.ts";
import { expect, test } from "../fixtures.ts";

const { launchOptions } = await browserLaunch();

// Scrollbars that take space, as on most desktops.
test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] } });

test("an open dialog moves nothing on the page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/shop");
  const places = () =>
    page.evaluate(() =>
      ["h1", "header", '[action="/cart"] button'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect().toJSON(),
      ),
    );
  const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(bar, "the scrollbar has a width").toBeGreaterThan(5);
  const before = await places();
  await page.getByRole("button", { name: /^Cart\b/ }).click();
  const cart = page.getByRole("dialog", { name: /^Your Cart/ });
  await expect(cart).toBeVisible();
  expect(await places()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(cart).toBeHidden();
  expect(await places()).toEqual(before);
});
