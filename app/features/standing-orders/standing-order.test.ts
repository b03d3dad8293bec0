import { expect, it } from "vitest";
import { deliveriesFrom, type Rhythm, rhythmInWords } from "./standing-order.ts";

const tuesdays: Rhythm = {
  weekday: 2,
  everyWeeks: 1,
  startsOn: "2026-11-26",
  endsOn: null,
  pausedUntil: null,
};

it.each([
  // The first delivery is on the first matching weekday, including the start day itself.
  [{}, "2026-11-01", ["2026-12-01", "2026-12-08", "2026-12-15"]],
  [{ startsOn: "2026-12-01" }, "2026-12-01", ["2026-12-01", "2026-12-08", "2026-12-15"]],
  [{}, "2026-12-02", ["2026-12-08", "2026-12-15", "2026-12-22"]],
  // Every second week counts from the first, regardless of the day asked about.
  [{ everyWeeks: 2 }, "2026-12-02", ["2026-12-15", "2026-12-29", "2027-01-12"]],
  [{ everyWeeks: 2 }, "2026-12-15", ["2026-12-15", "2026-12-29", "2027-01-12"]],
  // A pause ends on its day, and doesn't shift the weeks.
  [
    { everyWeeks: 2, pausedUntil: "2026-12-16" },
    "2026-12-02",
    ["2026-12-29", "2027-01-12", "2027-01-26"],
  ],
  [{ pausedUntil: "2026-12-08" }, "2026-12-01", ["2026-12-08", "2026-12-15", "2026-12-22"]],
  [{ endsOn: "2026-12-08" }, "2026-12-01", ["2026-12-01", "2026-12-08"]],
  [{ endsOn: "2026-12-08", pausedUntil: "2027-01-01" }, "2026-12-01", []],
])("the deliveries of %j from %s are %j", (change, from, days) => {
  expect(deliveriesFrom({ ...tuesdays, ...change }, from, 3)).toEqual(days);
});

it.each([
  [1, "Every Tuesday"],
  [2, "Every second Tuesday"],
  [4, "A Tuesday every 4 weeks"],
])("every %i weeks is worded as “%s”", (everyWeeks, words) => {
  expect(rhythmInWords({ weekday: 2, everyWeeks })).toBe(words);
});
