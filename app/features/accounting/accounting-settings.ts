import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { type TaxCode, taxCodes } from "#db/schema/values/products.ts";

/** The accounting programs' names for what the shop sells. */
export interface AccountingSettings {
  dateFormat: DateFormat;
  /** QuickBooks item for goods; empty for one item per product, by its name. */
  goodsItem: string;
  /** QuickBooks item for delivery fees and other charges. */
  feeItem: string;
  goodsAccount: string;
  feeAccount: string;
  /** Names of the tax codes in each program, in its exact spelling. */
  quickbooksTaxes: TaxNames;
  xeroTaxes: TaxNames;
}

type DateFormat = (typeof dateFormats)[number];

type TaxNames = Record<TaxCode, string>;

/** The formats that both programs offer. */
export const dateFormats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY"] as const;

/** The names that new Canadian companies have in both programs. */
export const usualSettings: AccountingSettings = {
  dateFormat: "YYYY-MM-DD",
  goodsItem: "",
  feeItem: "Delivery",
  goodsAccount: "200",
  feeAccount: "200",
  quickbooksTaxes: { Z: "Zero-rated", E: "Exempt", G: "GST", GP: "GST/PST BC" },
  xeroTaxes: {
    Z: "Zero Rated",
    E: "Tax Exempt",
    G: "GST on Income",
    GP: "GST/PST on Income",
  },
};

const maxName = 100;

const name = z
  .string()
  .trim()
  .min(1, "Please enter a name")
  .max(maxName, atMostCharacters(maxName));
const account = z
  .string()
  .trim()
  .regex(/^[\w.-]{1,20}$/, "Please enter the account's code, for instance 200");

const settingsForm = z.object({
  dateFormat: z.enum(dateFormats, "Please choose a date format"),
  goodsItem: z.string().trim().max(maxName, atMostCharacters(maxName)),
  feeItem: name,
  goodsAccount: account,
  feeAccount: account,
  ...Object.fromEntries(taxFields().map((field) => [field, name])),
});

/** Form fields of tax names: "quickbooks.Z", "xero.GP". */
export type TaxField = `${"quickbooks" | "xero"}.${keyof TaxNames}`;

type SettingsField = Exclude<keyof AccountingSettings, `${string}Taxes`> | TaxField;

export type AccountingSettingsAnswer = FormAnswer<SettingsField>;

/** Returns the form field names of tax names, in the order of the codes. */
export function taxFields(): TaxField[] {
  const codes = taxCodes;
  return (["quickbooks", "xero"] as const).flatMap((program) =>
    codes.map((code): TaxField => `${program}.${code}`),
  );
}

/** Returns the settings as form fields. */
export function settingsFields(settings: AccountingSettings): Record<SettingsField, string> {
  const { quickbooksTaxes, xeroTaxes, ...texts } = settings;
  const taxes = Object.entries({ quickbooks: quickbooksTaxes, xero: xeroTaxes }).flatMap(
    ([program, names]) => Object.entries(names).map(([code, text]) => [`${program}.${code}`, text]),
  );
  return { ...texts, ...Object.fromEntries(taxes) } as Record<SettingsField, string>;
}

/** Parses the submitted settings, or returns the answer with their errors. */
export function checkAccountingSettings(fields: Record<string, string>) {
  const checked = checkForm(settingsForm, fields);
  if (checked.refused) return checked;
  return { ...checked, data: fromFields(checked.data as unknown as Record<string, string>) };
}

/** Reads stored settings; unknown or missing parts get their defaults. */
export function readAccountingSettings(stored: unknown): AccountingSettings {
  const fields = { ...settingsFields(usualSettings) };
  if (typeof stored === "object" && stored !== null) {
    const known = settingsFields({ ...usualSettings, ...stored } as AccountingSettings);
    Object.assign(fields, known);
  }
  const checked = settingsForm.safeParse(fields);
  return checked.success
    ? fromFields(checked.data as unknown as Record<string, string>)
    : usualSettings;
}

function fromFields(fields: Record<string, string>): AccountingSettings {
  const taxes = (program: "quickbooks" | "xero"): TaxNames => {
    const of = (code: keyof TaxNames) => fields[`${program}.${code}`] ?? "";
    return { Z: of("Z"), E: of("E"), G: of("G"), GP: of("GP") };
  };
  return {
    dateFormat: fields.dateFormat as DateFormat,
    goodsItem: fields.goodsItem ?? "",
    feeItem: fields.feeItem ?? "",
    goodsAccount: fields.goodsAccount ?? "",
    feeAccount: fields.feeAccount ?? "",
    quickbooksTaxes: taxes("quickbooks"),
    xeroTaxes: taxes("xero"),
  };
}

/** Formats a calendar day for a program: "2026-11-26" → "26/11/2026". */
export function dayFor(format: DateFormat, day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", date);
}
