import { describe, expect, it } from "vitest";
import { piecesHint } from "#app/domain/packages/typed-weight.ts";
import { entryOf, lineOf, readEntry, readingOf } from "./read-entry.ts";
import type { TillProduct } from "./till-product.ts";

const steak: TillProduct = {
  id: "steak",
  name: "Ribeye Steak",
  pricePerLb: "24.99",
  taxCode: "Z",
  soldBy: "piece",
  tareG: 0,
  isTraced: false,
  itemNumber: 7,
  gtin: null,
  labelGtin: null,
  typicalPieceLb: null,
  usualLb: null,
  isUsualHere: false,
};
const scanning = { rules: [], standIns: [], labelPrices: [], lots: [], today: "2026-11-27" };
const read = (text: string, chosen: TillProduct | null) =>
  readEntry(text, chosen, [steak], scanning);

describe("what is sold by the piece", () => {
  it.each(["2 x 2.65", "2 pieces 2.65", "2 pcs, 2.65 lb"])(
    "is counted with its weight: %s",
    (text) => {
      expect(read(text, steak)).toMatchObject({
        kind: "weighed",
        reading: { pieces: 2, value: "2.65", unit: "lb" },
      });
    },
  );

  it("is one where only a weight is typed, and asks what several weigh", () => {
    expect(read("1.25", steak)).toMatchObject({ reading: { pieces: 1, value: "1.25" } });
    expect(read("2 pieces", steak)).toMatchObject({
      kind: "refused",
      text: piecesHint,
    });
  });
});

it("does not count what is sold by the pound, and finds a product by a part of its name", () => {
  const ground = { ...steak, name: "Ground Beef", soldBy: "lb" as const };
  expect(read("1.25", ground)).toMatchObject({ reading: { pieces: null } });
  expect(read("2 pieces", ground)).toMatchObject({
    text: "Ground Beef is sold by weight. Type the weight.",
  });
  expect(read("rib", null)).toMatchObject({ kind: "search", found: [{ id: "steak" }] });
});

it("types a line again as it was typed, and leaves a label's weight to the scale", () => {
  for (const text of ["2.03", "1.2 kg", "3 x 2.4"]) {
    const ground = { ...steak, soldBy: "lb" as const };
    const entry = read(text, ground);
    if (entry.kind !== "weighed") throw new Error("It is a weight");
    const line = lineOf(ground, entry.reading, null);
    expect(entryOf(line)).toBe(text);
    expect(entryOf({ ...line, source: "gs1" })).toBe("");
  }
});

it.each(["typed", "gs1"] as const)("keeps a line's weight (%s) in another lot", (source) => {
  const boxed = { ...steak, tareG: 20 };
  const reading = { value: "2.03", unit: "lb" as const, pieces: 2, rawScan: "", serial: "1:2" };
  const line = lineOf(boxed, { ...reading, source, isNet: source !== "typed" }, "one");
  expect(lineOf(boxed, readingOf(line), "other")).toEqual({ ...line, lotId: "other" });
});
