import { expect, it } from "vitest";
import type { SaleLine } from "../sale.ts";
import { doubtOf } from "./doubt.ts";
import type { TillProduct } from "./till-product.ts";

const bones: TillProduct = {
  id: "bones",
  name: "Marrow Bones",
  pricePerLb: "4.99",
  taxCode: "Z",
  tareG: 0,
  isTraced: false,
  soldBy: "lb",
  itemNumber: null,
  gtin: null,
  labelGtin: null,
  typicalPieceLb: null,
  usualLb: "2.50",
  isUsualHere: true,
};
const steak: TillProduct = { ...bones, id: "steak", soldBy: "piece", typicalPieceLb: "0.75" };
const line = (value: string, pieces: number | null = null): SaleLine => ({
  productId: "bones",
  name: "Marrow Bones",
  value,
  unit: "lb",
  tareG: 0,
  pieces,
  source: "typed",
  rawScan: "",
  serial: null,
  lotId: null,
  pricePerLb: "4.99",
  taxCode: "Z",
});

it("a weight above three times the usual package weight is doubted", () => {
  expect(doubtOf(bones, line("250"), [])).toBe(
    "250.00 lb is far above the packages so far, of about 2.50 lb.",
  );
  expect(doubtOf(bones, line("7.5"), [])).toBe("");
  expect(doubtOf(bones, line("7.51"), [])).toContain("far above");
});

it("a doubt states weights in the unit of the weighing", () => {
  expect(doubtOf(bones, { ...line("25"), unit: "kg" }, [])).toBe(
    "25.00 kg is far above the packages so far, of about 1.13 kg.",
  );
});

it("a weight above ten pounds is doubted if the counter never sold the product", () => {
  const tenderloin = { ...bones, name: "Tenderloin", usualLb: "12.50", isUsualHere: false };
  expect(doubtOf(tenderloin, line("25"), [])).toBe(
    "25.00 lb is a lot for one package of Tenderloin at the counter.",
  );
  expect(doubtOf(tenderloin, line("10"), [])).toBe("");
  expect(doubtOf({ ...tenderloin, usualLb: null }, line("25"), [])).toContain("is a lot for one");
  expect(doubtOf({ ...tenderloin, isUsualHere: true }, line("25"), [])).toBe("");
});

it("a weight is compared with the sale's own lines if the product was never packed", () => {
  const unknown = { ...bones, usualLb: null, isUsualHere: false };
  expect(doubtOf(unknown, line("2.4"), [])).toBe("");
  expect(doubtOf(unknown, line("250"), [line("2.4")])).toContain("of about 2.40 lb");
  const other = { ...line("2.4"), productId: "steak" };
  expect(doubtOf(unknown, line("250"), [other])).toContain("is a lot for one package");
});

it("a product sold by the piece is compared with its typical piece weight", () => {
  expect(doubtOf(steak, line("7.5", 1), [])).toContain("a piece weighs about 0.75 lb");
  expect(doubtOf(steak, line("1.60", 2), [])).toBe("");
  expect(doubtOf(steak, line("0.08", 1), [])).toContain("far from what is expected");
});
