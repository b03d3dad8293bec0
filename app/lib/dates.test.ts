import { describe, expect, test } from "vitest";
import {
  dateInWords,
  daysAfter,
  firstOfMonth,
  formatDate,
  formatDateTime,
  formatDay,
  formatFullDay,
  formatMonth,
  pacificDay,
  pacificMoment,
  pacificTime,
  pacificWeeks,
  pacificYear,
  shortDateInWords,
  startOfPacificDayYearAgo,
  startOfPacificMonth,
  startOfPacificYear,
  typedMoment,
  weekdayOf,
} from "./dates.ts";

describe("in Pacific time, regardless of the machine's time zone", () => {
  test.each([
    // Clocks go forward: 2 a.m. doesn't exist.
    ["2025-03-09T09:59:59Z", "Mar 9, 2025", "Mar 9, 2025, 1:59 a.m."],
    ["2025-03-09T10:00:00Z", "Mar 9, 2025", "Mar 9, 2025, 3:00 a.m."],
    // Clocks go back: 1 a.m. occurs twice.
    ["2024-11-03T08:30:00Z", "Nov 3, 2024", "Nov 3, 2024, 1:30 a.m."],
    ["2024-11-03T09:30:00Z", "Nov 3, 2024", "Nov 3, 2024, 1:30 a.m."],
    ["2024-11-03T10:00:00Z", "Nov 3, 2024", "Nov 3, 2024, 2:00 a.m."],
    // The day is the Pacific one, not UTC's.
    ["2025-07-01T06:59:00Z", "Jun 30, 2025", "Jun 30, 2025, 11:59 p.m."],
    ["2025-07-01T07:00:00Z", "Jul 1, 2025", "Jul 1, 2025, 12:00 a.m."],
    ["2025-01-01T07:59:00Z", "Dec 31, 2024", "Dec 31, 2024, 11:59 p.m."],
    ["2025-01-01T20:05:00Z", "Jan 1, 2025", "Jan 1, 2025, 12:05 p.m."],
    // The last change to daylight saving time.
    ["2026-03-08T09:59:59Z", "Mar 8, 2026", "Mar 8, 2026, 1:59 a.m."],
    ["2026-03-09T06:59:59Z", "Mar 8, 2026", "Mar 8, 2026, 11:59 p.m."],
    ["2026-03-09T07:00:00Z", "Mar 9, 2026", "Mar 9, 2026, 12:00 a.m."],
    ["2026-11-22T07:30:00Z", "Nov 22, 2026", "Nov 22, 2026, 12:30 a.m."],
  ])("%s is written %s", (moment, date, dateTime) => {
    expect(formatDate(new Date(moment))).toBe(date);
    expect(formatDateTime(new Date(moment))).toBe(dateTime);
  });

  test.each([
    ["2025-07-01T06:59:59.999Z", "2025-06-30"],
    ["2025-07-01T07:00:00.000Z", "2025-07-01"],
    ["2025-01-01T07:59:59.999Z", "2024-12-31"],
    ["2026-12-15T07:30:00.000Z", "2026-12-15"],
  ])("%s is on the calendar day %s", (moment, day) => {
    expect(pacificDay(new Date(moment))).toBe(day);
  });

  test.each([
    ["2025-11-21T17:05:09Z", "2025-11-21 09:05"],
    ["2025-11-21T07:59:59Z", "2025-11-20 23:59"],
    ["2026-07-01T07:00:00Z", "2026-07-01 00:00"],
    ["2026-12-15T07:30:00Z", "2026-12-15 00:30"],
  ])("%s is written in files as %s", (moment, time) => {
    expect(pacificTime(new Date(moment))).toBe(time);
  });

  test("an invalid date throws a RangeError", () => {
    expect(() => formatDate(new Date(Number.NaN))).toThrow(RangeError);
    expect(() => formatDateTime(new Date(Number.NaN))).toThrow(RangeError);
  });
});

test.each([
  ["2026-10-15", 30, "2026-11-14"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-10", 30, "2028-03-11"],
  ["2026-03-01", -1, "2026-02-28"],
])("%s and %i days is %s", (day, count, expected) => {
  expect(daysAfter(day, count)).toBe(expected);
});

test("a calendar day is formatted independently of time zones", () => {
  expect(formatDay("2025-03-09")).toBe("Mar 9");
  expect(formatFullDay("2025-03-09")).toBe("Mar 9, 2025");
  expect(formatMonth("2025-03-01")).toBe("March 2025");
});

describe("startOfPacificYear", () => {
  test.each([
    ["2025-01-01T07:59:59.999Z", "2024-01-01T08:00:00.000Z"],
    ["2025-01-01T08:00:00.000Z", "2025-01-01T08:00:00.000Z"],
    ["2025-07-15T12:00:00.000Z", "2025-01-01T08:00:00.000Z"],
    ["2026-01-01T07:59:59.999Z", "2025-01-01T08:00:00.000Z"],
  ])("at %s the year began at %s", (now, start) => {
    expect(startOfPacificYear(new Date(now)).toISOString()).toBe(start);
    expect(pacificYear(new Date(now))).toBe(Number(start.slice(0, 4)));
  });

  test("follows future changes of the clocks", () => {
    const start = startOfPacificYear(new Date("2031-06-01T00:00:00Z"));
    expect(formatDateTime(start)).toBe("Jan 1, 2031, 12:00 a.m.");
    expect(formatDate(new Date(start.getTime() - 1))).toBe("Dec 31, 2030");
  });
});

test.each([
  ["2025-03-01T07:59:59.999Z", "2025-02-01T08:00:00.000Z"],
  ["2025-03-01T08:00:00.000Z", "2025-03-01T08:00:00.000Z"],
  // The clocks went forward in between, and back.
  ["2025-04-01T06:59:59.999Z", "2025-03-01T08:00:00.000Z"],
  ["2025-04-01T07:00:00.000Z", "2025-04-01T07:00:00.000Z"],
  ["2024-12-01T07:59:59.999Z", "2024-11-01T07:00:00.000Z"],
])("at %s the month had begun at %s", (now, start) => {
  expect(startOfPacificMonth(new Date(now)).toISOString()).toBe(start);
});

test.each([
  ["2025-03-10T06:59:59.999Z", "2024-03-09T08:00:00.000Z"],
  ["2024-07-15T12:00:00.000Z", "2023-07-15T07:00:00.000Z"],
  ["2024-02-29T20:00:00.000Z", "2023-03-01T08:00:00.000Z"],
])("a year before the day of %s was %s", (now, start) => {
  expect(startOfPacificDayYearAgo(new Date(now)).toISOString()).toBe(start);
});

describe("pacificWeeks", () => {
  const weeks = (now: string) => pacificWeeks(new Date(now), 2).map((date) => date.toISOString());

  test("begin on Mondays at midnight, and are an hour shorter if the clocks go forward in them", () => {
    const around = [
      "2025-03-03T08:00:00.000Z",
      "2025-03-10T07:00:00.000Z",
      "2025-03-17T07:00:00.000Z",
    ];
    expect(weeks("2025-03-10T07:00:00.000Z")).toEqual(around);
    expect(weeks("2025-03-17T06:59:59.999Z")).toEqual(around);
    expect(weeks("2025-03-10T06:59:59.999Z").at(-1)).toBe("2025-03-10T07:00:00.000Z");
  });

  test("are an hour longer if the clocks go back in them", () => {
    const around = [
      "2024-10-28T07:00:00.000Z",
      "2024-11-04T08:00:00.000Z",
      "2024-11-11T08:00:00.000Z",
    ];
    expect(weeks("2024-11-04T08:00:00.000Z")).toEqual(around);
    expect(weeks("2024-11-04T07:59:59.999Z").at(-1)).toBe("2024-11-04T08:00:00.000Z");
  });

  test("continue over the end of a year", () => {
    const around = [
      "2024-12-23T08:00:00.000Z",
      "2024-12-30T08:00:00.000Z",
      "2025-01-06T08:00:00.000Z",
    ];
    expect(weeks("2025-01-01T20:00:00.000Z")).toEqual(around);
  });
});

describe("a wall-clock time on a Pacific day", () => {
  test.each([
    ["2026-11-25", "14:00", "2026-11-25T21:00:00.000Z"],
    ["2027-01-15", "14:00", "2027-01-15T21:00:00.000Z"],
    ["2026-07-01", "00:00", "2026-07-01T07:00:00.000Z"],
    ["2025-01-15", "14:00", "2025-01-15T22:00:00.000Z"],
    ["2025-07-15", "14:00", "2025-07-15T21:00:00.000Z"],
    // Skipped: 2 to 3 a.m.
    ["2025-03-09", "01:59", "2025-03-09T09:59:00.000Z"],
    ["2025-03-09", "02:30", "2025-03-09T10:30:00.000Z"],
    ["2025-03-09", "03:00", "2025-03-09T10:00:00.000Z"],
    // Twice: 1 to 2 a.m.
    ["2024-11-03", "00:59", "2024-11-03T07:59:00.000Z"],
    ["2024-11-03", "01:30", "2024-11-03T09:30:00.000Z"],
    ["2024-11-03", "02:00", "2024-11-03T10:00:00.000Z"],
    // Around the last change.
    ["2026-03-08", "01:30", "2026-03-08T09:30:00.000Z"],
    ["2026-03-08", "03:00", "2026-03-08T10:00:00.000Z"],
    ["2026-03-08", "23:59", "2026-03-09T06:59:00.000Z"],
    ["2026-03-09", "00:00", "2026-03-09T07:00:00.000Z"],
  ])("%s %s is %s", (day, time, moment) => {
    expect(pacificMoment(day, time).toISOString()).toBe(moment);
  });

  test.each([
    ["2026-11-23", 1],
    ["2026-11-26", 4],
    ["2026-11-29", 7],
  ])("%s is weekday %i", (day, weekday) => {
    expect(weekdayOf(day)).toBe(weekday);
  });
});

describe("a time from a form", () => {
  test.each([
    ["2026-11-21T09:05", "2026-11-21T16:05:00.000Z"],
    ["2026-11-21 09:05:00", "2026-11-21T16:05:00.000Z"],
    ["2025-01-15T23:30", "2025-01-16T07:30:00.000Z"],
    ["2025-03-09T03:00", "2025-03-09T10:00:00.000Z"],
    ["2025-11-02T00:59", "2025-11-02T07:59:00.000Z"],
    ["2025-11-02T02:00", "2025-11-02T10:00:00.000Z"],
  ])("%s is %s", (typed, moment) => {
    expect(typedMoment(typed)?.toISOString()).toBe(moment);
    expect(pacificTime(new Date(moment))).toBe(typed.replace("T", " ").slice(0, 16));
  });

  // The last one is an hour that was skipped.
  test.each(["", "2026-02-30T10:00", "2026-11-21", "2026-11-21T24:01", "x", "2025-03-09T02:30"])(
    "is not read from %j",
    (typed) => {
      expect(typedMoment(typed)).toBeNull();
    },
  );
});

test.each([
  ["2026-11-23", 0, "2026-11-01"],
  ["2026-11-23", -2, "2026-09-01"],
  ["2027-01-31", -2, "2026-11-01"],
  ["2028-01-31", 1, "2028-02-01"],
])("the month of %s, %i months on, begins on %s", (day, months, first) => {
  expect(firstOfMonth(day, months)).toBe(first);
});

test("formats a day with its year if that is not the current one", () => {
  const now = new Date("2026-12-31T20:00:00Z");
  expect(dateInWords("2026-12-05", now)).toBe("Saturday, December 5");
  expect(shortDateInWords("2026-12-05", now)).toBe("Sat, Dec 5");
  expect(dateInWords("2027-01-05", now)).toBe("Tuesday, January 5, 2027");
  expect(shortDateInWords("2027-01-05", now)).toBe("Tue, Jan 5, 2027");
});
