import { describe, expect, test } from "vitest";
import { formatDate, formatDateTime, pacificYear, startOfPacificYear } from "./dates.ts";

describe("in Pacific time, whatever the machine's own zone is", () => {
  test.each([
    // Clocks go forward: 2 a.m. does not exist.
    ["2025-03-09T09:59:59Z", "Mar 9, 2025", "Mar 9, 2025, 1:59 a.m."],
    ["2025-03-09T10:00:00Z", "Mar 9, 2025", "Mar 9, 2025, 3:00 a.m."],
    // Clocks go back: 1 a.m. comes twice.
    ["2024-11-03T08:30:00Z", "Nov 3, 2024", "Nov 3, 2024, 1:30 a.m."],
    ["2024-11-03T09:30:00Z", "Nov 3, 2024", "Nov 3, 2024, 1:30 a.m."],
    ["2024-11-03T10:00:00Z", "Nov 3, 2024", "Nov 3, 2024, 2:00 a.m."],
    // The day is theirs, not that of Greenwich.
    ["2025-07-01T06:59:00Z", "Jun 30, 2025", "Jun 30, 2025, 11:59 p.m."],
    ["2025-07-01T07:00:00Z", "Jul 1, 2025", "Jul 1, 2025, 12:00 a.m."],
    ["2025-01-01T07:59:00Z", "Dec 31, 2024", "Dec 31, 2024, 11:59 p.m."],
    ["2025-01-01T20:05:00Z", "Jan 1, 2025", "Jan 1, 2025, 12:05 p.m."],
  ])("%s is written %s", (moment, date, dateTime) => {
    expect(formatDate(new Date(moment))).toBe(date);
    expect(formatDateTime(new Date(moment))).toBe(dateTime);
  });

  test("an invalid date is refused rather than printed", () => {
    expect(() => formatDate(new Date(Number.NaN))).toThrow(RangeError);
    expect(() => formatDateTime(new Date(Number.NaN))).toThrow(RangeError);
  });
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

  test("follows whatever the clocks there will do", () => {
    const start = startOfPacificYear(new Date("2031-06-01T00:00:00Z"));
    expect(formatDateTime(start)).toBe("Jan 1, 2031, 12:00 a.m.");
    expect(formatDate(new Date(start.getTime() - 1))).toBe("Dec 31, 2030");
  });
});
