import { describe, expect, it } from "vitest";
import { feesInWords } from "./late-fees.ts";

const fee = (number: number, cents: number) => ({ number, cents });

describe("the delivery fee of a late order", () => {
  it.each([
    [
      "the same on the new day",
      [fee(7, 12_60)],
      [fee(7, 12_60)],
      "Its delivery fee of $12.60 stays.",
    ],
    [
      "different on the new day",
      [fee(7, 12_60)],
      [fee(7, 15_00)],
      "Its delivery fee is $15.00 then, not $12.60.",
    ],
    [
      "paid by another order of the stop then",
      [fee(7, 12_60), fee(6, 12_60)],
      [fee(6, 12_60)],
      "Its delivery fee of $12.60 is dropped.",
    ],
    ["newly charged", [], [fee(7, 12_60)], "A delivery fee of $12.60 is charged for it."],
    ["charged neither before nor after", [], [], "No delivery fee is charged for it."],
  ])("is put into words if it is %s", (_, before, after, words) => {
    expect(feesInWords({ number: 7, status: "pending" }, { before, after })).toEqual([words]);
  });

  it("stays on a packed order, and changed fees of other orders are named", () => {
    const before = [fee(7, 12_60), fee(9, 5_00)];
    const after = [fee(7, 12_60), fee(8, 12_60)];
    expect(feesInWords({ number: 7, status: "fulfilled" }, { before, after })).toEqual([
      "Its delivery fee of $12.60 stays, and no second one is charged.",
      "Order 8 pays the delivery fee of $12.60 then.",
      "Order 9 no longer pays the delivery fee of $5.00.",
    ]);
  });
});
