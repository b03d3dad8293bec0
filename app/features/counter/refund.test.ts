import { expect, it } from "vitest";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { creditedCents } from "./refund.ts";

it("says what is handed out: the lines with their taxes, in cash on five cents", () => {
  const lines = [
    { taxCode: "Z", leftAmount: "4.14" },
    { taxCode: "GP", leftAmount: "10.00" },
  ];
  expect(creditedCents(lines)).toBe(15_34);
  expect(askedAtTill(creditedCents(lines.slice(0, 1)), "cash")).toBe(4_15);
  expect(creditedCents([])).toBe(0);
});
