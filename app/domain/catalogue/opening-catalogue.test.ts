import { expect, it } from "vitest";
import { removedInWords } from "./opening-catalogue.ts";

it.each([
  ["samples-removed=39", "39 sample products removed"],
  ["samples-removed=1", "1 sample product removed"],
  ["samples-removed=0", undefined],
  ["samples-removed=<b>", undefined],
  ["", undefined],
])("reads the query %j as %j", (query, words) => {
  expect(removedInWords(new URLSearchParams(query))).toBe(words);
});
