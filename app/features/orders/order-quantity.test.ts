import { describe, expect, it } from "vitest";
import { formatPounds, isNone, readPounds, stepPounds } from "./order-quantity.ts";

describe("readPounds", () => {
  it.each([
    ["1", "1.00"],
    ["12.5", "12.50"],
    ["12,5", "12.50"],
    ["12,75", "12.75"],
    [" 12.75 ", "12.75"],
    [".5", "0.50"],
    ["5.", "5.00"],
    ["0.01", "0.01"],
    ["007", "7.00"],
    ["10000", "10000.00"],
    ["10000.00", "10000.00"],
  ])("reads %j", (typed, pounds) => {
    expect(readPounds(typed)).toEqual({ pounds });
  });

  it.each([
    ["", /in pounds/],
    [" ", /in pounds/],
    [".", /in pounds/],
    ["-", /in pounds/],
    ["ten", /in pounds/],
    ["1e3", /in pounds/],
    ["0x10", /in pounds/],
    ["NaN", /in pounds/],
    ["1.2.3", /in pounds/],
    ["1 000", /in pounds/],
    ["１２", /in pounds/],
    ["0", /more than 0/],
    ["0.00", /more than 0/],
    ["-1", /more than 0/],
    ["-0", /more than 0/],
    ["2.555", /2 decimals/],
    ["1.000", /2 decimals/],
    ["10000.01", /at most 10,000/],
    ["10001", /at most 10,000/],
    ["9".repeat(400), /at most 10,000/],
    ["1,000", /without a comma/],
    ["1,000.5", /without a comma/],
  ])("refuses %j and says why", (typed, error) => {
    expect(readPounds(typed)).toEqual({ error: expect.stringMatching(error) });
  });
});

describe("isNone", () => {
  it.each(["", "  ", "0", "0.0", "00", "0,00", "."])("%j asks for none", (typed) => {
    expect(isNone(typed)).toBe(true);
  });

  it.each(["0.01", "1", "x", "-0"])("%j asks for something", (typed) => {
    expect(isNone(typed)).toBe(false);
  });
});

describe("stepPounds", () => {
  it.each([
    ["", 1, "1"],
    ["", -1, ""],
    ["1", -1, ""],
    ["0.5", -1, ""],
    ["2.5", 1, "3.5"],
    ["2,5", -1, "1.5"],
    ["0.1", 1, "1.1"],
    ["9999.5", 1, "10000"],
    ["many", 1, "1"],
  ])("%j by %i is %j", (typed, by, after) => {
    expect(stepPounds(typed, by)).toBe(after);
  });
});

it("formats without idle zeros", () => {
  expect(["12.50", "12.00", "0.05"].map(formatPounds)).toEqual(["12.5", "12", "0.05"]);
});
