import { expect, it } from "vitest";
import { whenAgain } from "./rate-rule.ts";

it.each([
  [1, "in a minute"],
  [60, "in a minute"],
  [61, "in 2 minutes"],
  [3600, "in 60 minutes"],
])("whenAgain turns %s seconds into %s", (seconds, words) => {
  expect(whenAgain(seconds)).toBe(words);
});
