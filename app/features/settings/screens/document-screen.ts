import { z } from "zod";
import { type DocumentWords, letterhead } from "#app/content/company.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { documentSettings, documentWordsFor } from "../company-settings.ts";
import { line, lines, prose, type SettingsScreen, text } from "./settings-screen.ts";

const wholeNumber = (least: number, most: number) => {
  const message = `Please enter a whole number from ${least} to ${most}`;
  return z
    .string()
    .default("")
    .transform((typed) => typed.trim())
    .pipe(z.string().regex(/^\d{1,4}$/, message))
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
};

const documentForm = z.object({
  paymentDays: wholeNumber(0, 180),
  taxNumber: line(60),
  waysToPay: lines(1500, "Please say how invoices are paid"),
  creditUse: lines(1000),
  notAnInvoice: lines(1000),
  creditAskHours: wholeNumber(1, 720),
  returns: prose(300),
});

export const documentScreen: SettingsScreen<DocumentWords> = {
  group: documentSettings,
  title: "Invoices and taxes",
  lede: "What invoices, credit notes and delivery notes say from now on. What was issued stays as it is. Texts may name you by {name}, {phone}, {email} and {address}.",
  sections: [
    {
      title: "Taxes and terms",
      fields: [
        text("taxNumber", "GST number", 60, {
          isOptional: true,
          hint: "Printed as you write it, such as GST 123456789 RT0001.",
        }),
        text("paymentDays", "Days until an invoice is due", 3, {
          kind: "number",
          hint: "Of clients without terms of their own.",
        }),
        text("creditAskHours", "Hours after delivery in which a client can ask for a credit", 3, {
          kind: "number",
        }),
      ],
    },
    {
      title: "Texts",
      text: "One a line.",
      fields: [
        text("waysToPay", "How to pay, on invoices", 1500, { kind: "lines" }),
        text("returns", "What is wrong with a delivery", 300, { kind: "lines", isOptional: true }),
        text("creditUse", "On credit notes", 1000, { kind: "lines", isOptional: true }),
        text("notAnInvoice", "On delivery notes", 1000, { kind: "lines", isOptional: true }),
      ],
    },
  ],
  valuesOf: ({ paymentDays, creditAskHours, taxNumber, returns, ...texts }) => ({
    paymentDays: String(paymentDays),
    creditAskHours: String(creditAskHours),
    taxNumber,
    returns,
    ...Object.fromEntries(Object.entries(texts).map(([name, all]) => [name, all.join("\n")])),
  }),
  read: (fields) => checkForm(documentForm, fields),
  preview(value, company) {
    const words = documentWordsFor(value, company);
    return [
      ...[...letterhead(company).lines, words.taxNumber].filter(Boolean),
      `Due within ${words.paymentDays} days`,
      ...words.waysToPay,
      words.returns,
    ].filter(Boolean);
  },
};
