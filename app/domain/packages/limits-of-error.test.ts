import { expect, it } from "vitest";
import { limitOfErrorMg } from "./limits-of-error.ts";

it.each([
  [25, 2.5],
  [60, 6],
  [61, 6],
  [600, 6],
  [601, 6.01],
  [1000, 10],
  [1001, 10],
  [1500, 10],
  [1501, 9.906],
  [3000, 19.8],
  [3001, 20],
  [4000, 20],
  [4001, 20.005],
  [10_000, 50],
  [15_000, 50],
  [15_001, 49.503],
  [250_000, 825],
  [250_001, 750],
  [500_000, 750],
  [600_000, 900],
])("a package of %d g may differ by %d g", (grams, limit) => {
  expect(limitOfErrorMg(BigInt(grams * 1000))).toBe(BigInt(Math.round(limit * 1000)));
});

it("exceeds the rounding of a weight to 0.01 lb from 25 g on", () => {
  // Half of 0.01 lb is 2.268 g.
  for (let grams = 25n; grams < 20_000n; grams += 1n) {
    expect(limitOfErrorMg(grams * 1000n)).toBeGreaterThan(2268n);
  }
});
