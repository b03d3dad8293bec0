import { expect, it } from "vitest";
import { banknotes, restBeside, tendersOf } from "./tender-fields.tsx";

it("offers the exact cash and the next notes", () => {
  expect(banknotes(61_20)).toEqual([61_20, 65_00, 70_00, 80_00, 100_00]);
  expect(banknotes(20_00)).toEqual([20_00, 50_00, 100_00]);
  expect(banknotes(0)).toEqual([]);
});

it("fills the rest in beside another part, and beside cash that is less", () => {
  const transfer = {
    method: "etransfer",
    cents: 20_00,
    tenderedCents: null,
    reference: "",
  } as const;
  const totalCents = 81_23;
  expect(restBeside([], { totalCents, inHand: 0 })).toEqual({ rest: 81_23, keepsCash: false });
  expect(restBeside([transfer], { totalCents, inHand: 0 })).toEqual({
    ...{ rest: 61_23, keepsCash: false },
  });
  expect(restBeside([transfer], { totalCents, inHand: 40_00 })).toEqual({
    ...{ rest: 21_23, keepsCash: true },
  });
  // There is no such cash, or it pays for everything.
  for (const inHand of [40_01, 61_25, 100_00]) {
    expect(restBeside([transfer], { totalCents, inHand })).toMatchObject({ rest: 61_23 });
  }
  expect(tendersOf({ terminal: "41,23", cash: "40" }, totalCents)).toMatchObject([
    { method: "terminal", cents: 41_23 },
    { method: "cash", cents: 40_00, tenderedCents: 40_00 },
  ]);
});
