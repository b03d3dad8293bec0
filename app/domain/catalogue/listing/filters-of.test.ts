import { expect, it } from "vitest";
import { catalogue } from "#app/content/sample-catalogue.ts";
import { filtersOf } from "./filters-of.ts";
import { type ListFilter, listKinds, listUses } from "./list-choice.ts";

const own = { name: "House Special", cutType: null, slug: "house-special", formerSlugs: [] };

it.each([
  ["ribeye-steak", ["steaks", "grill", "pan", "roast"]],
  ["cross-rib-roast", ["roasts", "roast", "braise"]],
  ["beef-short-ribs", ["ribs", "braise", "smoke"]],
  ["ground-brisket-blend", ["ground", "grill", "pan", "braise"]],
  ["oxtail", ["braise"]],
])("%s matches the filters %s", (slug, filters) => {
  const product = catalogue.find((one) => one.slug === slug);
  if (!product) throw new Error(`The catalogue has no ${slug}`);
  expect(filtersOf({ ...product, formerSlugs: [] })).toEqual(filters);
});

it("recognizes a cut of the guide by a former slug", () => {
  expect(filtersOf({ ...own, formerSlugs: ["whole-brisket"] })).toEqual(["smoke"]);
});

it("derives a kind from the name or cut type of the owner's own product, but no way to cook it", () => {
  expect(filtersOf(own)).toEqual([]);
  expect(filtersOf({ ...own, cutType: "Ball tip steak" })).toEqual(["steaks"]);
  expect(filtersOf({ ...own, name: "Roasted Bones" })).toEqual([]);
});

it("every filter matches a product of the opening catalogue", () => {
  const passed = new Set(catalogue.flatMap((one) => filtersOf({ ...one, formerSlugs: [] })));
  expect([...passed].sort()).toEqual(
    (Object.keys({ ...listKinds, ...listUses }) as ListFilter[]).sort(),
  );
});
