import { describe, expect, it } from "vitest";
import { type CreditStanding, holdReasonFor, isOnHold } from "./hold.ts";

function standing(overrides: Partial<CreditStanding> = {}): CreditStanding {
  const nothing = { owedCents: 0, orderedCents: 0, overdueCents: 0 };
  return { isHeld: false, limitCents: null, ...nothing, ...overrides };
}

describe("what is held", () => {
  it("is nothing without a limit, whatever is owed", () => {
    expect(holdReasonFor(standing({ owedCents: 99_999_999 }), 1)).toBeNull();
  });

  it("is what exceeds the limit by a cent, with what is owed and ordered", () => {
    const known = standing({ limitCents: 500_00, owedCents: 200_00, orderedCents: 100_00 });
    expect(holdReasonFor(known, 200_00)).toBeNull();
    expect(holdReasonFor(known, 200_01)).toBe("credit");
  });

  it("is measured against credit that is left over", () => {
    expect(holdReasonFor(standing({ limitCents: 0, owedCents: -50_00 }), 50_00)).toBeNull();
    expect(holdReasonFor(standing({ limitCents: 0 }), 1)).toBe("credit");
  });

  it("says the decision of a person first, then what is overdue", () => {
    const all = standing({ isHeld: true, overdueCents: 5_01, limitCents: 0 });
    expect(holdReasonFor(all, 1)).toBe("manual");
    expect(holdReasonFor({ ...all, isHeld: false }, 1)).toBe("overdue");
  });

  it("is nothing because of a small difference, which is carried", () => {
    expect(holdReasonFor(standing({ overdueCents: 5_00 }), 1)).toBeNull();
    expect(holdReasonFor(standing({ overdueCents: 5_01 }), 1)).toBe("overdue");
  });

  it("is free once it is released", () => {
    expect(isOnHold({ holdReason: "credit", releasedAt: null })).toBe(true);
    expect(isOnHold({ holdReason: "credit", releasedAt: new Date() })).toBe(false);
    expect(isOnHold({ holdReason: null, releasedAt: null })).toBe(false);
  });
});
