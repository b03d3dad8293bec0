import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "./fixtures.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong with the page as it stands: rule, element and why, to say where to look. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The other mode opens a page of its own each time, for frames, of which we have none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}
