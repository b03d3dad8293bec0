import { expect, it } from "vitest";
import { seriesOf } from "./document-numbers.ts";

it("lists each series apart", () => {
  const numbers = ["R-000010", "INV-000419", "R-000008", "R-000009", "DN-000003"];
  expect(seriesOf(numbers)).toEqual(["DN-000003", "INV-000419", "R-000008 to R-000010"]);
  expect(seriesOf([])).toEqual([]);
});
