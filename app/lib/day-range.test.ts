import { expect, it } from "vitest";
import { dayRangeIn, momentsOf } from "./day-range.ts";

const rangeIn = (query: string) => dayRangeIn(new URLSearchParams(query));

it("reads the days in a query, in either order", () => {
  const range = { from: "2026-11-01", to: "2026-11-21" };
  expect(rangeIn("from=2026-11-01&to=2026-11-21")).toEqual(range);
  expect(rangeIn("from=2026-11-21&to=2026-11-01")).toEqual(range);
  expect(rangeIn("to=2028-02-29")).toEqual({ to: "2028-02-29" });
  expect(rangeIn("from=&to=")).toEqual({});
});

it.each([
  "2026-02-29",
  "2026-13-01",
  "1999-01-01",
  "20260101",
  "2026-1-1",
  "today",
  "2026-11-01T00:00",
])("ignores %j, which is no valid day", (day) => {
  expect(rangeIn(`from=${encodeURIComponent(day)}`)).toEqual({});
});

it("lasts from midnight to midnight Pacific time, even on days when the clocks change", () => {
  expect(momentsOf({ from: "2026-03-08", to: "2026-03-08" })).toEqual({
    since: new Date("2026-03-08T08:00:00Z"),
    before: new Date("2026-03-09T07:00:00Z"),
  });
  expect(momentsOf({ from: "2026-11-21" })).toEqual({ since: new Date("2026-11-21T07:00:00Z") });
  expect(momentsOf({})).toEqual({});
});
