import { expect, it } from "vitest";
import { cutKeys } from "#app/content/cuts.ts";
import { catalogue } from "#db/seed/catalogue/catalogue.ts";

// db and app/content may not import each other, so only a test can hold them together.
it("has facts for exactly the products of the opening catalogue, in the same order", () => {
  expect(cutKeys).toEqual(catalogue.map((product) => product.slug));
});
