import { describe, expect, it } from "vitest";
import { orderable, orderablePiece } from "#app/domain/drafts/test-draft.ts";
import { promiseInWords } from "./order-costs.ts";
import {
  addQuantities,
  convertQuantity,
  firstQuantity,
  isNone,
  isUnit,
  orderedInWords,
  pieceWeight,
  readQuantity,
  stepError,
  stepQuantity,
  typedQuantity,
  unitOf,
} from "./order-quantity.ts";

describe("a unit", () => {
  it("is pounds, or pieces of a typical weight", () => {
    expect(unitOf(orderable(1))).toBe("lb");
    // Sold by the pound, even with a typical piece weight.
    expect(unitOf(orderable(1, { typicalPieceLb: "1.25" }))).toBe("lb");
    expect(unitOf(orderablePiece(1))).toBe("piece 1.25");
    expect(["lb", "piece 1.25"].map(pieceWeight)).toEqual([null, "1.25"]);
  });

  it.each(["lb", "piece 0.05", "piece 1.25", "piece 1000.00"])("can be %j", (unit) => {
    expect(isUnit(unit)).toBe(true);
  });

  it.each(["", "LB", "kg", "piece", "piece 0.00", "piece 1.2", "piece -1.25", "piece 12345.00"])(
    "can't be %j",
    (unit) => {
      expect(isUnit(unit)).toBe(false);
    },
  );
});

describe("readQuantity in pounds", () => {
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
    ["18.3 lb", "18.30"],
    ["18.3lbs.", "18.30"],
    ["7 Pounds ", "7.00"],
  ])("reads %j", (typed, pounds) => {
    expect(readQuantity(typed, "lb")).toEqual({ pounds, pieces: null });
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
    ["lb", /in pounds/],
    ["3 pieces", /in pounds/],
    ["3 kg", /in pounds/],
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
    expect(readQuantity(typed, "lb")).toEqual({ error: expect.stringMatching(error) });
  });
});

describe("readQuantity in pieces", () => {
  it.each([
    ["3", 3, "3.75"],
    [" 03 ", 3, "3.75"],
    ["3.", 3, "3.75"],
    ["3.00", 3, "3.75"],
    ["8000", 8000, "10000.00"],
    ["3 pieces", 3, "3.75"],
    ["3 pcs", 3, "3.75"],
  ])("reads %j", (typed, pieces, pounds) => {
    expect(readQuantity(typed, "piece 1.25")).toEqual({ pieces, pounds });
  });

  it.each([
    ["", "Enter whole pieces, for instance 3."],
    ["2.5", "Enter whole pieces, for instance 3."],
    ["0,5", "Enter whole pieces, for instance 3."],
    ["3 lb", "Enter whole pieces, for instance 3."],
    ["1e3", "Enter whole pieces, for instance 3."],
    ["0", "Enter at least 1 piece."],
    ["-1", "Enter at least 1 piece."],
    ["8001", "Enter at most 8,000 pieces."],
    ["9".repeat(400), "Enter at most 8,000 pieces."],
    ["1,000", "Write thousands without a comma, for instance 1000."],
  ])("refuses %j and says why", (typed, error) => {
    expect(readQuantity(typed, "piece 1.25")).toEqual({ error });
  });

  it("takes at most 10,000 pieces, however light", () => {
    expect(readQuantity("10000", "piece 0.05")).toEqual({ pieces: 10_000, pounds: "500.00" });
    expect(readQuantity("10001", "piece 0.05")).toEqual({ error: "Enter at most 10,000 pieces." });
  });
});

describe("isNone", () => {
  it.each(["", "  ", "0", "0.0", "00", "0,00", "."])("%j means none", (typed) => {
    expect(isNone(typed)).toBe(true);
  });

  it.each(["0.01", "1", "x", "-0"])("%j doesn't mean none", (typed) => {
    expect(isNone(typed)).toBe(false);
  });
});

describe("stepError", () => {
  it.each([
    ["12.50", "0.50"],
    ["0.30", "0.10"],
    ["9999.99", "0.01"],
  ])("accepts %s lb in steps of %s", (pounds, step) => {
    expect(stepError(pounds, step)).toBeNull();
  });

  it.each([
    ["12.60", "0.50", "Order in steps of 0.5 lb, for instance 12.5."],
    ["0.10", "0.50", "Order in steps of 0.5 lb, for instance 0.5."],
    ["10000.00", "3.00", "Order in steps of 3 lb, for instance 9999."],
  ])("refuses %s lb in steps of %s and says why", (pounds, step, error) => {
    expect(stepError(pounds, step)).toBe(error);
  });
});

describe("stepQuantity", () => {
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
  ] as const)("steps %j lb by %i to %j", (typed, by, after) => {
    expect(stepQuantity(typed, by, orderable(1))).toBe(after);
  });

  it.each([
    ["", "0.50", "1"],
    ["2.6", "0.50", "3.5"],
    ["", "2.50", "2.5"],
    ["2.5", "2.50", "5"],
    ["", "0.75", "1.5"],
    ["9999", "3.00", "9999"],
  ])("raises %j lb in steps of %s to %j", (typed, orderStepLb, after) => {
    expect(stepQuantity(typed, 1, orderable(1, { orderStepLb }))).toBe(after);
  });

  it.each([
    ["", 1, "1"],
    ["1", -1, ""],
    ["3", 1, "4"],
    ["2.5", 1, "1"],
    ["8000", 1, "8000"],
  ] as const)("steps %j pieces by %i to %j", (typed, by, after) => {
    expect(stepQuantity(typed, by, orderablePiece(1))).toBe(after);
  });
});

describe("convertQuantity", () => {
  it.each([
    ["3.75", 3],
    ["4.37", 3],
    ["4.38", 4],
    ["0.10", 1],
    ["10000.00", 8000],
  ])("turns %s lb into %i pieces, the nearest number", (pounds, pieces) => {
    expect(convertQuantity({ pounds, pieces: null }, orderablePiece(1)).pieces).toBe(pieces);
  });

  it.each([
    ["0.01", "3.75"],
    ["0.50", "4.00"],
    ["10.00", "10.00"],
  ])("turns three pieces into pounds in steps of %s", (orderStepLb, pounds) => {
    const product = orderable(1, { orderStepLb });
    expect(convertQuantity({ pounds: "3.75", pieces: 3 }, product)).toEqual({
      pounds,
      pieces: null,
    });
  });

  it("leaves pounds unchanged, in steps or not", () => {
    const quantity = { pounds: "3.75", pieces: null };
    expect(convertQuantity(quantity, orderable(1, { orderStepLb: "0.50" }))).toEqual(quantity);
  });
});

it("adds quantities up to a line's maximum", () => {
  const [some, many] = [3, 7999].map((pieces) => ({ pieces, pounds: "" }));
  if (!some || !many) throw new Error("No quantities");
  expect(addQuantities(some, some, orderablePiece(1))).toEqual({ pieces: 6, pounds: "7.50" });
  expect(addQuantities(some, many, orderablePiece(1)).pieces).toBe(8000);
});

it.each([
  [null, orderable(1), "1"],
  [null, orderable(1, { orderStepLb: "2.50" }), "2.5"],
  ["12.20", orderable(1, { orderStepLb: "5.00" }), "15"],
  ["0.50", orderable(1), "1"],
  ["4.00", orderablePiece(1), "4"],
  [null, orderablePiece(1), "1"],
])(
  "raises a price list's minimum of %s to a quantity that can be ordered",
  (least, product, typed) => {
    expect(firstQuantity(least, product)).toBe(typed);
  },
);

it("formats typed pounds without trailing zeros", () => {
  const typed = ["12.50", "12.00", "0.05"].map((pounds) => typedQuantity({ pounds, pieces: null }));
  expect(typed).toEqual(["12.5", "12", "0.05"]);
});

it("puts the ordered quantity and the maximum price into words", () => {
  const words = [
    { orderedPieces: 3, quantity: "3.75" },
    { orderedPieces: 1, quantity: "1.25" },
    { orderedPieces: 1200, quantity: "1500.00" },
    { orderedPieces: null, quantity: "12.50" },
  ].map(orderedInWords);
  expect(words).toEqual([
    "3 pieces, about 3.75 lb",
    "1 piece, about 1.25 lb",
    "1,200 pieces, about 1,500 lb",
    "12.5 lb",
  ]);
  expect(promiseInWords(10308)).toBe("You pay for the weight we pack, at most $103.08.");
});
