import { describe, expect, it } from "vitest";
import { parseQuantity, type QuantityRule, stepQuantity } from "./quantity-input.ts";

const whole: QuantityRule = { min: 1, max: 10_000, mode: "integer" };
const weighed: QuantityRule = { min: 0, max: 10_000, mode: "decimal" };

describe("parseQuantity", () => {
  it.each([
    ["3", 3],
    [" 12 ", 12],
    ["10000", 10_000],
  ])("reads %j as a whole quantity", (text, value) => {
    expect(parseQuantity(text, whole)).toBe(value);
  });

  it.each(["", "0", "-1", "1.5", "1e3", "NaN", "Infinity", "10001", "three", "0x10"])(
    "refuses %j where whole pounds are sold",
    (text) => {
      expect(parseQuantity(text, whole)).toBeNull();
    },
  );

  it.each([
    ["2.5", 2.5],
    ["2,75", 2.75],
    [".5", 0.5],
    ["4.", 4],
    ["0", 0],
  ])("reads %j as a weighed quantity", (text, value) => {
    expect(parseQuantity(text, weighed)).toBe(value);
  });

  it.each(["2.555", "1e2", "-.5", ".", "1.2.3"])("refuses %j as a weight", (text) => {
    expect(parseQuantity(text, weighed)).toBeNull();
  });
});

describe("stepQuantity", () => {
  it("moves by the step", () => {
    expect(stepQuantity(2, 1, whole)).toBe(3);
  });

  it("stops at the bounds", () => {
    expect(stepQuantity(1, -1, whole)).toBe(1);
    expect(stepQuantity(9_999.5, 1, weighed)).toBe(10_000);
  });

  it("leaves no floating-point error", () => {
    expect(stepQuantity(0.1, 0.2, weighed)).toBe(0.3);
  });
});
