import { expect, it } from "vitest";
import { askedAndGranted, grantedInWords, statusInWords, stillCreditedInWords } from "./credit.ts";

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
  // The note also covers other requests, so nothing is subtracted from its total.
  [{ isShared: true, billedAgain: again("12.34") }, "in CN-7, $12.34 of it billed again"],
])("says how much a note with %j still credits", (over, words) => {
  expect(stillCreditedInWords({ ...note, ...over })).toBe(words);
});

const nothing = { lb: null, amount: null };
it.each([
  [{ lb: "1.50", amount: null, granted: { lb: "1.00", amount: null } }, "1 lb credited", true],
  [{ lb: "1.50", amount: null, granted: { lb: "1.50", amount: null } }, "1.5 lb credited", false],
  [{ lb: "2.00", amount: null, granted: nothing }, "declined", true],
  [{ lb: null, amount: "15.00", granted: { lb: null, amount: "15.00" } }, "$15.00 credited", false],
  // Pounds and dollars don't compare.
  [{ lb: "2.00", amount: null, granted: { lb: null, amount: "9.00" } }, "$9.00 credited", false],
  [{ lb: "2.00", amount: null, granted: null }, "", false],
])("says what was granted for a line: %j", (line, words, isPart) => {
  expect(grantedInWords(line)).toBe(words);
  const decided = { status: "approved" as const, decisionNote: "", lines: [line] };
  expect(statusInWords(decided)).toBe(isPart ? "Credited in part" : "Credited");
});

it("says in an email what was requested and what was granted", () => {
  const line = { lb: "1.50", amount: null, granted: { lb: "1.00", amount: null } };
  expect(askedAndGranted(line)).toBe("1.5 lb asked for, 1 lb credited");
  expect(askedAndGranted({ ...line, granted: nothing })).toBe("1.5 lb asked for, declined");
});
