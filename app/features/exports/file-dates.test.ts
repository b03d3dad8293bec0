import { expect, it } from "vitest";
import { pacificDay, pacificTime } from "./file-dates.ts";

it.each([
  ["2025-11-21T17:05:09Z", "2025-11-21", "2025-11-21 09:05"],
  ["2025-11-21T07:59:59Z", "2025-11-20", "2025-11-20 23:59"],
  ["2026-07-01T07:00:00Z", "2026-07-01", "2026-07-01 00:00"],
  ["2026-01-01T07:59:00Z", "2025-12-31", "2025-12-31 23:59"],
])("%s is on %s in the Pacific time zone, at %s", (utc, day, time) => {
  expect(pacificDay(new Date(utc))).toBe(day);
  expect(pacificTime(new Date(utc))).toBe(time);
});
