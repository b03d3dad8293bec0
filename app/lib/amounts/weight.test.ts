import { expect, test } from "vitest";
import { lineTotalCents, promiseCents } from "./line-totals.ts";
import {
  centsPerKg,
  formatKg,
  formatLb,
  holdLb,
  lbIn,
  poundsOfPieces,
  toHundredthsLb,
} from "./weight.ts";

test("a price per lb becomes the price per kg", () => {
  expect(centsPerKg(1000)).toBe(2205);
  expect(centsPerKg(2499)).toBe(5509);
});

test("weights are formatted for people", () => {
  expect(formatLb(1)).toBe("1 lb");
  expect(formatLb(2.5)).toBe("2.5 lb");
  expect(formatLb(1234)).toBe("1,234 lb");
  expect(formatKg(1235)).toBe("1.235 kg");
  expect(formatKg(40)).toBe("0.040 kg");
});

test("pieces have an estimate and a promise by their typical weight", () => {
  const pounds = poundsOfPieces(3, "1.25");
  expect(pounds).toBe("3.75");
  const estimate = lineTotalCents(2499, toHundredthsLb(pounds));
  expect(estimate).toBe(9371);
  expect(promiseCents(estimate, 10)).toBe(10_308);
  expect(promiseCents(estimate, 0)).toBe(9371);
  expect(promiseCents(5, 10)).toBe(6);
});

test("holdLb keeps pounds and their unit on one line, and leaves other words unchanged", () => {
  expect(holdLb("20.12 lb, 5 lb came back")).toBe("20.12\u00a0lb, 5\u00a0lb came back");
  expect(holdLb("Not counted")).toBe("Not counted");
});

test("pounds are formatted in the unit of the scale", () => {
  expect(lbIn("lb", "5.29")).toBe("5.29 lb");
  expect(lbIn("kg", "5.29")).toBe("2.40 kg");
  expect(lbIn("kg", "0.05")).toBe("0.023 kg");
});
