import { describe, expect, expectTypeOf, test } from "vitest";
import type { lineTotalCents } from "./line-totals.ts";
import { formatCents, toCents, type toDollars } from "./money.ts";
import { type Cents, decimalOf, type HundredthsLb, hundredthsIn } from "./units.ts";
import {
  hundredthsLb,
  lbLess,
  type poundsOfPieces,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "./weight.ts";

describe("units", () => {
  test("weights and amounts aren't interchangeable", () => {
    expectTypeOf<HundredthsLb>().not.toExtend<Cents>();
    expectTypeOf<Cents>().not.toExtend<HundredthsLb>();
    expectTypeOf(toHundredthsLb).returns.not.toExtend<Parameters<typeof formatCents>[0]>();
    expectTypeOf(toHundredthsLb).returns.not.toExtend<Parameters<typeof toDollars>[0]>();
    expectTypeOf(toCents).returns.not.toExtend<Parameters<typeof toPounds>[0]>();
    expectTypeOf<[HundredthsLb, Cents]>().not.toExtend<Parameters<typeof lineTotalCents>>();
    expectTypeOf<[Cents, HundredthsLb]>().toExtend<Parameters<typeof lineTotalCents>>();
  });

  test("stored pounds and dollars aren't accepted as either", () => {
    expectTypeOf<ReturnType<typeof poundsOfPieces>>().not.toExtend<HundredthsLb>();
    expectTypeOf<ReturnType<typeof poundsOfPieces>>().not.toExtend<Cents>();
    expectTypeOf<ReturnType<typeof toPounds>>().not.toExtend<Parameters<typeof toPounds>[0]>();
    expectTypeOf<ReturnType<typeof toDollars>>().not.toExtend<Parameters<typeof formatCents>[0]>();
    // @ts-expect-error Hundredths of a pound are no money.
    expect(formatCents(toHundredthsLb("12.50"))).toBe("$12.50");
    // @ts-expect-error A number of pounds is no weight until it is read as one.
    expect(toPounds(12)).toBe("0.12");
  });

  test("a plain number is not a weight, but a sum of cents is an amount", () => {
    expectTypeOf<number>().not.toExtend<HundredthsLb>();
    expectTypeOf<number>().toExtend<Cents>();
    expect(formatCents(toCents("1.10") + toCents("2.20"))).toBe("$3.30");
  });
});

test("decimals are converted to hundredths and back", () => {
  expect(hundredthsIn("-0.5")).toBe(-50);
  expect(decimalOf(-5)).toBe("-0.05");
  expect(() => hundredthsIn("1.005")).toThrow(RangeError);
});

test("weights are added and subtracted in hundredths", () => {
  expect(toPounds(sumLb(["0.10", "0.20", 0.3]))).toBe("0.60");
  expect(lbLess("1.10", "1.20")).toBe(-10);
  expect(toPounds(hundredthsLb(303))).toBe("3.03");
});
