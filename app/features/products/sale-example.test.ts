import { expect, test } from "vitest";
import { saleExample } from "./sale-example.ts";

const piece = { pricePerLb: "24.99", soldBy: "piece", typicalPieceLb: "1.25", overCapPct: "" };
const pound = { pricePerLb: "$24.99 ", soldBy: "lb", orderStepLb: "0.01" };

test.each([
  [piece, "3 pieces: about 3.75 lb, estimate $93.71, at most $103.08"],
  [{ ...piece, overCapPct: "0" }, "3 pieces: about 3.75 lb, estimate $93.71, at most $93.71"],
  [pound, "10 lb: estimate $249.90, at most $274.89"],
  [{ ...pound, soldBy: undefined, orderStepLb: "" }, "10 lb: estimate $249.90, at most $274.89"],
  [{ ...pound, orderStepLb: "0.3" }, "10.2 lb: estimate $254.90, at most $280.39"],
  [{ ...pound, orderStepLb: "25" }, "25 lb: estimate $624.75, at most $687.23"],
  [{ ...pound, taxCode: "G" }, "10 lb: estimate $262.40 with tax, at most $288.63"],
])("for %j is “%s”", (values, example) => {
  expect(saleExample(values, 10)).toBe(example);
});

test.each([
  {},
  { ...piece, typicalPieceLb: "" },
  { ...piece, typicalPieceLb: "0.01" },
  { ...piece, pricePerLb: "0" },
  { ...piece, overCapPct: "31" },
  { ...piece, pricePerLb: "9".repeat(30) },
  { ...pound, orderStepLb: "half" },
])("is null if a number is missing or invalid: %j", (values) => {
  expect(saleExample(values, 10)).toBeNull();
});
