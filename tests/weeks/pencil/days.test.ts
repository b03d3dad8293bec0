import { expect, test } from "vitest";
import {
  cutOff,
  dayNumber,
  dayOf,
  daysBetween,
  dueDay,
  endOfMonth,
  pacificDay,
  pacificInstant,
  plusDays,
  weekday,
} from "./days.ts";
import { Impossible } from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

test("4: an invoice is due by the terms, counted from its day", () => {
  expect(dueDay({ endOfMonthPlus: 0 }, "2027-02-10")).toBe("2027-02-28");
  expect(dueDay({ endOfMonthPlus: 15 }, "2027-02-10")).toBe("2027-03-15");
  expect(dueDay({ endOfMonthPlus: 0 }, "2028-02-10")).toBe("2028-02-29");
  expect(dueDay({ net: 30 }, "2027-01-31")).toBe("2027-03-02");
  expect(dueDay({ endOfMonthPlus: 30 }, "2027-12-31")).toBe("2028-01-30");
  expect(dueDay("prepay", "2027-12-31")).toBe("2027-12-31");
  expect(dueDay("on delivery", "2027-12-31")).toBe("2027-12-31");
});

test("3: a monthly invoice of 30 November is due that day or on 15 December, by the terms", () => {
  expect(endOfMonth("2026-11-01")).toBe("2026-11-30");
  expect(dueDay({ endOfMonthPlus: 0 }, "2026-11-30")).toBe("2026-11-30");
  expect(dueDay({ dayOfNextMonth: 15 }, "2026-11-30")).toBe("2026-12-15");
  expect(dueDay({ dayOfNextMonth: 31 }, "2027-01-05")).toBe("2027-02-28");
  expect(dueDay({ dayOfNextMonth: 15 }, "2026-12-31")).toBe("2027-01-15");
});

test("days are counted by the civil calendar", () => {
  expect(dayNumber("1970-01-01")).toBe(0);
  const numbers = Array.from({ length: 8000 }, (_, n) => n + 18_000);
  const days = numbers.map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));
  expect(numbers.map(dayOf)).toEqual(days);
  expect(days.map(dayNumber)).toEqual(numbers);
  expect(plusDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(daysBetween("2026-11-24", "2027-11-24")).toBe(365);
  expect(weekday("2026-11-22")).toBe(0);
  expect(() => dayNumber("2027-02-29")).toThrow(Impossible);
});

test("the Pacific day begins at 07:00 UTC in December 2026", () => {
  expect(pacificDay(Date.UTC(2026, 11, 15, 7, 30))).toBe("2026-12-15");
  expect(pacificDay(Date.UTC(2026, 11, 15, 6, 59))).toBe("2026-12-14");
});

test("Pacific time was eight hours behind UTC in winter until March 2026, and is seven since", () => {
  expect(pacificDay(Date.UTC(2025, 11, 15, 7, 30))).toBe("2025-12-14");
  expect(pacificDay(Date.UTC(2025, 6, 15, 7, 0))).toBe("2025-07-15");
  expect(pacificInstant("2025-11-02", 0)).toBe(Date.UTC(2025, 10, 2, 7));
  expect(pacificInstant("2025-11-02", 180)).toBe(Date.UTC(2025, 10, 2, 11));
  expect(pacificInstant("2026-03-08", 60)).toBe(Date.UTC(2026, 2, 8, 9));
  expect(pacificInstant("2026-03-08", 180)).toBe(Date.UTC(2026, 2, 8, 10));
  expect(pacificInstant("2026-11-01", 180)).toBe(Date.UTC(2026, 10, 1, 10));
});

test("5: the cut-off for Thursday 26 November 2026 is Wednesday 2 p.m., seven hours behind UTC", () => {
  expect(cutOff("2026-11-26", 1, 14 * 60)).toBe(Date.UTC(2026, 10, 25, 21));
});

test("5: a cut-off on Good Friday 2027 moves to the same time on the Thursday before", () => {
  const closed = (day: string) => day === "2027-03-26";
  expect(cutOff("2027-03-27", 1, 14 * 60, closed)).toBe(Date.UTC(2027, 2, 25, 21));
});
