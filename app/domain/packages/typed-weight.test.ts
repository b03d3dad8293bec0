import { expect, it } from "vitest";
import { piecesHint, piecesWithoutWeight, readTyped } from "./typed-weight.ts";

it.each([
  ["3.1", { value: "3.1", unit: "lb", pieces: null }],
  [",5", { value: "0.5", unit: "lb", pieces: null }],
  ["2 x 2.5", { value: "2.5", unit: "lb", pieces: 2 }],
  ["2x2.5", { value: "2.5", unit: "lb", pieces: 2 }],
  ["2 pieces 2.5", { value: "2.5", unit: "lb", pieces: 2 }],
  ["1 piece: 2,5", { value: "2.5", unit: "lb", pieces: 1 }],
  ["2 pcs, 1.2 kg", { value: "1.2", unit: "kg", pieces: 2 }],
  ["585 g", { value: "0.585", unit: "kg", pieces: null }],
])("reads %j as a weight", (text, weight) => {
  expect(readTyped(text, "lb")).toEqual({ kind: "weight", ...weight });
});

it("reads both examples of the input's hint, and no weight if only pieces are typed", () => {
  const examples = piecesHint.match(/\d (?:x|pieces) [\d.]+\d/g) ?? [];
  expect(examples.map((text) => readTyped(text, "lb"))).toEqual(
    Array.from({ length: 2 }, () => ({ kind: "weight", value: "5.3", unit: "lb", pieces: 2 })),
  );
  for (const text of ["2 pieces", "2 pcs,", "2 x"]) {
    expect(piecesWithoutWeight(text)).toBe(2);
    expect(readTyped(text, "lb").kind).toBe("scan");
  }
  expect(piecesWithoutWeight("2 pieces 5.3")).toBeNull();
  expect(piecesWithoutWeight("12345678")).toBeNull();
});
