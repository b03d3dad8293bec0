import { expect, type Page } from "./fixtures.ts";

/** Waits until no panel is left in the history: its late step back would abort a navigation. */
export async function expectPanelsGone(page: Page) {
  const left = () => page.evaluate(() => history.state?.panels ?? 0);
  await expect.poll(left, "panels in the history").toBe(0);
}
