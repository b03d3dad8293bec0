import { hasInnerCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { decimalText, type ReadWeight, weightFrom } from "./read-weight.ts";
import { RefusedScanError } from "./refused-scan.ts";

/**
 * The meaning of an in-store code's digits, which each shop sets on its scale. Positions count from
 * 0 in 13 digits; a UPC-A code is padded to 13 digits with a leading 0.
 */
export type ScanRule = {
  /** The code's leading digits; the first matching rule applies. */
  prefix: string;
  item: Digits;
  value: Digits & {
    /** True if the digit before the value is its check digit; only for four or five digits. */
    checked?: boolean;
  };
} & (
  | { kind: "weight"; decimals: number; unit: ReadWeight["unit"] }
  | { kind: "price"; decimals: 0 | 1 | 2 }
);

interface Digits {
  from: number;
  length: number;
}

const item: Digits = { from: 2, length: 5 };
const value: Digits = { from: 7, length: 5 };

export const scanRulePresets = {
  /** 21 IIIII NNDDD K */
  kilograms: { prefix: "21", item, value, kind: "weight", decimals: 3, unit: "kg" },
  /** 28 IIIII NNNDD K */
  pounds: { prefix: "28", item, value, kind: "weight", decimals: 2, unit: "lb" },
  /** 20 IIIII NNNDD K */
  price: { prefix: "20", item, value, kind: "price", decimals: 2 },
  /** UPC-A, number system 2: 2 IIIII PPPPP K */
  upcPrice: { prefix: "02", item, value, kind: "price", decimals: 2 },
  /** UPC-A, number system 2, with a check digit of the price: 2 IIIII C PPPP K */
  upcCheckedPrice: {
    prefix: "02",
    item,
    value: { from: 8, length: 4, checked: true },
    kind: "price",
    decimals: 2,
  },
} as const satisfies Record<string, ScanRule>;

export const defaultScanRules: readonly ScanRule[] = [
  scanRulePresets.kilograms,
  scanRulePresets.pounds,
  scanRulePresets.price,
  scanRulePresets.upcPrice,
];

export interface InStoreReading {
  itemNumber: number;
  weight?: ReadWeight;
  /** The price of the whole package; undefined if the label leaves it at 0. */
  priceCents?: number;
  rule: ScanRule;
}

/** Parses an in-store code of 13 digits with a valid check digit. @throws RefusedScanError */
export function readInStoreCode(code: string, rules: readonly ScanRule[]): InStoreReading {
  const rule = rules.find(({ prefix }) => code.startsWith(prefix));
  if (!rule) {
    throw new RefusedScanError(
      "no-rule",
      `No scale's labels are set up for codes that start with ${code.slice(0, 2)}. Choose the product and type the weight.`,
    );
  }
  const itemNumber = Number(digitsAt(code, rule.item));
  if (itemNumber === 0) {
    throw new RefusedScanError(
      "wrong-value",
      "The label has no item number. Choose the product and type the weight.",
    );
  }
  const digits = digitsAt(code, rule.value);
  if (rule.value.checked && !hasInnerCheckDigit(digits, code.charAt(rule.value.from - 1))) {
    throw new RefusedScanError(
      "wrong-check-digit",
      `The check digit of the ${rule.kind} is wrong. Scan it again, or type the weight.`,
    );
  }
  if (rule.kind === "weight") {
    return { itemNumber, weight: weightFrom(digits, rule.decimals, rule.unit), rule };
  }
  const priceCents = toCents(decimalText(digits, rule.decimals));
  return { itemNumber, ...(priceCents > 0 && { priceCents }), rule };
}

function digitsAt(code: string, { from, length }: Digits): string {
  return code.slice(from, from + length);
}
