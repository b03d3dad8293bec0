import { expect, it } from "vitest";
import { similarity } from "./similarity.ts";

// 7 of the two names' 18 trigrams are in both.
it.each([
  ["Ribeye Steak", "ribeye steak", 1],
  ["Ribeye Steak", "Ribeye Roast", 7 / 18],
  ["Ribeye Steak", "Tenderloin", 0],
  ["", "Ribeye", 0],
  ["", "", 0],
])("the similarity of %j and %j is %f", (one, other, alike) => {
  expect(similarity(one, other)).toBeCloseTo(alike, 2);
});
