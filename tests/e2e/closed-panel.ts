import { expect, type Page } from "./fixtures.ts";

/**
 * Waits until no dialog, drawer or menu is left in the browser's history. A closing panel steps
 * back a moment after it has disappeared, which would abort a navigation that has begun.
 */
export async function expectPanelsGone(page: Page) {
  const left = () => page.evaluate(() => history.state?.panels ?? 0);
  await expect.poll(left, "panels in the history").toBe(0);
}
