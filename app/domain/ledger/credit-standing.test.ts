import { describe, expect, it } from "vitest";
import { type CreditStanding, holdReasonsFor } from "./credit-standing.ts";

function standing(overrides: Partial<CreditStanding> = {}): CreditStanding {
  const nothing = { owedCents: 0, orderedCents: 0, overdueCents: 0 };
  return { isHeld: false, isPrepaid: false, limitCents: null, ...nothing, ...overrides };
}

describe("a hold", () => {
  it("needs a limit, whatever is owed", () => {
    expect(holdReasonsFor(standing({ owedCents: 99_999_999 }), 1)).toEqual([]);
  });

  it("is the amount over the limit, even a cent, of what is owed and ordered", () => {
    const known = standing({ limitCents: 500_00, owedCents: 200_00, orderedCents: 100_00 });
    expect(holdReasonsFor(known, 200_00)).toEqual([]);
    expect(holdReasonsFor(known, 200_01)).toEqual(["credit"]);
  });

  it("takes unused credit into account", () => {
    expect(holdReasonsFor(standing({ limitCents: 0, owedCents: -50_00 }), 50_00)).toEqual([]);
    expect(holdReasonsFor(standing({ limitCents: 0 }), 1)).toEqual(["credit"]);
  });

  it("has every reason: staff's decision first, then overdue debts", () => {
    const all = standing({ isHeld: true, overdueCents: 5_01, limitCents: 0 });
    expect(holdReasonsFor(all, 1)).toEqual(["manual", "overdue", "credit"]);
    expect(holdReasonsFor({ ...all, isHeld: false }, 1)).toEqual(["overdue", "credit"]);
  });

  it("ignores a small difference, which stays on the balance", () => {
    expect(holdReasonsFor(standing({ overdueCents: 5_00 }), 1)).toEqual([]);
    expect(holdReasonsFor(standing({ overdueCents: 5_01 }), 1)).toEqual(["overdue"]);
  });

  it("applies to prepaid orders that payments don't cover", () => {
    const prepaid = standing({ isPrepaid: true, owedCents: -300_00, orderedCents: 100_00 });
    expect(holdReasonsFor(prepaid, 200_00)).toEqual([]);
    expect(holdReasonsFor(prepaid, 200_01)).toEqual(["prepay"]);
  });
});
