import { expect, it } from "vitest";
import { lastMonth, partsOf, statementDays } from "./statement-days.ts";

const days = { from: "2026-01-01", to: "2026-12-31" };
const on = (day: string, entries: number) => ({ day: `2026-${day}`, entries });

it("partsOf returns one part if one can hold all entries", () => {
  expect(partsOf(days, [], 10)).toEqual([{ ...days, entries: 0 }]);
  expect(partsOf(days, [on("02-01", 4), on("03-01", 6)], 10)).toEqual([{ ...days, entries: 10 }]);
});

it("partsOf returns consecutive parts that leave no day out", () => {
  const counts = [on("02-01", 4), on("03-01", 6), on("03-02", 1), on("05-09", 9), on("06-01", 3)];
  expect(partsOf(days, counts, 10)).toEqual([
    { from: "2026-01-01", to: "2026-03-01", entries: 10 },
    { from: "2026-03-02", to: "2026-05-31", entries: 10 },
    { from: "2026-06-01", to: "2026-12-31", entries: 3 },
  ]);
});

it("partsOf never splits a day, and gives a day that exceeds the limit a part of its own", () => {
  expect(partsOf(days, [on("02-01", 4), on("02-02", 12), on("02-04", 1)], 10)).toEqual([
    { from: "2026-01-01", to: "2026-02-01", entries: 4 },
    { from: "2026-02-02", to: "2026-02-03", entries: 12 },
    { from: "2026-02-04", to: "2026-12-31", entries: 1 },
  ]);
});

const asked = (query: string) => statementDays(new URLSearchParams(query), "2026-11-25");

it("statementDays returns the month before last to today unless other days are requested", () => {
  const usual = { days: { from: "2026-09-01", to: "2026-11-25" }, wrong: null };
  expect(asked("")).toEqual(usual);
  expect(asked("from=&to=2027-01-01")).toEqual(usual);
  const one = { from: "2026-10-31", to: "2026-10-31" };
  expect(asked("from=2026-10-31&to=2026-10-31")).toEqual({ days: one, wrong: null });
});

it("statementDays refuses a first day after the last day or after today", () => {
  expect(asked("from=2026-11-10&to=2026-10-31")).toEqual({
    days: { from: "2026-11-10", to: "2026-10-31" },
    wrong: "Choose a first day that is not after Oct 31, 2026.",
  });
  expect(asked("from=2026-12-01").wrong).toBe("Choose a first day that is not after Nov 25, 2026.");
});

it("lastMonth returns the whole month before today's", () => {
  expect(lastMonth("2026-11-25")).toEqual({ from: "2026-10-01", to: "2026-10-31" });
  expect(lastMonth("2026-01-01")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(lastMonth("2028-03-31")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});
