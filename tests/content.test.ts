import { describe, expect, it } from "vitest";
import { cutKeys } from "#app/content/cuts.ts";
import { guideCuts } from "#app/content/cuts-guide.ts";
import { guideTabs } from "#app/content/guide-tabs.ts";
import { catalogue } from "#app/content/sample-catalogue.ts";

// db and app/content may not import each other, so a test keeps them consistent.
it("has facts for exactly the products of the opening catalogue, in the same order", () => {
  expect(cutKeys).toEqual(catalogue.map((product) => product.slug));
});

describe("the cuts guide", () => {
  const guide = guideTabs.flatMap(({ id }) => guideCuts(id));

  it("mentions every product of the opening catalogue once", () => {
    expect(guide.map((cut) => cut.slug).sort()).toEqual([...cutKeys].sort());
  });

  it.each(guide)("has the catalogue's name and category of $slug", ({ slug, name, category }) => {
    expect(catalogue.find((product) => product.slug === slug)).toMatchObject({ name, category });
  });
});
