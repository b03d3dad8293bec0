import { describe, expect, it } from "vitest";
import { nothingWithin } from "./plan.ts";
import {
  firstDayOf,
  nothingInWords,
  orderedInWords,
  orderedOfWeek,
  usualInWords,
  usualWeeksInWords,
} from "./plan-words.ts";

const friday = { overdueLb: 12_00, overdueFrom: "2027-11-26", overdueTo: "2027-11-26" };

describe("the ordered pounds of a cut", () => {
  it("are only pounds and pieces if nothing is late or on hold", () => {
    const cut = { dayLb: 67_00, dayPieces: 0, earlierLb: 0, within: nothingWithin };
    expect(orderedInWords(cut)).toBe("67 lb ordered");
    expect(orderedInWords({ ...cut, dayPieces: 3 })).toBe("67 lb ordered (3 pieces)");
    expect(orderedOfWeek(cut)).toBe("ordered");
  });

  it("name the parts that are overdue, without a day, for earlier orders or on hold", () => {
    const within = { ...nothingWithin, ...friday, daylessLb: 3_00, dayHeldLb: 5_50, heldLb: 9_00 };
    expect(orderedInWords({ dayLb: 67_00, dayPieces: 0, within })).toBe(
      "67 lb ordered (12 lb of it overdue from Fri, Nov 26, 2027; 3 lb of it without a day; 5.5 lb of it on hold)",
    );
    const several = { ...nothingWithin, ...friday, overdueTo: "2027-11-27" };
    expect(orderedInWords({ dayLb: 67_00, dayPieces: 2, within: several })).toBe(
      "67 lb ordered (2 pieces; 12 lb of it overdue since Fri, Nov 26, 2027)",
    );
    expect(orderedOfWeek({ earlierLb: 8_00, within: { ...nothingWithin, heldLb: 9_00 } })).toBe(
      "ordered (8 lb of it for earlier orders; 9 lb of it on hold)",
    );
  });
});

describe("a day without orders", () => {
  it("names the number of unpacked earlier orders, for which the plan begins today", () => {
    expect(nothingInWords(0)).not.toContain("earlier");
    expect(nothingInWords(1)).toMatch(/But 1 earlier order is not packed yet\.$/);
    expect(nothingInWords(12)).toMatch(/But 12 earlier orders are not packed yet\.$/);
    const today = "2026-11-28";
    expect(firstDayOf([], today)).toBeNull();
    expect(firstDayOf([{ day: "2026-12-03" }, { day: "2026-12-01" }], today)).toBe("2026-12-01");
    expect(firstDayOf([{ day: "2026-11-27" }, { day: "2026-12-01" }], today)).toBe(today);
    expect(firstDayOf([{ day: null }, { day: "2026-12-01" }], today)).toBe(today);
  });
});

it("shows the calculation of usual sales, week by week", () => {
  const cut = {
    soldByWeek: [40_00, 35_50, 0, 44_50],
    averageLb: 30_00,
    usualLb: 15_00,
    ofWeek: { orderedLb: 12_00, packedLb: 0, standingLb: 3_00 },
  };
  expect(usualInWords(cut)).toBe(
    "Usual sales: 40 + 35.5 + 0 + 44.5 lb ÷ 4 weeks = 30 lb a week − 12 lb ordered − 3 lb in standing orders for these 7 days = 15 lb",
  );
  expect(usualInWords({ ...cut, usualLb: 0 })).toBe("");
  expect(usualWeeksInWords("2026-11-28")).toBe("from Sat, Oct 31 to Fri, Nov 27");
});
