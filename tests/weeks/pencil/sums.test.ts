import { expect, test } from "vitest";
import {
  amount,
  atMost,
  Impossible,
  inCash,
  nearest,
  netWeight,
  sum,
  taxOn,
  withTax,
} from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

test("1.1: a reading in kg is converted to exact pounds and rounded half up to 0.01 lb", () => {
  expect(netWeight({ thousandths: 456, unit: "kg" })).toBe(101);
  expect(netWeight({ thousandths: 1235, unit: "kg" })).toBe(272);
  expect(netWeight({ thousandths: 1500, unit: "kg" })).toBe(331);
});

test("1.1: a reading in lb is rounded half up to 0.01 lb", () => {
  expect(netWeight({ thousandths: 1004, unit: "lb" })).toBe(100);
  expect(netWeight({ thousandths: 1005, unit: "lb" })).toBe(101);
});

test("1.1: tare is subtracted before rounding, and a weight of nothing is refused", () => {
  expect(netWeight({ thousandths: 480, unit: "kg", tareGrams: 24 })).toBe(101);
  expect(netWeight({ thousandths: 2000, unit: "lb", tareGrams: 454 })).toBe(100);
  expect(() => netWeight({ thousandths: 24, unit: "kg", tareGrams: 24 })).toThrow(Impossible);
  expect(() => netWeight({ thousandths: 20, unit: "kg", tareGrams: 24 })).toThrow(Impossible);
});

test("1.5: a weight under 0.05 lb is refused", () => {
  expect(() => netWeight({ thousandths: 44, unit: "lb" })).toThrow(Impossible);
  expect(netWeight({ thousandths: 45, unit: "lb" })).toBe(5);
});

test("1.2: three packages of 456 g are 3.03 lb, though 1.368 kg would be 3.02", () => {
  const packages = [456, 456, 456].map((grams) => netWeight({ thousandths: grams, unit: "kg" }));
  expect(sum(packages)).toBe(303);
  expect(netWeight({ thousandths: 1368, unit: "kg" })).toBe(302);
});

test("1.3: an amount is rounded half up once, and a credit is the same amount", () => {
  expect(amount(150, 2999)).toBe(4499);
  expect(amount(-150, 2999)).toBe(-4499);
  expect(nearest(-5, 10)).toBe(-1);
  expect(() => amount(1.5, 100)).toThrow(Impossible);
});

test("1.6: 3 × 1.25 lb at $24.99 is $93.71, at most $103.08", () => {
  expect(amount(375, 2499)).toBe(9371);
  expect(atMost(9371, 10)).toBe(10308);
});

test("11: GST is 5 %, GST and PST are 12 %, food is 0 %; each code's sum is taxed and rounded half up", () => {
  expect(taxOn({ Z: 10_000, E: 10_000 })).toBe(0);
  expect(taxOn({ G: 1200 })).toBe(60);
  expect(taxOn({ G: 10, GP: 100 })).toBe(1 + 12);
});

test("13: a line with GST of at most $200.00 has $10.00 of tax, at most $210.00", () => {
  expect(taxOn({ G: 20_000 })).toBe(1000);
  expect(withTax({ G: 20_000 })).toBe(21_000);
});

test("14: cash is rounded to five cents", () => {
  expect([1001, 1002, 1003, 1004, 1006, 1007, 1008, 1009].map(inCash)).toEqual([
    ...[1000, 1000, 1005, 1005, 1005, 1005, 1010, 1010],
  ]);
});
