import { z } from "zod";
import { taxCodes, taxes } from "#app/content/taxes.ts";
import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import type { DocumentUnit } from "#db/schema/values/money.ts";
import { taxesOn } from "../document-taxes.ts";

type TaxCode = keyof typeof taxes;

export const debitRows = [0, 1, 2, 3] as const;

/** A line of the invoice that is corrected. Dollars and pounds are text. */
export interface BilledBefore {
  position: number;
  description: string;
  unit: DocumentUnit;
  packed: string;
  unitPrice: string;
  amount: string;
  taxCode: TaxCode;
}

export interface TypedDebitLine
  extends Pick<
    BilledBefore,
    "description" | "unit" | "packed" | "unitPrice" | "amount" | "taxCode"
  > {
  /** The line of the earlier invoice; null for something else. */
  position: number | null;
}

export interface TypedDebit {
  requestId: string;
  reason: string;
  lines: TypedDebitLine[];
}

/** The new invoice's amounts, in cents. */
export interface DebitPreview {
  lines: TypedDebitLine[];
  taxes: { label: string; cents: number }[];
  totalCents: number;
}

export interface DebitAnswer extends FormAnswer {
  preview?: DebitPreview;
}

export const debitFailed = "The invoice could not be issued. Please try again.";

const schema = z.object({
  requestId: z.uuid("Please reload the page"),
  reason: filledText(300, "Please say why, for the client"),
});

const rowFields = ["about", "description", "lb", "price", "amount", "tax"] as const;

/** Returns the name of a row's field: `about-0`, `lb-0`. */
export const debitField = (name: (typeof rowFields)[number], row: number) => `${name}-${row}`;

/** Parses the form for an invoice with these lines, or returns the answer with the errors. */
export function checkDebit(
  fields: Record<string, string>,
  billed: BilledBefore[],
): { data: TypedDebit; refused?: never } | { data?: never; refused: DebitAnswer } {
  const { data, refused } = checkForm(schema, fields);
  const errors: Record<string, string[] | undefined> = { ...refused?.errors };
  const lines = debitRows.flatMap((row) => {
    const field = (name: (typeof rowFields)[number]) => fields[debitField(name, row)]?.trim() ?? "";
    if (rowFields.every((name) => field(name) === "")) return [];
    const { line, wrong } = lineOf(field, billed);
    if (line) return [line];
    for (const [name, message] of Object.entries(wrong)) {
      errors[debitField(name as (typeof rowFields)[number], row)] = [message];
    }
    return [];
  });
  if (!data || Object.keys(errors).length > 0) {
    return { refused: { message: invalidMessage, values: fields, errors } };
  }
  if (lines.length === 0) {
    const message = "Please enter what to bill.";
    return { refused: { message, values: fields } };
  }
  return { data: { ...data, lines } };
}

type RowErrors = Partial<Record<(typeof rowFields)[number], string>>;

export const maxDescription = 200;

function lineOf(
  field: (name: (typeof rowFields)[number]) => string,
  billed: BilledBefore[],
): { line: TypedDebitLine; wrong?: never } | { line?: never; wrong: RowErrors } {
  const wrong: RowErrors = {};
  const source = billed.find(({ position }) => String(position) === field("about"));
  if (field("about") !== "" && !source) wrong.about = "Please choose a line of the invoice";
  const description = (field("description") || source?.description || "").replaceAll("\0", "");
  if (description === "") wrong.description = "Please say what it is";
  if (description.length > maxDescription) wrong.description = atMostCharacters(maxDescription);
  const taxCode = taxCodes.find((code) => code === field("tax")) ?? source?.taxCode;
  if (!taxCode) wrong.tax = "Please choose the tax";
  const [lb, price, amount] = [field("lb"), field("price"), field("amount")];
  const lbCents = hundredthsIn(lb, 1_000_000);
  const priceCents = hundredthsIn(price, 1_000_000);
  const amountCents = hundredthsIn(amount, 99_999_999);
  if ((amount === "") === (lb === "")) {
    wrong[amount === "" ? "lb" : "amount"] = "Please enter either pounds and $/lb, or an amount";
  } else if (amount !== "") {
    if (amountCents === null) wrong.amount = "Please enter an amount in dollars, such as 40.00";
    if (price !== "") wrong.price = "An amount has no price per pound";
  } else {
    if (lbCents === null) wrong.lb = "Please enter pounds, such as 2.5";
    if (priceCents === null) wrong.price = "Please enter dollars per pound, such as 24.99";
  }
  if (Object.keys(wrong).length > 0 || !taxCode) return { wrong };
  const words = { position: source?.position ?? null, description, taxCode };
  if (amountCents !== null) {
    const dollars = toDollars(amountCents);
    const each = { unit: "each" as const, packed: "1.00", unitPrice: dollars, amount: dollars };
    return { line: { ...words, ...each } };
  }
  const weight = hundredthsLb(lbCents ?? 0);
  const packed = toPounds(weight);
  const cents = lineTotalCents(priceCents ?? 0, weight);
  if (cents === 0) return { wrong: { lb: "This comes to nothing" } };
  const goods = { unit: "lb" as const, packed, unitPrice: toDollars(priceCents ?? 0) };
  return { line: { ...words, ...goods, amount: toDollars(cents) } };
}

/** Returns the hundredths of a typed number above zero; null for anything else, or above `most`. */
function hundredthsIn(typed: string, most: number): number | null {
  const found = typed === "" ? null : centsOf(typed);
  return found !== null && found > 0 && found <= most ? found : null;
}

/** Returns the new invoice's amounts; taxes are summed by code. */
export function previewOf(lines: TypedDebitLine[]): DebitPreview {
  const { rows, total } = taxesOn(lines, taxes);
  const sums = rows.map(({ label, amount }) => ({ label, cents: toCents(amount) }));
  return { lines, taxes: sums, totalCents: toCents(total) };
}
