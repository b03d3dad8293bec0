import { describe, expect, it } from "vitest";
import { centsIn, type DateFormat, dateFormats, dayInCell } from "./typed-cells.ts";

describe("an amount in a cell", () => {
  it.each([
    ["1,234.56", 123_456],
    ["$1,234.56", 123_456],
    ["CA$12.00", 1_200],
    ["12.00 CAD", 1_200],
    ["1 234,56", 123_456],
    ["1\u00a0234,56 $", 123_456],
    ["1\u202f234.56", 123_456],
    ["1.234,56", 123_456],
    ["1234,5", 123_450],
    ["1234", 123_400],
    ["1,234", 123_400],
    ["1,234,567.89", 123_456_789],
    ["12.5", 1_250],
    [".50", 50],
    ["0.00", 0],
    ["+12.00", 1_200],
    ["-12.00", -1_200],
    ["−12.00", -1_200],
    ["-$12.00", -1_200],
    ["$-12.00", -1_200],
    ["(12.00)", -1_200],
    ["($1,200.00)", -120_000],
    ["12.00-", -1_200],
  ])("%j is %i cents", (cell, cents) => {
    expect(centsIn(cell)).toBe(cents);
  });

  it.each([
    ...["", " ", "-", "abc", "12.00 DR", "1.234", "12.345", "1,23,456.00", "1,234,56", "1.234.56"],
    ...["1,2345.00", "12 34.00", "1 234 5", "--5", "-(5.00)", "(5.00)-", "1e3", "0x10", "NaN", "٣"],
    ...["10000000.00", "9".repeat(400), "2026-11-22", "11/22/2026", "1,234 567.00", "US$5.00"],
  ])("%j is none", (cell) => {
    expect(centsIn(cell)).toBeNull();
  });
});

describe("a day in a cell", () => {
  it.each<[string, DateFormat]>([
    ["2026-11-22", "ymd"],
    ["2026/11/22", "ymd"],
    ["20261122", "ymd"],
    ["2026-11-22 10:31:07", "ymd"],
    ["2026-11-22T10:31", "ymd"],
    ["22/11/2026", "dmy"],
    ["22.11.2026", "dmy"],
    ["11/22/2026", "mdy"],
    ["11-22-2026", "mdy"],
    ["22 Nov 2026", "named"],
    ["22-Nov-2026", "named"],
    ["Nov 22, 2026", "named"],
    ["November 22 2026", "named"],
    ["Nov. 22, 2026 4:05 PM", "named"],
  ])("%j is read in the format %s alone", (cell, format) => {
    const read = dateFormats.filter((one) => dayInCell(cell, one) === "2026-11-22");
    expect(read).toEqual([format]);
    expect(dateFormats.filter((one) => dayInCell(cell, one) !== undefined)).toEqual([format]);
  });

  it("is read by the format if its month and day could be swapped", () => {
    expect(dayInCell("03/04/2026", "dmy")).toBe("2026-04-03");
    expect(dayInCell("3/4/2026", "mdy")).toBe("2026-03-04");
    expect(dayInCell("4 Sept 2026", "named")).toBe("2026-09-04");
  });

  it.each([
    ...["", "2026-02-30", "2026-13-01", "0226-11-22", "22/11/26", "22 Nvo 2026", "2026-11/22"],
    ...["2026-11-22T10:31Z", "2026-11-22 10:31 -0800", "45983", "12.50", "x".repeat(1_000)],
  ])("%j is none", (cell) => {
    for (const format of dateFormats) expect(dayInCell(cell, format), format).toBeUndefined();
  });
});
