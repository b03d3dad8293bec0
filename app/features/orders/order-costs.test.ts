import { describe, expect, it } from "vitest";
import { codeOfMost, orderCosts, storedCosts } from "./order-costs.ts";

// The vectors of trade rules, section 13.

describe("what an order costs", () => {
  it("has the tax of a fee on zero-rated goods", () => {
    expect(
      orderCosts([
        { cents: 115_72, mostCents: 127_29, taxCode: "Z" },
        { cents: 12_00, mostCents: 12_00, taxCode: "G" },
      ]),
    ).toEqual({
      taxes: [{ label: "GST 5%", cents: 60 }],
      estimateCents: 128_32,
      mostCents: 139_89,
    });
  });

  it("has the tax of a line at its most", () => {
    expect(orderCosts([{ cents: 181_82, mostCents: 200_00, taxCode: "G" }]).mostCents).toBe(210_00);
  });

  it("taxes the sum of a code, half up, not each of its lines", () => {
    const line = { cents: 10, mostCents: 10, taxCode: "G" };
    expect(orderCosts([line]).estimateCents).toBe(11);
    expect(orderCosts([line, line, line]).estimateCents).toBe(32);
  });

  it("is of what was ordered, whatever replaces it", () => {
    const line = { subtotal: "10.00", promisedAmount: "11.00", taxCode: "Z" };
    const items = [
      { ...line, substitutesItemId: null },
      { ...line, substitutesItemId: "that" },
    ];
    const charges = [{ amount: "5.00", taxCode: "GP" }];
    expect(storedCosts({ items, charges })).toMatchObject({
      estimateCents: 15_60,
      mostCents: 16_60,
    });
  });

  it("taxes a fee as most of the goods", () => {
    const lines = [
      { cents: 5_00, taxCode: "G" as const },
      { cents: 3_00, taxCode: "Z" as const },
      { cents: 3_00, taxCode: "Z" as const },
    ];
    expect(codeOfMost(lines)).toBe("Z");
    expect(codeOfMost([])).toBe("Z");
  });
});
