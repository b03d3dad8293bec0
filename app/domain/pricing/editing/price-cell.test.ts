import { describe, expect, it } from "vitest";
import { raisedCents } from "#app/lib/amounts/line-totals.ts";
import { cellText, changeInPercent, leftOutInWords, readBlock, readCell } from "./price-cell.ts";

describe("a price in the grid", () => {
  it.each([
    ["24.99", { pricePerLb: "24.99", minLb: null }, "24.99"],
    [" $24.9/lb ", { pricePerLb: "24.90", minLb: null }, "24.90"],
    ["24 / 5", { pricePerLb: "24.00", minLb: "5.00" }, "24.00 / 5"],
    ["24.99 / 7.5 lb", { pricePerLb: "24.99", minLb: "7.50" }, "24.99 / 7.5"],
    ["NO", { pricePerLb: null, minLb: null }, "no"],
    ["", undefined, ""],
  ])("%j is read", (typed, cell, text) => {
    expect(readCell(typed, "list")).toEqual({ cell });
    expect(cellText(cell)).toBe(text);
    expect(readCell(cellText(cell), "list")).toEqual({ cell });
  });

  it.each(["0", "-1", "24.999", "abc", "1e3", "10000.01", "24 / 5 / 3", "24 /", "24 / x"])(
    "%j is refused",
    (typed) => {
      expect(readCell(typed, "list").error).toEqual(expect.any(String));
    },
  );

  it.each(["", "no", "24 / 5"])("%j is not a price of the catalogue", (typed) => {
    expect(readCell(typed, "base").error).toEqual(expect.any(String));
  });

  it("shows its change in percent", () => {
    const at = (pricePerLb: string) => ({ pricePerLb, minLb: null });
    expect(changeInPercent(at("10.00"), at("10.30"))).toBe("+3.0%");
    expect(changeInPercent(at("10.00"), at("9.95"))).toBe("-0.5%");
    expect(changeInPercent(undefined, at("9.95"))).toBe("");
  });
});

describe("raisedCents", () => {
  it.each([
    // Hundredths of a percent, and the step in cents.
    [2499, 300, 5, 2575],
    [2499, 300, 1, 2574],
    [1000, 300, 5, 1030],
    [1000, -250, 5, 975],
    [1, 300, 5, 5],
    [100, -9999, 5, 5],
  ])(
    "raises %i cents by %i hundredths of a percent, in steps of %i",
    (cents, hundredths, step, raised) => {
      expect(raisedCents(cents, hundredths, step)).toBe(raised);
    },
  );
});

describe("a block pasted from a spreadsheet", () => {
  it("is read with either line break, without the last", () => {
    expect(readBlock("24.99\t23\r\n18.50\t\r\n")).toEqual([
      ["24.99", "23"],
      ["18.50", ""],
    ]);
  });

  it.each([
    ["1\t2\n3\t4", ""],
    ["1\t2\t3\n4", "1 column"],
    ["1\n2\n3\n4", "2 rows"],
    [`1\t2\t3\t4\n${"5\n".repeat(1500)}`, "1499 rows and 2 columns"],
  ])("of which the grid has room for two rows and columns: case %#", (pasted, words) => {
    expect(leftOutInWords(readBlock(pasted), { rows: 2, columns: 2 })).toBe(words);
  });
});
