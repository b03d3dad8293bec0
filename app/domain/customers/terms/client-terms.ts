import { z } from "zod";
import { toDollars } from "#app/lib/amounts/money.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import {
  type InvoicePeriod,
  invoicePeriods,
  type PoMode,
  poModes,
  type TermsKind,
  termsKinds,
} from "#db/schema/values/customers.ts";

/** Dollars are text, as stored; null for none. */
export interface ClientTerms {
  termsKind: TermsKind;
  /** Number of days, or day of the month. */
  termsDays: number;
  creditLimit: string | null;
  /** Days overdue before orders are held; null never holds them. */
  graceDays: number | null;
  isHeld: boolean;
  holdNote: string;
  poMode: PoMode;
  poBlanket: string;
  poBlanketEndsOn: string | null;
  invoicePer: InvoicePeriod;
  minOrder: string | null;
  accountingName: string;
  wantsStatements: boolean;
  /** Priority if there isn't enough for all; null comes last. */
  packRank: number | null;
}

export type TermsAnswer = FormAnswer;

export const statementsLabel =
  "Mail a statement after the end of each month, beginning with this one";

export const termsFailed = "The terms could not be saved. Please try again.";

const typed = z
  .string()
  .default("")
  .transform((text) => text.trim());

const yes = z
  .string()
  .optional()
  .transform((value) => value === "yes");

const days = (message: string) =>
  typed.pipe(z.string().regex(/^\d{1,3}$/, message)).transform(Number);

const dollars = (message: string) =>
  typed.transform((text, check) => {
    if (text === "") return null;
    const cents = centsOf(text);
    if (cents !== null) return toDollars(cents);
    check.addIssue({ code: "custom", message });
    return z.NEVER;
  });

export const maxPoBlanket = 100;

/** For terms and for grace. */
export const maxTermsDays = 365;

export const wholeDays = `Please enter a whole number of days, at most ${maxTermsDays}`;

const termsForm = z
  .object({
    termsKind: z.enum(termsKinds, "Please choose when invoices are due"),
    termsDays: days(wholeDays),
    creditLimit: dollars("Please enter an amount, for instance 5,000"),
    graceDays: typed.transform((text, check) => {
      if (text === "") return null;
      if (/^\d{1,3}$/.test(text) && Number(text) <= maxTermsDays) return Number(text);
      check.addIssue({ code: "custom", message: wholeDays });
      return z.NEVER;
    }),
    isHeld: yes,
    holdNote: optionalText(1000),
    poMode: z.enum(poModes, "Please choose whether orders carry a number"),
    poBlanket: optionalText(maxPoBlanket),
    poBlanketEndsOn: typed.transform((text, check) => {
      if (text === "") return null;
      const day = dayIn(text);
      if (day) return day;
      check.addIssue({ code: "custom", message: "Please enter a day, for instance 2027-03-31" });
      return z.NEVER;
    }),
    invoicePer: z.enum(invoicePeriods, "Please choose how often to invoice"),
    minOrder: dollars("Please enter an amount, for instance 250"),
    accountingName: optionalText(200),
    wantsStatements: yes,
    packRank: typed.transform((text, check) => {
      if (text === "") return null;
      if (/^[1-9]\d?$/.test(text)) return Number(text);
      check.addIssue({ code: "custom", message: "Please enter a whole number from 1 to 99" });
      return z.NEVER;
    }),
  })
  .superRefine(({ termsKind, termsDays, poMode, poBlanket }, check) => {
    const issue = (path: string, message: string) =>
      check.addIssue({ code: "custom", path: [path], message });
    if (termsKind === "day_of_next_month" && (termsDays < 1 || termsDays > 31)) {
      issue("termsDays", "Please enter a day of the month, from 1 to 31");
    }
    if (termsDays > 365) issue("termsDays", wholeDays);
    if (poMode === "blanket" && poBlanket === "") {
      issue("poBlanket", "Please enter the number");
    }
  });

/** The rule of each field, for imports. */
export const termsRules = termsForm.shape;

export function checkTerms(fields: Record<string, string>) {
  return checkForm(termsForm, fields);
}

export function termsValues(terms: ClientTerms): Record<keyof ClientTerms, string> {
  return {
    ...terms,
    termsDays: String(terms.termsDays),
    creditLimit: terms.creditLimit ?? "",
    graceDays: terms.graceDays === null ? "" : String(terms.graceDays),
    isHeld: terms.isHeld ? "yes" : "",
    poBlanketEndsOn: terms.poBlanketEndsOn ?? "",
    minOrder: terms.minOrder ?? "",
    wantsStatements: terms.wantsStatements ? "yes" : "",
    packRank: terms.packRank === null ? "" : String(terms.packRank),
  };
}

/** Serializes the terms that the form was filled with, for its hidden field. */
export function termsSeen(terms: ClientTerms): string {
  return JSON.stringify(Object.values(termsValues(terms)));
}

export const termsKindText = {
  prepay: "Paid before delivery",
  on_delivery: "Paid on delivery",
  net: "Days after the invoice",
  end_of_month: "Days after the month’s end",
  day_of_next_month: "Day of the next month",
};

export const poModeText = {
  none: "Not asked for",
  optional: "Optional",
  required: "Required",
  blanket: "One number for all orders",
};

export const invoicePerText = { order: "One for each order", month: "One a month" };
