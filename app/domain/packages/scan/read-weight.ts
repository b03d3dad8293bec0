import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import { limitOfErrorMg } from "../limits-of-error.ts";
import { RefusedScanError } from "./refused-scan.ts";

/** A weight as on its label: decimal text with all its decimals, e.g. "1.500", and its unit. */
export interface ReadWeight {
  value: string;
  unit: WeightUnit;
}

/** Inserts a decimal point before the last `decimals` digits: "01500" and 3 → "1.500". */
export function decimalText(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, "0");
  const whole = String(BigInt(padded.slice(0, padded.length - decimals)));
  return decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`;
}

/** Returns the weight of a label's digits. Refuses 0, which would silently add an empty line. */
export function weightFrom(digits: string, decimals: number, unit: ReadWeight["unit"]): ReadWeight {
  if (BigInt(digits) === 0n) {
    throw new RefusedScanError("wrong-value", `The label says 0 ${unit}. Weigh the package.`);
  }
  return { value: decimalText(digits, decimals), unit };
}

/** True if a weight in lb equals one in kg, within the latter's limit of error. */
export function isSameWeight(inKg: ReadWeight, inLb: ReadWeight): boolean {
  const [kgMg, lbMg] = [milligrams(inKg), milligrams(inLb)];
  const apart = kgMg > lbMg ? kgMg - lbMg : lbMg - kgMg;
  return apart <= limitOfErrorMg(kgMg);
}

/** Exact for kg with up to six decimals; lb count as exactly 453,592.37 mg, rounded half up. */
function milligrams({ value, unit }: ReadWeight): bigint {
  const [whole = "", fraction = ""] = value.split(".");
  const hundredthsOfMg = BigInt(whole + fraction) * (unit === "kg" ? 100_000_000n : 45_359_237n);
  const divisor = 100n * 10n ** BigInt(fraction.length);
  return (2n * hundredthsOfMg + divisor) / (2n * divisor);
}
