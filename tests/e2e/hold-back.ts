import type { Page } from "./fixtures.ts";

/**
 * Holds every request for the addresses back until `release` is called, to simulate a slow
 * connection.
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
 * Prevents the event stream from opening. When it opens, the page reloads its data, perhaps just
 * while a test clicks something; and one that opens just when its session ends is refused, which
 * the console reports.
 */
export const holdEvents = (page: Page) => holdBack(page, "**/api/events");
