import { describe, expect, it } from "vitest";
import { catalogue } from "#app/content/sample-catalogue.ts";
import { sampleYields } from "./sample-yields.ts";

describe("the sample yields", () => {
  it("contain only cuts of the opening catalogue, each at most once", () => {
    const slugs = sampleYields.flatMap(({ cuts }) => cuts.map(([slug]) => slug));
    expect(new Set(slugs).size).toBe(slugs.length);
    const known = new Set(catalogue.map(({ slug }) => slug));
    expect(slugs.filter((slug) => !known.has(slug))).toEqual([]);
  });

  it.each(sampleYields.map((primal) => [primal.name, primal] as const))(
    "of %s add up to at most 100%",
    (_, { cuts, trimPct }) => {
      const parts = new Map<string, number>();
      for (const [slug, part, pct] of cuts)
        parts.set(part || slug, Math.max(parts.get(part || slug) ?? 0, Number(pct)));
      const all = [...parts.values()].reduce((sum, pct) => sum + pct, Number(trimPct ?? 0));
      expect(all).toBeLessThanOrEqual(100);
    },
  );
});
