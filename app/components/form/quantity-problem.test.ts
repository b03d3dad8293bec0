import { expect, it } from "vitest";
import { quantityProblem } from "./quantity-problem.ts";

const weighed = { min: 1, max: 10_000, mode: "decimal" } as const;
const stays = { value: 2, unit: "lb" };

it.each([
  ["0", "The minimum is 1 lb. Kept at 2 lb."],
  ["0.5", "The minimum is 1 lb. Kept at 2 lb."],
  ["-3", "The minimum is 1 lb. Kept at 2 lb."],
  ["99999", "The maximum is 10,000 lb. Kept at 2 lb."],
  ["2,555", "Use at most 2 decimals. Kept at 2 lb."],
  ["", "Enter a number, such as 2.5. Kept at 2 lb."],
  ["two", "Enter a number, such as 2.5. Kept at 2 lb."],
  ["1.2.3", "Enter a number, such as 2.5. Kept at 2 lb."],
])("says why %j is not taken", (typed, problem) => {
  expect(quantityProblem(typed, weighed, stays)).toBe(problem);
});

it("asks for whole numbers if fractions are not sold", () => {
  const rule = { ...weighed, mode: "integer" } as const;
  const problem = quantityProblem("1.5", rule, { value: 3, unit: undefined });
  expect(problem).toBe("Enter a whole number. Kept at 3.");
});
