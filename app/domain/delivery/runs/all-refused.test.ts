import { expect, it } from "vitest";
import { isAllRefused } from "./all-refused.ts";

const line = (packedLb: string, refusedLb: string, keptLb = "0.00") => ({
  packedLb,
  refusedLb,
  keptLb,
});

it.each([
  ["all of each line was refused", [line("10.00", "10.00"), line("2.50", "2.50")], true],
  ["a line was not packed", [line("10.00", "10.00"), line("0.00", "0.00")], true],
  ["what was not refused was kept back by us", [line("10.00", "4.00", "6.00")], true],
  ["a line was refused in part", [line("10.00", "9.99")], false],
  ["another line was accepted", [line("10.00", "10.00"), line("2.50", "0.00")], false],
  ["we kept everything back", [line("10.00", "0.00", "10.00")], false],
  ["nothing was packed", [line("0.00", "0.00")], false],
  ["there are no lines", [], false],
])("says whether everything was refused if %s", (_, lines, isAll) => {
  expect(isAllRefused(lines)).toBe(isAll);
});
