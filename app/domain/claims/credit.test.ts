import { expect, it } from "vitest";
import { stillCreditedInWords } from "./credit.ts";

const note = {
  number: "CN-7",
  total: "30.00",
  url: null,
  isShared: false,
  billedAgain: [],
  isBilledAgain: false,
};
const again = (...totals: string[]) =>
  totals.map((total, index) => ({ number: `INV-${index + 1}`, total }));

it.each([
  [{}, "$30.00"],
  [{ billedAgain: again("12.34") }, "$30.00, $17.66 after $12.34 was billed again"],
  [{ billedAgain: again("12.34", "7.66") }, "$30.00, $10.00 after $20.00 was billed again"],
  [{ billedAgain: again("12.34", "17.66"), isBilledAgain: true }, "$30.00, all of it billed again"],
  [{ isShared: true }, "in CN-7"],
  // The note's total is of other requests too, so nothing is subtracted from it.
  [{ isShared: true, billedAgain: again("12.34") }, "in CN-7, $12.34 of it billed again"],
])("says what a note with %j credits by now", (over, words) => {
  expect(stillCreditedInWords({ ...note, ...over })).toBe(words);
});
