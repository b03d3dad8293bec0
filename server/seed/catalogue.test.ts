import { describe, expect, it } from "vitest";
import { catalogue } from "#app/content/sample-catalogue.ts";

const slugs = catalogue.map((product) => product.slug);
const names = catalogue.map((product) => product.name);
const descriptions = catalogue.map((product) => product.description);

describe("catalogue", () => {
  it("holds 42 products", () => {
    expect(catalogue).toHaveLength(42);
  });

  it("uses no slug, name or description twice", () => {
    for (const values of [slugs, names, descriptions]) {
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it.each(["chuck", "prime-rib", "loin", "sirloin", "round", "other", "pre-cuts", "ground"])(
    "offers at least three products in %s",
    (category) => {
      const inCategory = catalogue.filter((product) => product.category === category);
      expect(inCategory.length).toBeGreaterThanOrEqual(3);
    },
  );

  it("has the four products that the home page features", () => {
    expect(names).toEqual(
      expect.arrayContaining([
        "Ribeye Steak",
        "Tenderloin Steak",
        "T-Bone Steak",
        "Striploin Steak",
      ]),
    );
  });

  it("has the cut keys that pages use", () => {
    expect(slugs).toEqual(
      expect.arrayContaining([
        "chuck-blade-steak",
        "ribeye-steak",
        "prime-rib-roast",
        "tenderloin-steak",
        "striploin-steak",
        "t-bone-steak",
        "ground-lean",
        "beef-stew",
      ]),
    );
  });

  it.each(catalogue)("gives $slug a well-formed slug, price and text", (product) => {
    expect(product.slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(product.cutType).not.toBe("");

    expect(product.pricePerLb).toMatch(/^\d+\.\d\d$/);
    expect(Number(product.pricePerLb)).toBeGreaterThanOrEqual(3);
    expect(Number(product.pricePerLb)).toBeLessThanOrEqual(80);

    expect(product.description.length).toBeGreaterThanOrEqual(60);
    expect(product.description.length).toBeLessThanOrEqual(320);
  });

  it("sells about a third by the piece of known weight, and the rest by the pound", () => {
    const pieces = catalogue.filter(({ soldBy }) => soldBy === "piece");
    expect(pieces).toHaveLength(15);
    for (const { slug, typicalPieceLb, category } of pieces) {
      expect(typicalPieceLb, slug).toMatch(/^\d+\.\d\d$/);
      expect(["pre-cuts", "ground"]).not.toContain(category);
    }
    expect(catalogue.filter(({ soldBy }) => soldBy === "lb").some((p) => p.typicalPieceLb)).toBe(
      false,
    );
  });

  it("numbers its products from 1, and traces only ground meat", () => {
    expect(catalogue.map(({ itemNumber }) => itemNumber)).toEqual(catalogue.map((_, i) => i + 1));
    for (const { category, isTraced } of catalogue) expect(isTraced).toBe(category === "ground");
  });
});
