import { expect, it } from "vitest";
import { seriesOf } from "./number-ranges.ts";

it("lists the numbers of each series as a range", () => {
  const numbers = ["R-000010", "INV-000419", "R-000008", "R-000009", "DN-000003"];
  expect(seriesOf(numbers)).toEqual(["DN-000003", "INV-000419", "R-000008 to R-000010"]);
  expect(seriesOf([])).toEqual([]);
});

it("lists a repeated number once, and states how many numbers a range with gaps has", () => {
  expect(seriesOf(["CN-000007", "CN-000003", "CN-000003"])).toEqual(["CN-000003, CN-000007"]);
  expect(seriesOf(["R-000001", "R-000002", "R-000009"])).toEqual([
    "R-000001 to R-000002, R-000009",
  ]);
  const odd = ["R-000001", "R-000003", "R-000005", "R-000007"];
  expect(seriesOf(odd)).toEqual(["R-000001 to R-000007 (4 of these)"]);
});
