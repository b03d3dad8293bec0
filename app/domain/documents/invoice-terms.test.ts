import { expect, it } from "vitest";
import { formatFullDay } from "#app/lib/dates.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { invoiceTerms } from "./invoice-terms.ts";

it.each([
  ["midday", "2026-10-15T19:00:00Z", "Nov 14, 2026"],
  ["late evening, a day later in UTC", "2026-10-16T06:59:00Z", "Nov 14, 2026"],
  ["over the change to daylight time", "2026-02-20T07:30:00Z", "Mar 21, 2026"],
  ["over November 1, when clocks no longer change back", "2026-10-20T06:30:00Z", "Nov 18, 2026"],
  ["half past midnight in winter, still on daylight time", "2026-12-15T07:30:00Z", "Jan 14, 2027"],
  ["over a new year", "2026-12-31T20:00:00Z", "Jan 30, 2027"],
  ["over a leap day", "2028-02-10T20:00:00Z", "Mar 11, 2028"],
])("invoiceTerms counts the days to the due day in Pacific time: %s", (_, issuedAt, due) => {
  expect(formatFullDay(invoiceTerms(sampleShop())(new Date(issuedAt)).dueOn)).toBe(due);
});
