import { expect, it } from "vitest";
import { keptRoute, placedBetween } from "./stop-sequence.ts";

it("keptRoute merges a run's order of stops into the zone's route", () => {
  expect(keptRoute([], ["b", "a"])).toEqual(["b", "a"]);
  // Sites that aren't on the run keep their places among the others.
  expect(keptRoute(["a", "x", "b", "y", "c"], ["c", "a", "b"])).toEqual(["c", "x", "a", "y", "b"]);
  expect(keptRoute(["a", "x", "b"], ["b", "new", "a"])).toEqual(["b", "new", "x", "a"]);
  expect(keptRoute(["x", "a"], ["new", "a"])).toEqual(["x", "new", "a"]);
  expect(keptRoute(["x"], ["new", "newer"])).toEqual(["x", "new", "newer"]);
  expect(keptRoute(["a", "b"], [])).toEqual(["a", "b"]);
});

it("placedBetween puts a stop between two others, or beside the one that still exists", () => {
  const ids = ["a", "b", "c"];
  expect(placedBetween(ids, "c", { after: "a", before: "b" })).toEqual(["a", "c", "b"]);
  expect(placedBetween(ids, "a", { after: "c", before: null })).toEqual(["b", "c", "a"]);
  expect(placedBetween(ids, "c", { after: null, before: "a" })).toEqual(["c", "a", "b"]);
  // Without one of its neighbours, it stays beside the other.
  expect(placedBetween(ids, "a", { after: "b", before: "gone" })).toEqual(["b", "a", "c"]);
  expect(placedBetween(ids, "a", { after: "gone", before: "c" })).toEqual(["b", "a", "c"]);
  expect(placedBetween(ids, "a", { after: "gone", before: null })).toEqual(["b", "c", "a"]);
  expect(placedBetween(ids, "c", { after: null, before: "gone" })).toEqual(["c", "a", "b"]);
  expect(placedBetween(ids, "a", { after: "gone", before: "gone too" })).toBeNull();
  expect(placedBetween(ids, "gone", { after: "a", before: "b" })).toBeNull();
});
