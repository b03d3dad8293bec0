import { expect, it } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { rulesOf, zoneWith } from "#app/domain/delivery/test-rules.ts";
import {
  type ComingAgain,
  canComeAgain,
  chargedInWords,
  comingAgain,
  comingAgainInWords,
  secondFeeAt,
  secondFeeInWords,
} from "./coming-again.ts";

const today = "2026-11-26";
const day = (date: string, more: Partial<ComingAgain> = {}): ComingAgain => ({
  zoneId: "v",
  zone: "Fraser Valley",
  kind: "delivery",
  date,
  fee: 12_00,
  feeTaxCode: null,
  freeFrom: 400_00,
  minOrder: 0,
  ...more,
});

it("states when the delivery comes again", () => {
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

it("offers full days, but no day whose run has left", () => {
  const now = new Date("2026-11-24T10:00:00-07:00");
  const run = { zoneId: "valley", date: "2026-11-19" };
  const [first, second] = ["2026-11-26", "2026-12-03"];
  const key = (date = "") => runKey("valley", date);
  const unavailable = [key(first), key(second)];
  const zones = [zoneWith({})];
  const offered = (gone: string[]) =>
    comingAgain(rulesOf(zones, { unavailable, gone }), run, now).map(({ date }) => date);
  expect(offered([])).toEqual([first, second, "2026-12-10"]);
  const rules = rulesOf(zones, { unavailable, gone: [key(first)] });
  expect(offered([key(first)])).toEqual([second, "2026-12-10", "2026-12-17"]);
  expect(canComeAgain(rules, run, { zoneId: "valley", date: first }, now)).toBe(false);
});

it("calculates the second delivery fee once for orders that travel together", () => {
  const order = (goodsCents: number, status = "fulfilled") => ({
    goodsCents,
    goodsTaxCode: "Z",
    status,
  });
  const stop = {
    isBilledByOrder: true,
    otherRuns: ["v 2026-12-03"],
    orders: [order(299_99), order(100_00)],
  };
  expect(secondFeeAt(stop, day("2026-11-30"))).toBe(12_00);
  // Another order to the site pays the fee that day.
  expect(secondFeeAt(stop, day("2026-12-03"))).toBe(0);
  const large = { ...stop, orders: [order(400_00), order(100_00, "delivered")] };
  expect(secondFeeAt(large, day("2026-11-30"))).toBe(0);
  // Judged by all of them, whichever comes first; not by one alone.
  for (const [one, other] of [
    [400_00, 100_00],
    [100_00, 400_00],
    [200_00, 200_00],
  ] as const) {
    const together = { ...stop, orders: [order(one), order(other)] };
    expect(secondFeeAt(together, day("2026-11-30"))).toBe(0);
  }
  // Clients billed monthly can't be billed extra before the month's invoice.
  expect(secondFeeAt({ ...stop, isBilledByOrder: false }, day("2026-11-30"))).toBe(0);
});

it("adds the fee’s tax by the day’s tax code, otherwise by that of the goods", () => {
  const stop = (goodsTaxCode: string) => ({
    isBilledByOrder: true,
    otherRuns: [],
    orders: [{ goodsCents: 100_00, goodsTaxCode, status: "fulfilled" }],
  });
  const taxed = day("2026-11-30", { feeTaxCode: "G" });
  expect(secondFeeAt(stop("Z"), taxed)).toBe(12_60);
  expect(secondFeeAt(stop("GP"), taxed)).toBe(12_60);
  expect(secondFeeAt(stop("GP"), day("2026-11-30"))).toBe(13_44);
  const chosen = { zoneId: "v", date: "2026-11-30", chargesFee: false };
  expect(chargedInWords(stop("Z"), { days: [taxed], secondFee: "always" }, chosen)).toBe(
    "The client is charged $12.60 for it.",
  );
});

it("states whether the chosen day’s second fee is charged, by the owner’s setting", () => {
  const stop = {
    isBilledByOrder: true,
    otherRuns: [],
    orders: [{ goodsCents: 100_00, goodsTaxCode: "Z", status: "fulfilled" }],
  };
  const days = [day("2026-11-30"), day("2026-12-03", { fee: 0 })];
  const said = (secondFee: "never" | "always" | "ask", chargesFee = false, date = "2026-11-30") =>
    chargedInWords(stop, { days, secondFee }, { zoneId: "v", date, chargesFee });
  expect(said("always")).toBe("The client is charged $12.00 for it.");
  expect(said("ask", true)).toBe("The client is charged $12.00 for it.");
  for (const none of [said("ask"), said("never", true), said("always", false, "2026-12-03")]) {
    expect(none).toBe("No second fee is charged for it.");
  }
  // A day that is not offered any more.
  expect(said("always", true, "2026-12-08")).toBe("");
  expect(secondFeeInWords("ask", 12_00)).toBe("Second fee $12.00, if you charge it");
});
