import { expect, it } from "vitest";
import { isWholeWeight } from "./typed-weight.ts";

it.each([
  ["3.1", true],
  ["3,10", true],
  [".5", true],
  ["2 x 2.5", true],
  ["585 g", true],
  ["26", false],
  ["26.", false],
  ["2 x 2", false],
  ["", false],
])("knows of %j whether it is a weight as a scale shows it: %s", (text, isWhole) => {
  expect(isWholeWeight(text)).toBe(isWhole);
});
