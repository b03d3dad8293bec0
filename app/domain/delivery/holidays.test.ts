import { expect, test } from "vitest";
import { holidaysOf } from "./holidays.ts";

test("a year has eleven holidays, in order", () => {
  expect(holidaysOf(2027)).toEqual([
    { date: "2027-01-01", name: "New Year’s Day" },
    { date: "2027-02-15", name: "Family Day" },
    { date: "2027-03-26", name: "Good Friday" },
    { date: "2027-05-24", name: "Victoria Day" },
    { date: "2027-07-01", name: "Canada Day" },
    { date: "2027-08-02", name: "British Columbia Day" },
    { date: "2027-09-06", name: "Labour Day" },
    { date: "2027-09-30", name: "National Day for Truth and Reconciliation" },
    { date: "2027-10-11", name: "Thanksgiving Day" },
    { date: "2027-11-11", name: "Remembrance Day" },
    { date: "2027-12-25", name: "Christmas Day" },
  ]);
});

test.each([
  [2024, "2024-03-29"],
  [2025, "2025-04-18"],
  [2026, "2026-04-03"],
  [2027, "2027-03-26"],
  [2028, "2028-04-14"],
  [2029, "2029-03-30"],
  // The latest and the earliest dates of this century and the last.
  [2038, "2038-04-23"],
  [2008, "2008-03-21"],
  [2049, "2049-04-16"],
])("Good Friday %i is on %s", (year, date) => {
  expect(holidaysOf(year).find(({ name }) => name === "Good Friday")?.date).toBe(date);
});

test.each([
  [2026, "2026-05-18"],
  // May 25 is itself a Monday, so the one before it counts.
  [2020, "2020-05-18"],
  [2021, "2021-05-24"],
])("Victoria Day %i is on %s", (year, date) => {
  expect(holidaysOf(year).find(({ name }) => name === "Victoria Day")?.date).toBe(date);
});
