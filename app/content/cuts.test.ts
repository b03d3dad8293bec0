import { describe, expect, it } from "vitest";
import { cutKeys, factsForCut } from "./cuts.ts";

describe("cutKeys", () => {
  it("names 42 cuts, each once", () => {
    expect(cutKeys).toHaveLength(42);
    expect(new Set(cutKeys).size).toBe(42);
  });
});

describe("factsForCut", () => {
  it.each(cutKeys)("gives %s two to four characteristics and two to four uses", (slug) => {
    const facts = factsForCut(slug);
    expect(facts?.slug).toBe(slug);

    for (const phrases of [facts?.characteristics ?? [], facts?.bestUses ?? []]) {
      expect(phrases.length).toBeGreaterThanOrEqual(2);
      expect(phrases.length).toBeLessThanOrEqual(4);
      expect(new Set(phrases).size).toBe(phrases.length);
      expect(phrases.every((phrase) => phrase.trim() === phrase && phrase !== "")).toBe(true);
    }
  });

  it("returns undefined for a cut outside the catalogue", () => {
    expect(factsForCut("unicorn-steak")).toBeUndefined();
    expect(factsForCut("constructor")).toBeUndefined();
  });

  it("falls back to a cut's former slugs if its current one is unknown", () => {
    expect(factsForCut("rib-eye-thick", "ribeye", "ribeye-steak")?.slug).toBe("ribeye-steak");
    expect(factsForCut("oxtail", "ribeye-steak")?.slug).toBe("oxtail");
    expect(factsForCut()).toBeUndefined();
  });
});
