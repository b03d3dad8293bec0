import { describe, expect, it } from "vitest";
import { type CreditStanding, holdReasonsFor } from "./credit-standing.ts";

function standing(overrides: Partial<CreditStanding> = {}): CreditStanding {
  const nothing = { owedCents: 0, orderedCents: 0, overdueCents: 0 };
  return { isHeld: false, isPrepaid: false, limitCents: null, ...nothing, ...overrides };
}

describe("a hold on a new order", () => {
  it("isn't set for a debt that isn't due if there is no credit limit", () => {
    expect(holdReasonsFor(standing({ owedCents: 99_999_999 }), 1)).toEqual([]);
  });

  it("is set if what is owed and ordered exceeds the limit, even by a cent", () => {
    const known = standing({ limitCents: 500_00, owedCents: 200_00, orderedCents: 100_00 });
    expect(holdReasonsFor(known, 200_00)).toEqual([]);
    expect(holdReasonsFor(known, 200_01)).toEqual(["credit"]);
  });

  it("takes unused credit into account", () => {
    expect(holdReasonsFor(standing({ limitCents: 0, owedCents: -50_00 }), 50_00)).toEqual([]);
    expect(holdReasonsFor(standing({ limitCents: 0 }), 1)).toEqual(["credit"]);
  });

  it("has every reason that applies: staff's decision first, then overdue debts", () => {
    const all = standing({ isHeld: true, overdueCents: 5_01, limitCents: 0 });
    expect(holdReasonsFor(all, 1)).toEqual(["manual", "overdue", "credit"]);
    expect(holdReasonsFor({ ...all, isHeld: false }, 1)).toEqual(["overdue", "credit"]);
  });

  it("isn't set for a small overdue difference", () => {
    expect(holdReasonsFor(standing({ overdueCents: 5_00 }), 1)).toEqual([]);
    expect(holdReasonsFor(standing({ overdueCents: 5_01 }), 1)).toEqual(["overdue"]);
  });

  it("is set for a prepaid order that payments don't cover", () => {
    const prepaid = standing({ isPrepaid: true, owedCents: -300_00, orderedCents: 100_00 });
    expect(holdReasonsFor(prepaid, 200_00)).toEqual([]);
    expect(holdReasonsFor(prepaid, 200_01)).toEqual(["prepay"]);
  });
});
