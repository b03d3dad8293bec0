import { expect, test } from "vitest";
import { centsPerKg, formatLb } from "./weight.ts";

test("a price per lb becomes the price per kg", () => {
  expect(centsPerKg(1000)).toBe(2205);
  expect(centsPerKg(2499)).toBe(5509);
});

test("weights are written for people", () => {
  expect(formatLb(1)).toBe("1 lb");
  expect(formatLb(2.5)).toBe("2.5 lb");
  expect(formatLb(1234)).toBe("1,234 lb");
});
