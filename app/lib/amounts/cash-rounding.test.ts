import { expect, it } from "vitest";
import { penniesInWords, roundedForCash } from "./cash-rounding.ts";

it("rounds to the nearest five cents", () => {
  const cents = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => roundedForCash(10_00 + last));
  expect(cents).toEqual([1000, 1000, 1000, 1005, 1005, 1005, 1005, 1005, 1010, 1010]);
});

it("states the amount in cash", () => {
  expect(penniesInWords(20_03)).toBe("There are no pennies: $20.03 is $20.05 in cash");
});
