import { describe, expect, it } from "vitest";
import { expectedRange, judgeLine, startDay } from "./packing.ts";
import { isFarAbove, isSuspect } from "./typed-weight.ts";

const pieces = {
  soldBy: "piece",
  orderedPieces: 3,
  typicalPieceLb: "1.25",
  quantity: "3.75",
  overCapPct: 10,
} as const;
const pounds = {
  soldBy: "lb",
  orderedPieces: null,
  typicalPieceLb: null,
  quantity: "10.00",
  overCapPct: 10,
} as const;

describe("isSuspect", () => {
  it.each([
    [pieces, "1.25", 1, false],
    [pieces, "0.63", 1, false],
    [pieces, "0.62", 1, true],
    [pieces, "1.87", 1, false],
    [pieces, "1.88", 1, true],
    [pieces, "12.50", 1, true],
    [pieces, "3.75", 3, false],
    [pieces, "3.75", 1, true],
    // Part of the line's weight is fine.
    [pounds, "0.50", 1, false],
    [pounds, "15.00", 1, false],
    [pounds, "15.01", 1, true],
    [pounds, "100.00", 1, true],
  ] as const)("%o: %s lb in %i pieces is %s", (line, netLb, count, suspect) => {
    expect(isSuspect(line, netLb, count)).toBe(suspect);
  });
});

describe("isFarAbove", () => {
  it("is more than three times the median weight of packages", () => {
    const soFar = ["3.10", "2.95", "3.05", "0.40"];
    expect(isFarAbove("26.50", soFar)).toBe(true);
    expect(isFarAbove("9.15", soFar)).toBe(false);
    expect(isFarAbove("9.16", soFar)).toBe(true);
    // 13.6 kg typed for 1.36 kg.
    expect(isFarAbove("29.98", ["3.00"])).toBe(true);
  });

  it("is false without packages to compare with", () => {
    expect(isFarAbove("26.50", [])).toBe(false);
  });
});

describe("judgeLine", () => {
  it.each([
    [pounds, "9.00", 0, "ok"],
    [pounds, "8.99", 0, "under"],
    [pounds, "11.00", 0, "ok"],
    [pounds, "11.01", 0, "over"],
    [pieces, "3.75", 3, "ok"],
    // All of the weight, but too few pieces.
    [pieces, "3.75", 2, "under"],
  ] as const)("%o: %s lb in %i pieces is %s", (line, packedLb, packedPieces, verdict) => {
    expect(judgeLine({ ...line, mostLb: "11.00", packedLb, packedPieces })).toBe(verdict);
  });
});

it("expects the estimate, plus or minus the tolerance", () => {
  expect(expectedRange(pieces)).toEqual({ least: 3.38, most: 4.12 });
  expect(expectedRange({ ...pounds, overCapPct: 0 })).toEqual({ least: 10, most: 10 });
});

describe("startDay", () => {
  const days = ["2026-11-20", "2026-11-23", "2026-11-25"].map((day) => ({ day }));

  it("is today or the next day with orders, or else the oldest past day", () => {
    expect(startDay(days, "2026-11-23")?.day).toBe("2026-11-23");
    expect(startDay(days, "2026-11-24")?.day).toBe("2026-11-25");
    expect(startDay(days, "2026-11-30")?.day).toBe("2026-11-20");
    expect(startDay([], "2026-11-23")).toBeUndefined();
  });
});
