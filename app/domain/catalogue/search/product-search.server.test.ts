import { describe, expect, it } from "vitest";
import { oneSlipAway } from "./product-search.server.ts";

describe("oneSlipAway", () => {
  it.each([
    ["missing", "brsket", "brisket"],
    ["missing at the end", "briske", "brisket"],
    ["too many", "brisskett".slice(0, 8), "brisket"],
    ["too many at the end", "ribb", "rib"],
    ["another one", "bresket", "brisket"],
    ["another one at the start", "vrisket", "brisket"],
    ["neighbours swapped", "brisekt", "brisket"],
    ["neighbours swapped at the end", "briskte", "brisket"],
    ["neighbours swapped, of a longer word", "tenderlio", "tenderloin"],
    ["halfway through the word", "tedner", "tenderloin"],
  ])("%s: accepts %s for %s", (_, typed, word) => {
    expect(oneSlipAway(typed, word)).toBe(true);
  });

  it.each([
    ["brsikte", "brisket"],
    ["bisketx", "brisket"],
    ["chicken", "brisket"],
    ["brisketing", "brisket"],
    ["zzzz", "brisket"],
  ])("refuses %s for %s", (typed, word) => {
    expect(oneSlipAway(typed, word)).toBe(false);
  });
});
