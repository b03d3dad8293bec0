import { expect, test } from "vitest";
import { authorizationDay } from "./authorization-plan.ts";

test.each([
  ["without a day", null, null],
  ["today", "2026-11-23", null],
  ["in five days", "2026-11-28", null],
  ["in six days", "2026-11-29", "2026-11-26"],
  ["over the turn of the year", "2027-01-02", "2026-12-30"],
])("the card of an order for delivery %s is held at the right time", (_when, day, held) => {
  expect(authorizationDay(day, "2026-11-23")).toBe(held);
});
