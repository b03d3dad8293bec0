import { expect, it } from "vitest";
import { dueOn, type PaymentTerms, termsInWords } from "./due-date.ts";

it.each([
  ["2027-02-10", "end_of_month", 0, "2027-02-28", "end of the month"],
  ["2027-02-10", "end_of_month", 15, "2027-03-15", "end of the month and 15 days"],
  ["2028-02-10", "end_of_month", 0, "2028-02-29", "end of the month"],
  ["2027-01-31", "net", 30, "2027-03-02", "net 30 days"],
  ["2027-12-31", "end_of_month", 30, "2028-01-30", "end of the month and 30 days"],
  ["2027-01-31", "net", 0, "2027-01-31", "due on receipt"],
  ["2027-01-31", "net", 1, "2027-02-01", "net 1 day"],
  ["2027-01-31", "prepay", 30, "2027-01-31", "paid in advance"],
  ["2027-01-31", "on_delivery", 30, "2027-01-31", "due on delivery"],
  ["2027-01-31", "day_of_next_month", 15, "2027-02-15", "day 15 of the next month"],
  ["2027-01-01", "day_of_next_month", 31, "2027-02-28", "day 31 of the next month"],
  ["2027-12-31", "day_of_next_month", 31, "2028-01-31", "day 31 of the next month"],
] as const)("an invoice of %s with %s %d is due on %s: %s", (issuedOn, kind, days, due, words) => {
  const terms: PaymentTerms = { kind, days };
  expect(dueOn(issuedOn, terms)).toBe(due);
  expect(termsInWords(terms)).toBe(words);
  expect(termsInWords({ ...terms, isPaid: false })).not.toContain("paid in advance");
});
