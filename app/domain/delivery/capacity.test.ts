import { expect, it } from "vitest";
import { bookedInWords, overCapacity } from "./capacity.ts";

const load = {
  bookedStops: 4,
  capStops: 4,
  bookedLb: "22.00",
  capLb: "22.00",
  bookedBoxes: 3,
  capBoxes: 3,
};

it.each([
  ["a full run", load, null],
  ["one without limits", { ...load, capStops: null, capLb: null, capBoxes: null }, null],
  ["no run", null, null],
  ["a hundredth of a pound more", { ...load, bookedLb: "22.01" }, "22.01 of 22 lb"],
  ["a box more", { ...load, bookedBoxes: 4 }, "4 of 3 boxes"],
  ["a stop more", { ...load, bookedStops: 5 }, "5 of 4 stops"],
  [
    "both",
    { ...load, bookedStops: 2, capStops: 1, bookedLb: "1230.00" },
    "1,230 of 22 lb, 2 of 1 stop",
  ],
])("overCapacity names the exceeded limits, with %s", (_, run, words) => {
  expect(overCapacity(run)).toBe(words);
});

it("bookedInWords says how much of a run's limits is booked", () => {
  expect(bookedInWords({ ...load, bookedStops: 1 })).toBe(
    "22 of 22 lb, 3 of 3 boxes, 1 of 4 stops",
  );
  expect(bookedInWords({ ...load, capStops: null, capLb: null, capBoxes: null })).toBeNull();
});
