import type { Page } from "./fixtures.ts";

/**
 * Holds every request for the addresses back until `release` is called: a slow line that a test
 * can look at for as long as it needs.
 */
export async function holdBack(page: Page, url: string | RegExp) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.fallback();
  });
  return { release: () => release() };
}

/**
 * Keeps the stream of events from opening. The page asks anew for what it shows when it opens, which
 * may be just while a test presses a button that is about what was shown before; and one that opens
 * just as its session ends is refused, which the console says.
 */
export const holdEvents = (page: Page) => holdBack(page, "**/api/events");
