import type { Page } from "./fixtures.ts";

/** Holds every request for the addresses until `release`, to simulate a slow connection. */
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

/** Keeps the event stream from opening, since the page reloads its data when it does. */
export const holdEvents = (page: Page) => holdBack(page, "**/api/events");
