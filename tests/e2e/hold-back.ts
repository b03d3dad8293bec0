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
