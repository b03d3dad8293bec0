import { expect, it } from "vitest";
import { holdUnits } from "./cooking-facts.ts";

it("holdUnits puts a non-breaking space before each °C and °F, and nowhere else", () => {
  expect(holdUnits("2 hours at 150 °C (300 °F)")).toBe("2 hours at 150\u00a0°C (300\u00a0°F)");
});
