import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  filledBack,
  judgeRefund,
  paidLeft,
  partsInWords,
  proposedBack,
  type RefundPart,
} from "./refund-ways.ts";
import type { BySum } from "./till.ts";

const left = (more: Partial<BySum>): BySum => ({
  cash: 0,
  terminal: 0,
  etransfer: 0,
  cheque: 0,
  ...more,
});
const card = (cents: number): RefundPart => ({ method: "terminal", cents });
const cash = (cents: number): RefundPart => ({ method: "cash", cents });

// $123.96, of which the card took $50.00 and the drawer $73.95.
const paid = left({ terminal: 50_00, cash: 73_95 });

describe("the proposed refund", () => {
  it("goes to the card up to its part, then in cash rounded to five cents", () => {
    expect(proposedBack(123_96, paid)).toEqual([card(50_00), cash(73_95)]);
    expect(proposedBack(20_01, paid)).toEqual([card(20_01)]);
    expect(proposedBack(53_33, paid)).toEqual([card(50_00), cash(3_35)]);
  });

  it("leaves out what was refunded already, and never uses other methods", () => {
    expect(proposedBack(60_00, left({ terminal: 10_00, cash: 73_95 }))).toEqual([
      ...[card(10_00), cash(50_00)],
    ]);
    expect(proposedBack(24_99, left({ cash: 25_00 }))).toEqual([cash(25_00)]);
    expect(proposedBack(50_00, left({ cheque: 50_00 }))).toEqual([]);
  });

  it("is never more than was paid, even after several refunds that were rounded up", () => {
    // $9.99 was paid with $10.00, and $3.33 went back twice, as $3.35.
    expect(proposedBack(3_33, left({ cash: 3_30 }))).toEqual([cash(3_30)]);
    expect(judgeRefund(3_33, [cash(3_30)], left({ cash: 3_30 }))).toMatchObject({
      accepted: [{ cents: 3_30, roundingCents: 3 }],
      unusual: [],
    });
  });
});

describe("the remaining ways of a refund, while amounts are typed", () => {
  const ways = ["terminal", "cash"] as const;
  const filled = (credited: number, typed: Partial<Record<"terminal" | "cash", number>>) =>
    filledBack(credited, paid, { typed, ways });

  it("are as proposed until an amount is typed", () => {
    for (const credited of [123_96, 20_01, 53_33]) {
      expect(filled(credited, {})).toEqual(proposedBack(credited, paid));
    }
  });

  it("get the sum less the amount typed for the card, or in cash", () => {
    expect(filled(53_33, { terminal: 10_00 })).toEqual([card(10_00), cash(43_35)]);
    expect(filled(53_33, { terminal: 0 })).toEqual([cash(53_35)]);
    expect(filled(53_33, { cash: 10_00 })).toEqual([card(43_33), cash(10_00)]);
    expect(filled(53_33, { cash: 0 })).toEqual([card(50_00)]);
  });

  it("get nothing if the cash covers the whole sum, rounded", () => {
    expect(filled(16_52, { cash: 16_50 })).toEqual([cash(16_50)]);
    expect(filled(16_53, { cash: 16_55 })).toEqual([cash(16_55)]);
  });

  it("leave a typed amount unchanged when the sum changes, so what is missing or too much is reported", () => {
    const judged = (credited: number, typed: { cash: number }) =>
      judgeRefund(credited, filled(credited, typed), paid).problem;
    expect(filled(80_00, { cash: 10_00 })).toEqual([card(50_00), cash(10_00)]);
    expect(judged(80_00, { cash: 10_00 })).toBe(
      "In cash it comes to $30.00: $20.00 is missing. Check the amount.",
    );
    expect(judged(5_00, { cash: 10_00 })).toBe(
      "In cash it comes to $5.00: $5.00 is too much. Check the amount.",
    );
  });
});

describe("the typed refunds", () => {
  it("need confirmation if less was paid by a method, or nothing", () => {
    expect(judgeRefund(123_96, [cash(123_95)], paid)).toMatchObject({
      unusual: ["Only $73.95 is left of what was paid in cash."],
    });
    expect(judgeRefund(10_00, [{ method: "etransfer", cents: 10_00 }], paid)).toMatchObject({
      unusual: ["Nothing is left of what was paid by e-transfer."],
    });
  });

  it.each([
    [123_96, [card(123_96)], "$123.95 is to be given back. This is more. Check the amounts."],
    [123_96, [card(123_95)], "Only $50.00 of what was paid by card can go back to it."],
    [123_96, [card(50_00)], "$73.95 is still to be given back."],
    [
      123_96,
      [card(50_00), cash(73_90)],
      "In cash it comes to $73.95: $0.05 is missing. Check the amount.",
    ],
    [2, [cash(5)], "$0.02 can’t be given in cash."],
    [50_00, [card(0)], "Each amount has to be more than $0.00."],
  ])("of %i as %j is refused", (credited, parts, why) => {
    expect(judgeRefund(credited, parts, paid).problem).toBe(why);
  });

  it("are refused once everything was refunded by whatever method", () => {
    expect(judgeRefund(1_00, [cash(1_00)], left({ cash: 10_00, terminal: -10_00 })).problem).toBe(
      "All that was paid was given back already.",
    );
  });
});

it("judgeRefund accepts each proposal without confirmation, and proposals never exceed what was paid", () => {
  const amount = fc.integer({ min: 0, max: 200_00 });
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.array(amount, { minLength: 1, maxLength: 9 }),
      (...all) => {
        const [terminal, etransfer, coins, credits] = all;
        let rest = left({ terminal, etransfer, cash: Math.floor(coins / 5) * 5 });
        for (const credited of credits) {
          const parts = proposedBack(credited, rest);
          if (parts.length === 0) continue;
          expect(judgeRefund(credited, parts, rest)).toMatchObject({ unusual: [] });
          for (const { method, cents } of parts) {
            rest = { ...rest, [method]: rest[method] - cents };
          }
          expect(paidLeft(rest)).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});

it("partsInWords formats the parts as a sentence", () => {
  expect(partsInWords([card(50_00), cash(73_95)])).toBe(
    "$50.00 by card terminal and $73.95 in cash",
  );
});
