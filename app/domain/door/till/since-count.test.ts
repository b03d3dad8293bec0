import { expect, it } from "vitest";
import type { CashPlace } from "#db/schema/values/tills.ts";
import { asCounted, foundSinceCount } from "./since-count.ts";

const at = new Date("2026-11-28T18:12:00Z");
const cash = { id: "a", method: "cash" as const, cents: 50_00, isLate: false };
const standing = { ...cash, isTakenBack: false, takenBack: null };
const back = (isAfterCount: boolean, place: CashPlace | null) => ({
  ...cash,
  isTakenBack: true,
  takenBack: { at, by: "", why: "", isAfterCount, cash: place, givenBackAt: null },
});
const late = { ...standing, id: "late", isLate: true };

it("asCounted omits late money, and includes money that was taken back after the count", () => {
  expect(asCounted([standing, late, back(true, "never received"), back(false, null)])).toEqual([
    standing,
    standing,
    back(false, null),
  ]);
});

it("foundSinceCount is negative for cash that was never received, and positive for late cash", () => {
  expect(foundSinceCount([standing, back(false, null)])).toBe(0);
  expect(foundSinceCount([back(true, "never received")])).toBe(-50_00);
  for (const place of ["given back", "still here", null] as const) {
    expect(foundSinceCount([back(true, place)])).toBe(0);
  }
  expect(foundSinceCount([late])).toBe(50_00);
  expect(foundSinceCount([{ ...back(true, "given back"), isLate: true }])).toBe(50_00);
  expect(foundSinceCount([{ ...back(true, "never received"), isLate: true }])).toBe(0);
  expect(foundSinceCount([{ ...late, method: "terminal" as const }])).toBe(0);
});
