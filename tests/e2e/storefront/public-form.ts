import { rateLimits } from "#db/schema/system.ts";
import { expectAccessible } from "../accessible-page.ts";
import { test as clientAreaTest, expect, type Page } from "../client-area.ts";
import { opener } from "../search-dropdown.ts";

/** Tests of the public forms, each as a visitor who has sent nothing, with the shop's tables. */
export const test = clientAreaTest.extend<{ unknown: undefined }>({
  unknown: [
    async ({ shop }, use) => {
      await shop.db.delete(rateLimits);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Opens a page whose clock a test can advance, and waits until its scripts run. */
export async function openForm(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await expect(opener(page)).toBeVisible();
}

/** Advances the clock by the time that a person takes to fill in a form. */
export async function takeTime(page: Page) {
  await page.clock.fastForward(4000);
}

/** Scrolls to the top, where the sticky bar covers no part of it by half. */
export async function expectWellMadePage(page: Page) {
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
}

export { expect, type Page };
