import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "./fixtures.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong with the page as it stands: rule, element and why, to say where to look. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The other mode opens a page of its own each time, for frames, of which we have none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // To describe every element that passes takes axe as long as to find those that don't.
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
    // Not clientWidth, which counts the room that is kept for a scrollbar.
    const { width } = root.getBoundingClientRect();
    const reaching = [...document.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return root.scrollWidth > width ? reaching.map(({ outerHTML }) => outerHTML) : [];
  });
}

/**
 * Nothing reaches out of the page at each of the three widths, and axe finds nothing at the widest
 * and the narrowest: between them a page has the parts of the one or of the other.
 */
export async function expectAccessible(page: Page) {
  // Axe needs seconds for each, and on a busy machine many.
  test.slow();
  // Another face would take another width.
  await page.evaluate(() => document.fonts.ready);
  // What is fading in or out has no contrast yet, or any more.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // A new size is not laid out at once on a busy machine.
    await expect.poll(() => overflow(page), `at ${width}`).toEqual([]);
    if (width !== 768) expect(await violationsOf(page), `at ${width}`).toEqual([]);
  }
}
