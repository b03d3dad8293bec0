import { expect, it } from "vitest";
import { holdUnits } from "./cooking-facts.ts";

it("joins every figure to its degrees, and nothing else", () => {
  expect(holdUnits("2 hours at 150 °C (300 °F)")).toBe("2 hours at 150\u00a0°C (300\u00a0°F)");
});
