import { describe, expect, it } from "vitest";
import { addMargins, earnedCents, type Margin, marginInWords, marginNotes } from "./margins.ts";

const margin = (over: Partial<Margin> = {}): Margin => ({
  amountCents: 100_00,
  costCents: 60_00,
  lines: 1,
  leftOutCents: 0,
  leftOutLb: 0,
  correctedAt: null,
  ...over,
});
const unknown = margin({
  amountCents: 0,
  costCents: 0,
  lines: 0,
  leftOutCents: 90_00,
  leftOutLb: 7_50,
});

describe("a margin", () => {
  it("is the billed amount less the cost, with its percentage", () => {
    expect(marginInWords(margin())).toBe("$40.00, 40.0%");
    expect(marginInWords(margin({ costCents: 133_33 }))).toBe("-$33.33, -33.3%");
    expect(marginInWords(margin({ amountCents: 0 }))).toBe("-$60.00");
    expect(marginInWords(margin({ amountCents: -20_00, costCents: 0 }))).toBe("-$20.00");
  });

  it("is not known, rather than 0, if no cost is known, and notes the pounds left out", () => {
    expect(earnedCents(unknown)).toBeNull();
    expect(marginInWords(unknown)).toBe("Not known");
    expect(marginNotes(unknown)).toEqual(["Leaves out 7.5 lb ($90.00) of unknown cost"]);
    expect(marginInWords(addMargins([]))).toBe("Not known");
    expect(marginNotes(margin())).toEqual([]);
  });

  it("is summed over known costs, with the pounds of unknown cost beside it", () => {
    const [early, late] = [new Date("2026-11-01T20:00:00Z"), new Date("2026-11-27T20:00:00Z")];
    const sum = addMargins([
      margin({ correctedAt: late }),
      unknown,
      margin({ correctedAt: early }),
    ]);
    expect(sum).toMatchObject({ amountCents: 200_00, costCents: 120_00, leftOutLb: 7_50 });
    expect(marginInWords(sum)).toBe("$80.00, 40.0%");
    expect(marginNotes(sum)).toContain("As corrected on Nov 27, 2026");
  });
});
