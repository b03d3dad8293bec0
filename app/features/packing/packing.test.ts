import { describe, expect, it } from "vitest";
import { expectedRange, isSuspect, judgeLine } from "./packing.ts";

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
    // A slip of the decimal point.
    [pieces, "12.50", 1, true],
    [pieces, "3.75", 3, false],
    [pieces, "3.75", 1, true],
    // A part of the line is as good as all of it.
    [pounds, "0.50", 1, false],
    [pounds, "15.00", 1, false],
    [pounds, "15.01", 1, true],
    [pounds, "100.00", 1, true],
  ] as const)("%o: %s lb in %i pieces is %s", (line, netLb, count, suspect) => {
    expect(isSuspect(line, netLb, count)).toBe(suspect);
  });
});

describe("judgeLine", () => {
  const promised = { promisedAmount: "274.89" };
  it.each([
    [pounds, "9.00", 0, "224.91", "ok"],
    [pounds, "8.99", 0, "224.66", "under"],
    [pounds, "11.00", 0, "274.89", "ok"],
    [pounds, "11.01", 0, "275.14", "over"],
    [pieces, "3.75", 3, "93.71", "ok"],
    // All of the weight, but not all of the pieces.
    [pieces, "3.75", 2, "93.71", "under"],
  ] as const)("%o: %s lb is %s", (line, packedLb, packedPieces, finalAmount, verdict) => {
    const packed = { packedLb, packedPieces, finalAmount };
    expect(judgeLine({ ...line, ...promised, ...packed })).toBe(verdict);
  });
});

it("expects the estimate less and plus the tolerance", () => {
  expect(expectedRange(pieces)).toEqual({ least: 3.38, most: 4.12 });
  expect(expectedRange({ ...pounds, overCapPct: 0 })).toEqual({ least: 10, most: 10 });
});
