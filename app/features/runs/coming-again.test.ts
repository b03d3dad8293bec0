import { expect, it } from "vitest";
import { type ComingAgain, comingAgainInWords, secondFeeAt } from "./coming-again.ts";

const today = "2026-11-26";
const day = (date: string, more: Partial<ComingAgain> = {}): ComingAgain => ({
  ...{ zoneId: "v", zone: "Fraser Valley", kind: "delivery", date },
  ...{ fee: 12_00, freeFrom: 400_00, minOrder: 0, ...more },
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

it("says what a second delivery costs, once for what travels together", () => {
  const order = (goodsCents: number, status = "fulfilled") => ({ goodsCents, status });
  const stop = {
    ...{ isBilledByOrder: true, otherRuns: ["v 2026-12-03"] },
    orders: [order(399_99), order(100_00)],
  };
  expect(secondFeeAt(stop, day("2026-11-30"))).toBe(12_00);
  // Another order to the site pays the fee that day.
  expect(secondFeeAt(stop, day("2026-12-03"))).toBe(0);
  const large = { ...stop, orders: [order(400_00), order(100_00, "delivered")] };
  expect(secondFeeAt(large, day("2026-11-30"))).toBe(0);
  // Clients billed monthly can't be billed extra before the month's invoice.
  expect(secondFeeAt({ ...stop, isBilledByOrder: false }, day("2026-11-30"))).toBe(0);
});
