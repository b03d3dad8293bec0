import { expect, type Page } from "./fixtures.ts";

/**
 * Waits until no dialog, drawer or menu is left in the browser's history. A panel that closes takes
 * its entry out by a step back, a moment after it has disappeared, and that step would abort a
 * navigation that begins before it has arrived.
 */
export async function expectPanelsGone(page: Page) {
  const left = () => page.evaluate(() => history.state?.panels ?? 0);
  await expect.poll(left, "panels in the history").toBe(0);
}
