import { expect, it } from "vitest";
import { outcomeOf } from "./returned.ts";

it.each([
  ["truck", "4.0", 20, "stock"],
  ["truck", "-1.5", 0, "stock"],
  ["truck", "4.1", 20, "waste"],
  ["truck", null, 20, "waste"],
  ["truck", "2.0", null, "waste"],
  ["client", "1.0", 5, "waste"],
] as const)("sells again only what is cold, known and did not leave us: %s %s %s", (...row) => {
  const [place, temperatureC, minutesOut, outcome] = row;
  expect(outcomeOf({ place, temperatureC, minutesOut })).toBe(outcome);
});
