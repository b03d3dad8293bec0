import { expect, it } from "vitest";
import { type ComingAgain, comingAgainInWords } from "./coming-again.ts";

const today = "2026-11-26";
const day = (date: string, more: Partial<ComingAgain> = {}): ComingAgain => ({
  ...{ zoneId: "v", zone: "Fraser Valley", kind: "delivery", date, ...more },
});

it("says when it comes again", () => {
  const days = [
    day("2026-11-30"),
    day("2026-12-03"),
    day("2026-11-26", { kind: "pickup", zone: "Farm gate" }),
  ];
  expect(days.map((one) => comingAgainInWords(one, { days, today }))).toEqual([
    "Next run: Monday, November 30",
    "Delivery on Thursday, December 3",
    "Pick up at Farm gate: today",
  ]);
  const soon = [day("2026-11-27")];
  expect(comingAgainInWords(day("2026-11-27"), { days: soon, today })).toBe(
    "Delivery tomorrow, Friday, November 27",
  );
});
