import { expect, it } from "vitest";
import {
  atMostCharacters,
  daysInWords,
  ended,
  hoursInWords,
  isOrAre,
  megabytes,
  midSentence,
  wasOrWere,
} from "./in-words.ts";

it("states limits from their constants", () => {
  expect(megabytes(20 * 1024 * 1024)).toBe("20 MB");
  expect(daysInWords(24 * 3_600_000)).toBe("1 day");
  expect(daysInWords(14 * 24 * 3_600_000)).toBe("14 days");
  expect(hoursInWords(3_600_000)).toBe("1 hour");
  expect(hoursInWords(22 * 3_600_000)).toBe("22 hours");
  expect(atMostCharacters(5_000)).toBe("Please use at most 5,000 characters");
});

it.each([
  ["Being packed since 2 p.m.", "Being packed since 2 p.m."],
  ["Pick it up at 100 Sample Road", "Pick it up at 100 Sample Road."],
  ["Is it?", "Is it?"],
])("ends %j with exactly one punctuation mark", (text, sentence) =>
  expect(ended(text)).toBe(sentence),
);

it("starts an embedded sentence in lower case, unless its first word is a name", () => {
  expect(midSentence("Every Monday")).toBe("every Monday");
  expect(midSentence("PO number missing")).toBe("PO number missing");
});

it("chooses the verb's number for pounds and pieces", () => {
  expect([0, 0.5, 1, 1.01, 2, -1, -2].map(isOrAre)).toEqual([
    ...["are", "is", "is", "are", "are", "is", "are"],
  ]);
  expect([1, 12].map(wasOrWere)).toEqual(["was", "were"]);
});
