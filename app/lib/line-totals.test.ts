import { describe, expect, test } from "vitest";
import { lineTotalCents, sumCents } from "./line-totals.ts";

describe("lineTotalCents", () => {
  test.each([
    [2499, 3, 7497],
    [1999, "0.5", 1000],
    [1, "0.5", 1],
    [1, "0.49", 0],
    [999, "2.75", 2747],
    [2499, 10_000, 24_990_000],
    [100_000_000, "9999.99", 999_999_000_000],
    [231, "-1.00", -231],
    [1, "-0.5", -1],
    [1, "-0.49", 0],
    [999, "-2.75", -2747],
  ])("%i cents/lb × %s lb = %i cents", (price, quantity, total) => {
    expect(lineTotalCents(price, quantity)).toBe(total);
  });
});

test("lines are added up as whole cents", () => {
  expect(sumCents([{ cents: 1 }, { cents: 2498 }], ({ cents }) => cents)).toBe(2499);
  expect(sumCents([], () => 1)).toBe(0);
});
