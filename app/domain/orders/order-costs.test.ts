import { describe, expect, it } from "vitest";
import { codeOfMost, orderCosts, type StoredLine, storedCosts } from "./order-costs.ts";

// Test vectors of the order's cost rules.

const line = (own: Partial<StoredLine>): StoredLine => ({
  subtotal: "10.00",
  promisedAmount: "11.00",
  finalAmount: "0.00",
  taxCode: "Z",
  packState: "open",
  overDecision: null,
  substitutesItemId: null,
  ...own,
});

describe("the costs of an order", () => {
  it("include the tax of a fee on zero-rated goods", () => {
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

  it("include tax in a line's maximum", () => {
    expect(orderCosts([{ cents: 181_82, mostCents: 200_00, taxCode: "G" }]).mostCents).toBe(210_00);
  });

  it("round the tax of each code's sum half up, not of each line", () => {
    const taxed = { cents: 10, mostCents: 10, taxCode: "G" };
    expect(orderCosts([taxed]).estimateCents).toBe(11);
    expect(orderCosts([taxed, taxed, taxed]).estimateCents).toBe(32);
  });

  it("cover a replaced line as ordered, without its substitute", () => {
    const items = [line({ packState: "substituted" }), line({ substitutesItemId: "that" })];
    const charges = [{ amount: "5.00", taxCode: "GP" }];
    expect(storedCosts({ items, charges })).toMatchObject({
      estimateCents: 15_60,
      mostCents: 16_60,
    });
  });

  it("have as their maximum what was packed of a replaced line, and an excess that the client agreed to", () => {
    const most = (one: Partial<StoredLine>) =>
      storedCosts({ items: [line(one)], charges: [] }).mostCents;
    expect(most({ packState: "substituted", finalAmount: "4.00" })).toBe(4_00);
    expect(most({ packState: "dropped" })).toBe(0);
    expect(most({ packState: "short", finalAmount: "4.00" })).toBe(11_00);
    const over = { packState: "packed", finalAmount: "12.00" } as const;
    expect(most({ ...over, overDecision: "customer_agreed" })).toBe(12_00);
    expect(most({ ...over, overDecision: "bill_promise" })).toBe(11_00);
  });

  it("tax a fee like the largest part of the goods", () => {
    const lines = [
      { cents: 5_00, taxCode: "G" as const },
      { cents: 3_00, taxCode: "Z" as const },
      { cents: 3_00, taxCode: "Z" as const },
    ];
    expect(codeOfMost(lines)).toBe("Z");
    expect(codeOfMost([])).toBe("Z");
  });
});
