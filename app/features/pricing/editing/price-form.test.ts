import { describe, expect, it } from "vitest";
import { cellKey, dayOfBases, raiseColumn, readGrid } from "./price-form.ts";

const ribeye = "00000000-0000-4000-8000-000000000001";
const chuck = "00000000-0000-4000-8000-000000000002";
const list = "00000000-0000-4000-8000-00000000000a";
const [base, listed, free] = [
  cellKey("base", ribeye),
  cellKey(list, ribeye),
  cellKey(list, chuck),
] as const;
const seen = { [base]: "24.99", [listed]: "23.00 / 5", [free]: "" };

function grid(typed: Record<string, string>) {
  const boxes = Object.entries({ ...seen, ...typed }).map(([key, text]) => [`cell.${key}`, text]);
  return readGrid({ ...Object.fromEntries(boxes), seen: JSON.stringify(seen) });
}

describe("the grid's form", () => {
  it("plans what differs, and refuses what is no price", () => {
    const { changes, errors } = grid({ [base]: "25.75", [listed]: "23 / 5", [free]: "cheap" });
    expect(changes).toEqual([
      { column: "base", productId: ribeye, seen: "24.99", wanted: "25.75", percent: "+3.0%" },
    ]);
    expect(Object.keys(errors)).toEqual([free]);
  });

  it("raises a column, keeping least quantities and what is not offered", () => {
    const raised = raiseColumn(grid({ [free]: "no" }), { column: list, percent: "3", step: "5" });
    expect(raised.values).toEqual({ [base]: "24.99", [listed]: "23.70 / 5", [free]: "no" });
  });

  it("says what it takes to raise", () => {
    for (const percent of ["", "x", "1000", "1e2"]) {
      expect(raiseColumn(grid({}), { column: list, percent, step: "5" }).message).toBeDefined();
    }
  });

  it("is empty for anything else", () => {
    for (const text of ["", "[]", "null", "{", '{"constructor":"1"}', '{"base.x":"1"}']) {
      expect(readGrid({ seen: text, "cell.base.x": "1" }).changes).toEqual([]);
    }
  });

  it("takes a day to come", () => {
    expect(dayOfBases("", "2026-11-26")).toBeNull();
    expect(dayOfBases("2026-11-26", "2026-11-26")).toBeNull();
    expect(dayOfBases("2026-11-30", "2026-11-26")).toBe("2026-11-30");
    expect(dayOfBases("2026-11-25", "2026-11-26")).toBeUndefined();
    expect(dayOfBases("soon", "2026-11-26")).toBeUndefined();
  });
});
