import { describe, expect, test } from "vitest";
import { formatCents, formatPricePerLb, toCents, toDollars } from "./money.ts";

describe("toCents", () => {
  test.each([
    ["0.00", 0],
    ["24.99", 2499],
    ["24.9", 2490],
    ["7", 700],
    [24.99, 2499],
    [0.1, 10],
    [1.15, 115],
    [8.2, 820],
    ["-3.05", -305],
    ["9999999999.99", 999999999999],
  ])("%s dollars are %i cents", (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });

  test.each(["", "abc", "1,5", "1.234", Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.005, " 1"])(
    "refuses %s",
    (dollars) => {
      expect(() => toCents(dollars)).toThrow(RangeError);
    },
  );

  test("is the inverse of toDollars for every price up to $200", () => {
    for (let cents = 0; cents <= 20_000; cents++) {
      expect(toCents(toDollars(cents))).toBe(cents);
      expect(toCents(cents / 100)).toBe(cents);
    }
  });
});

test("amounts are formatted for people", () => {
  expect(formatCents(0)).toBe("$0.00");
  expect(formatCents(123456)).toBe("$1,234.56");
  expect(formatCents(-305)).toBe("-$3.05");
  expect(formatPricePerLb(2499)).toBe("$24.99/lb");
  expect(formatPricePerLb(50)).toBe("$0.50/lb");
});
