import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";

/** Decimal text from a scale, a label or typing, e.g. "1.235". */
export interface Reading {
  value: string;
  unit: WeightUnit;
}

/** Pounds with two decimals, and whole grams. */
export interface NetWeight {
  lb: string;
  g: number;
}

/** An exact pound (453.59237 g) and a gram, in units of 10^-8 g, for integer arithmetic. */
const unitsPerLb = 45_359_237_000n;
const unitsPerGram = 100_000_000n;

const readingPattern = /^(\d{1,6})(?:\.(\d{1,3}))?$/;

/**
 * Returns the net weight of a reading less `tareG` grams of packaging; null if nothing is left.
 * Pounds are rounded half up to 0.01, once; grams are exact for readings in kg, so that the printed
 * kg match the reading (trade rules, section 1).
 *
 * @throws RangeError unless the reading has one to six digits, and at most three decimals
 */
export function netWeight({ value, unit }: Reading, tareG = 0): NetWeight | null {
  const [, whole, fraction = ""] = readingPattern.exec(value) ?? [];
  if (whole === undefined) throw new RangeError(`Not a weight: ${value}`);
  const thousandths = BigInt(whole + fraction.padEnd(3, "0"));
  const perThousandth = unit === "kg" ? unitsPerGram : unitsPerLb / 1000n;
  const net = thousandths * perThousandth - BigInt(tareG) * unitsPerGram;
  if (net <= 0n) return null;
  return {
    lb: toPounds(hundredthsLb(Number(roundHalfUp(net * 100n, unitsPerLb)))),
    g: Number(roundHalfUp(net, unitsPerGram)),
  };
}

function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}
