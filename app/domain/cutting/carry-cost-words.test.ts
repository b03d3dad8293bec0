import { expect, it } from "vitest";
import {
  type CostDivision,
  carriedCostInWords,
  divisionInWords,
  shareInWords,
} from "./carry-cost-words.ts";

const output = (name: string, lb: string, pricePerLb: string | null, costCents: number | null) => ({
  lotId: name,
  name,
  lb,
  pricePerLb,
  costCents,
});
const division = (over: Partial<CostDivision>): CostDivision => ({
  costBy: "value",
  cents: 520_00,
  lb: "100.00",
  outputs: [output("Ribeye", "20.00", "27.99", 274_80), output("Ground", "50.00", "9.99", 245_20)],
  ...over,
});

it("explains a lot's cost, by value and by weight", () => {
  expect(carriedCostInWords(division({}), "Ribeye")).toBe(
    "$520.00 for the 100 lb that went in is divided by value: Ribeye is 20 lb at $27.99/lb, which is $559.80 of $1,059.30, 52.8% of the value, so it bears $274.80, $13.74/lb.",
  );
  const outputs = [
    output("Ribeye", "20.00", "27.99", 148_57),
    output("Ground", "50.00", null, 371_43),
  ];
  expect(carriedCostInWords(division({ costBy: "weight", outputs }), "Ground")).toBe(
    "$520.00 for the 100 lb that went in is divided by weight: Ground is 50 lb of the 70 lb that came of it, 71.4% of the weight, so it bears $371.43, $7.43/lb.",
  );
});

it("says that an output without a value bears its cost by weight, and the rest is divided by value", () => {
  const trim = output("Trim", "10.00", null, 65_00);
  const ribeye = output("Ribeye", "20.00", "27.99", 240_45);
  const one = division({ outputs: [ribeye, output("Ground", "50.00", "9.99", 214_55), trim] });
  expect(divisionInWords(one)).toBe(
    "$520.00 for the 100 lb that went in, less $65.00 for what has no value by the pound, is divided by value",
  );
  expect(shareInWords(one, trim)).toBe(
    "without a value by the pound, and 10 lb of the 80 lb that came of it, 12.5% of the weight",
  );
  expect(shareInWords(one, ribeye)).toContain("52.8% of the value");
  // Without values, the cost is divided by weight.
  expect(divisionInWords(division({ outputs: [trim] }))).toMatch(/divided by weight$/);
});

it("returns null if the cost is unknown", () => {
  const outputs = [output("Ribeye", "20.00", "27.99", null)];
  expect(carriedCostInWords(division({ outputs }), "Ribeye")).toBeNull();
  expect(carriedCostInWords(division({}), "Another")).toBeNull();
});
