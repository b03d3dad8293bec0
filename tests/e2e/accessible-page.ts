import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "./fixtures.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns axe's findings on the page: rule, element and reason. */
export async function violationsOf(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  if (!size) return findings(page);
  await showWhole(page, size);
  const found = await findings(page);
  await page.setViewportSize(size);
  return found;
}

/**
 * Makes the window as high as a page with a bar at the bottom of the window. Such a bar covers part
 * of some control at any scroll position, depending on the data of other tests, which axe would
 * report as too small a target. Controls in focus have tests of their own.
 */
async function showWhole(page: Page, { width, height }: { width: number; height: number }) {
  const needed = await page.evaluate(() => {
    const isBar = (element: Element) => {
      const { position, bottom } = getComputedStyle(element);
      return position === "sticky" && bottom !== "auto" && element.checkVisibility();
    };
    const { scrollHeight } = document.documentElement;
    return [...document.querySelectorAll("main *")].some(isBar) ? scrollHeight : 0;
  });
  if (needed > height) await page.setViewportSize({ width, height: needed });
}

async function findings(page: Page): Promise<string[]> {
  // The other mode opens another page each time for frames, which the shop doesn't have.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Describing passing elements would double axe's time.
  const { violations } = await axe
    .options({ resultTypes: ["violations"] })
    .withTags(tags)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}

function overflow(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    // Not clientWidth, which includes the space reserved for a scrollbar.
    const { width } = root.getBoundingClientRect();
    const reaching = [...document.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return root.scrollWidth > width ? reaching.map(({ outerHTML }) => outerHTML) : [];
  });
}

/**
 * Checks that nothing overflows at each of three widths, and that axe finds nothing at the widest
 * and the narrowest, which together contain all parts of a page.
 */
export async function expectAccessible(page: Page) {
  // Axe takes seconds for each, and more on a busy machine.
  test.slow();
  // A fallback font would have another width.
  await page.evaluate(() => document.fonts.ready);
  // Elements that are fading have no stable contrast.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // A new size is not laid out at once on a busy machine.
    await expect.poll(() => overflow(page), `at ${width}`).toEqual([]);
    if (width !== 768) expect(await violationsOf(page), `at ${width}`).toEqual([]);
  }
}
