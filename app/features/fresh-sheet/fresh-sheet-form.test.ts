import { describe, expect, it } from "vitest";
import { checkSheet, maxPicks, pickRows, sheetValues } from "./fresh-sheet-form.ts";

const ribeye = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";
const chuck = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d12";

describe("the form of a fresh sheet", () => {
  it("keeps the order of its cuts and skips empty rows", () => {
    const typed = { note: " Good this week. ", cut2: ribeye, line2: "Dry-aged", cut5: chuck };
    expect(checkSheet({ ...typed, version: "3" }).data).toEqual({
      note: "Good this week.",
      version: 3,
      picks: [
        { productId: ribeye, line: "Dry-aged" },
        { productId: chuck, line: "" },
      ],
    });
  });

  it("reads back the values that it shows", () => {
    const sheet = { note: "", version: 2, picks: [{ productId: chuck, line: "Short ribs" }] };
    expect(checkSheet(sheetValues(sheet)).data).toEqual(sheet);
  });

  it.each([
    [{ line1: "Of nothing" }, "cut1"],
    [{ cut1: "ribeye" }, "cut1"],
    [{ cut1: ribeye, cut2: ribeye }, "cut2"],
    [{ cut1: ribeye, line1: "x".repeat(121) }, "line1"],
    [{ note: "x".repeat(501) }, "note"],
  ])("refuses %j", (fields, name) => {
    const { errors, values } = checkSheet(fields).refused ?? {};
    expect(errors?.[name]).toHaveLength(1);
    expect(values).toEqual(fields);
  });

  it("offers three more rows, up to the maximum", () => {
    expect(pickRows({})).toBe(3);
    expect(pickRows({ cut4: chuck })).toBe(7);
    expect(pickRows({ [`line${maxPicks}`]: "x" })).toBe(maxPicks);
  });
});
