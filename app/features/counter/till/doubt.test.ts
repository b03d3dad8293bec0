import { expect, it } from "vitest";
import type { SaleLine } from "../sale.ts";
import { doubtOf } from "./doubt.ts";
import type { TillProduct } from "./till-product.ts";

const bones: TillProduct = {
  ...{ id: "bones", name: "Marrow Bones", pricePerLb: "4.99", taxCode: "Z", tareG: 0 },
  ...{ isTraced: false, soldBy: "lb", itemNumber: null, gtin: null, labelGtin: null },
  ...{ typicalPieceLb: null, usualLb: "2.50" },
};
const steak: TillProduct = { ...bones, id: "steak", soldBy: "piece", typicalPieceLb: "0.75" };
const line = (value: string, pieces: number | null = null): SaleLine => ({
  ...{ productId: "bones", name: "Marrow Bones", value, unit: "lb", tareG: 0, pieces },
  ...{ source: "typed", rawScan: "", serial: null, lotId: null, pricePerLb: "4.99", taxCode: "Z" },
});

it("is of more than three times what a package usually weighs", () => {
  expect(doubtOf(bones, line("250"), [])).toBe(
    "250.00 lb is far above the packages so far, of about 2.50 lb.",
  );
  expect(doubtOf(bones, line("7.5"), [])).toBe("");
  expect(doubtOf(bones, line("7.51"), [])).toContain("far above");
});

it("goes by the sale where nothing was packed yet, and is not there for the first", () => {
  const unknown = { ...bones, usualLb: null };
  expect(doubtOf(unknown, line("250"), [])).toBe("");
  expect(doubtOf(unknown, line("250"), [line("2.4")])).toContain("of about 2.40 lb");
  expect(doubtOf(unknown, line("250"), [{ ...line("2.4"), productId: "steak" }])).toBe("");
});

it("goes by what a piece weighs of what is sold by the piece", () => {
  expect(doubtOf(steak, line("7.5", 1), [])).toContain("a piece weighs about 0.75 lb");
  expect(doubtOf(steak, line("1.60", 2), [])).toBe("");
  expect(doubtOf(steak, line("0.08", 1), [])).toContain("far from what is expected");
});
