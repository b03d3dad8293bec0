import { z } from "zod";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { weightUnits } from "#db/schema/values/meat/packages.ts";
import { type LabelPrice, labelPricesInWords, readLabelPrices } from "../labels/label-prices.ts";
import { usualStandIns } from "./parse-scan.ts";
import { defaultScanRules, type ScanRule, scanRulePresets } from "./scan-rules.ts";

export interface ScanSettings {
  /** Tried in this order. */
  rules: readonly ScanRule[];
  /** What scanners send for the separator FNC1, besides 0x1D. */
  standIns: readonly string[];
  gtinCompanyPrefix: string;
  /** The price per item on scale labels, from which a price label's weight follows. */
  labelPrices: readonly LabelPrice[];
}

export type ScanSettingsAnswer = FormAnswer;

export const scanSettingsFailed = "The scan settings could not be saved. Please try again.";

const maxOwnRules = 10;

/** The common layouts in words: I is the item, N the weight, P the price, C its check digit. */
export const presetWords: Record<keyof typeof scanRulePresets, string> = {
  kilograms: "Weight in kg: 21 IIIII NNNNN, three decimals",
  pounds: "Weight in lb: 28 IIIII NNNNN, two decimals",
  price: "Price: 20 IIIII PPPPP",
  upcPrice: "Price on a UPC-A label: 2 IIIII PPPPP",
  upcCheckedPrice: "Price with a check digit of its own on a UPC-A label: 2 IIIII C PPPP",
};

const digits = z.object({
  from: z.int().min(1, "From digit 2").max(11, "Up to digit 12"),
  length: z.int().min(1, "At least 1").max(7, "At most 7"),
});

const ruleShape = z.object({
  prefix: z.string().regex(/^(?:02|2)\d{0,4}$/, "Digits that begin with 2 or 02, for instance 22"),
  item: digits,
  value: digits.extend({ checked: z.boolean().optional() }),
  kind: z.enum(["weight", "price"]),
  unit: z.enum(weightUnits).optional(),
  decimals: z.int().min(0).max(5, "At most 5"),
});

/** A rule as stored. Positions count from 0 in 13 digits, the last of which is the check digit. */
const scanRule = ruleShape
  .superRefine(({ item, value, kind, unit, decimals }, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const end = ({ from, length }: { from: number; length: number }) => from + length;
    if (end(item) > 12) refuse(["item", "length"], "Digit 13 is the check digit");
    if (end(value) > 12) refuse(["value", "length"], "Digit 13 is the check digit");
    if (item.from < end(value) && value.from < end(item)) {
      refuse(["value", "from"], "Item and value share digits");
    }
    if (kind === "price" && decimals > 2) refuse(["decimals"], "A price has at most 2");
    if (kind === "weight" && !unit) refuse(["unit"], "Please choose");
    if (value.checked && value.length !== 4 && value.length !== 5) {
      refuse(["value", "checked"], "Only for 4 or 5 digits");
    }
  })
  .transform(({ unit = "kg", kind, decimals, ...layout }): ScanRule => {
    if (kind === "weight") return { ...layout, kind, decimals, unit };
    return { ...layout, kind, decimals: decimals === 0 ? 0 : decimals === 1 ? 1 : 2 };
  });

export const storedRules = z.array(scanRule).max(maxOwnRules + 5);

/** GS1's characters for lots and serial numbers (General Specifications, figure 7.11-1). */
const inLabels = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]$/;

/** What a scanner may send for FNC1; it must not be text that labels can contain. */
const standIn = z
  .string()
  .min(1)
  .max(5, "At most 5 characters each")
  .regex(/^\P{C}+$/u, "Please leave out invisible characters")
  .refine(
    (text) => (text.length === 1 ? !inLabels.test(text) : !/^[\w.-]+$/.test(text)),
    "A label may say this itself",
  );

export const storedStandIns = z.array(standIn).max(5, "At most 5");

const companyPrefix = z
  .string()
  .regex(/^(?:\d{6,11})?$/, "Please enter the 6 to 11 digits that GS1 Canada gave you");

/** Parses the submitted settings, or returns the answer with their errors by field. */
export function checkScanSettings(
  fields: Record<string, string>,
): { data: ScanSettings; refused?: never } | { data?: never; refused: ScanSettingsAnswer } {
  const errors: Record<string, string[]> = {};
  const rules: ScanRule[] = [];
  for (let row = 1; row <= maxOwnRules; row += 1) {
    if (!isFilled(fields, row)) continue;
    const parsed = scanRule.safeParse(ruleIn(fields, row));
    for (const { path, message } of parsed.error?.issues ?? []) {
      errors[`${fieldOf(path)}${row}`] = [message];
    }
    if (!parsed.success) continue;
    const hidden = rules.find(({ prefix }) => parsed.data.prefix.startsWith(prefix));
    if (hidden) errors[`prefix${row}`] = [`Codes with ${hidden.prefix} are read by a row above`];
    rules.push(parsed.data);
  }
  for (const name of presetNames) {
    if (!fields[name]) continue;
    const preset = scanRulePresets[name];
    if (rules.some(({ prefix }) => preset.prefix.startsWith(prefix))) {
      errors[name] = [`Codes with ${preset.prefix} are read by another rule`];
    }
    rules.push(preset);
  }
  const listed = (fields.standIns ?? "").split(/\s+/).filter(Boolean);
  const standIns = storedStandIns.safeParse(listed);
  if (standIns.error) errors.standIns = standIns.error.issues.map(({ message }) => message);
  const prefix = companyPrefix.safeParse((fields.gtinCompanyPrefix ?? "").replace(/[\s-]/g, ""));
  if (prefix.error) errors.gtinCompanyPrefix = prefix.error.issues.map(({ message }) => message);
  const { prices: labelPrices, mistake } = readLabelPrices(fields.labelPrices ?? "");
  if (mistake) errors.labelPrices = [mistake];
  if (
    Object.keys(errors).length > 0 ||
    !standIns.data ||
    prefix.data === undefined ||
    !labelPrices
  ) {
    return { refused: { message: invalidMessage, errors, values: fields } };
  }
  return {
    data: { rules, standIns: standIns.data, gtinCompanyPrefix: prefix.data, labelPrices },
  };
}

const presetNames = Object.keys(scanRulePresets) as (keyof typeof scanRulePresets)[];

const rowFields = ["prefix", "itemFrom", "itemLength", "valueFrom", "valueLength", "decimals"];

function isFilled(fields: Record<string, string>, row: number): boolean {
  return rowFields.some((name) => fields[`${name}${row}`]?.trim());
}

/** Parses a row of the form, where digits count from 1. */
function ruleIn(fields: Record<string, string>, row: number) {
  const text = (name: string) => fields[`${name}${row}`]?.trim() ?? "";
  const number = (name: string) => (/^\d{1,2}$/.test(text(name)) ? Number(text(name)) : Number.NaN);
  const unit = text("kind");
  return {
    prefix: text("prefix"),
    item: { from: number("itemFrom") - 1, length: number("itemLength") },
    value: {
      from: number("valueFrom") - 1,
      length: number("valueLength"),
      ...(text("checked") && { checked: true }),
    },
    decimals: number("decimals"),
    ...(unit === "price" ? { kind: "price" } : { kind: "weight", unit }),
  };
}

/** Returns the field that a rule's error belongs to: ["item", "from"] → "itemFrom". */
function fieldOf(path: PropertyKey[]): string {
  const [first = "", second] = path.map(String);
  if (first === "unit" || first === "kind") return "kind";
  if (second === "checked") return "checked";
  return second ? `${first}${second.charAt(0).toUpperCase()}${second.slice(1)}` : first;
}

/** Returns the form's values for stored settings. */
export function scanSettingsValues(settings: ScanSettings): Record<string, string> {
  const values: Record<string, string> = {
    standIns: settings.standIns.join(" "),
    gtinCompanyPrefix: settings.gtinCompanyPrefix,
    labelPrices: labelPricesInWords(settings.labelPrices),
  };
  let row = 1;
  for (const rule of settings.rules) {
    const preset = presetNames.find((name) => isSameRule(scanRulePresets[name], rule));
    if (preset) {
      values[preset] = "on";
      continue;
    }
    const { prefix, item, value, decimals } = rule;
    const filled = {
      prefix,
      itemFrom: item.from + 1,
      itemLength: item.length,
      valueFrom: value.from + 1,
      valueLength: value.length,
      decimals,
      kind: rule.kind === "price" ? "price" : rule.unit,
      checked: value.checked ? "on" : "",
    };
    for (const [name, entered] of Object.entries(filled)) values[`${name}${row}`] = String(entered);
    row += 1;
  }
  return values;
}

/** Returns the number of rows in the form: two empty ones after the last filled one. */
export function ruleRows(values: Record<string, string>): number {
  let last = 0;
  for (let row = 1; row <= maxOwnRules; row += 1) if (isFilled(values, row)) last = row;
  return Math.min(last + 2, maxOwnRules);
}

function isSameRule(one: ScanRule, other: ScanRule): boolean {
  return ruleInWords(one) === ruleInWords(other);
}

/** Formats a rule in one line for the log: "21: item 3–7, weight 8–12 in kg, 3 decimals". */
export function ruleInWords(rule: ScanRule): string {
  const span = ({ from, length }: { from: number; length: number }) =>
    length === 1 ? `${from + 1}` : `${from + 1}–${from + length}`;
  const { prefix, item, value, decimals } = rule;
  const what = rule.kind === "price" ? "price" : "weight";
  const checked = value.checked ? " with a check digit before it" : "";
  const unit = rule.kind === "weight" ? ` in ${rule.unit}` : "";
  return `${prefix}: item ${span(item)}, ${what} ${span(value)}${unit}${checked}, ${decimals} decimals`;
}

export const usualScanSettings: ScanSettings = {
  rules: defaultScanRules,
  standIns: usualStandIns,
  gtinCompanyPrefix: "",
  labelPrices: [],
};
