import { z } from "zod";
import {
  type DocumentWords,
  inBraces,
  letterhead,
  placeholderNames,
} from "#app/content/company.ts";
import { readGstNumber } from "#app/content/taxes.ts";
import {
  documentPlaceholders,
  documentSettings,
  documentWordsFor,
} from "#app/domain/settings/company-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
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
  taxNumber: line(60).transform((typed, check) => {
    if (typed === "") return "";
    const number = readGstNumber(typed);
    if (number) return number;
    const message = "A GST number has 9 digits, RT and 4 digits, such as 123456789 RT0001";
    check.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  waysToPay: lines(1500, "Please say how invoices are paid", documentPlaceholders).superRefine(
    (ways, check) => {
      // Stated in one place only; otherwise this and the checkout would one day differ.
      const typed = ways.find((way) => /e-?\s?transfer/i.test(way) && /@|\{email\}/.test(way));
      if (!typed) return;
      const message = `Please write {e-transfer email} in “${typed.slice(0, 60)}”: the address is set once, under Ways of paying`;
      check.addIssue({ code: "custom", message });
    },
  ),
  creditUse: lines(1000, undefined, documentPlaceholders),
  notAnInvoice: lines(1000, undefined, documentPlaceholders),
  creditAskHours: wholeNumber(1, 720),
  returns: prose(300, undefined, documentPlaceholders),
});

export const documentScreen: SettingsScreen<DocumentWords> = {
  group: documentSettings,
  title: "Invoices and taxes",
  lede: `What invoices, credit notes and delivery notes say from now on. What was issued stays as it is. You can use ${inBraces([...placeholderNames, ...documentPlaceholders])} in the texts.`,
  sections: [
    {
      title: "Taxes and terms",
      fields: [
        text("taxNumber", "GST number", 60, {
          isOptional: true,
          hint: "9 digits, RT and 4 digits, printed as GST 123456789 RT0001. Leave it out if you are not registered.",
        }),
        text("paymentDays", "Days until an invoice is due", 3, {
          kind: "number",
          hint: "For new clients. You can change each client’s terms on their page.",
        }),
        text("creditAskHours", "Hours after delivery in which a client can ask for a credit", 3, {
          kind: "number",
        }),
      ],
    },
    {
      title: "Texts",
      text: "One per line.",
      fields: [
        text("waysToPay", "How to pay, on invoices", 1500, {
          kind: "lines",
          hint: "{e-transfer email} is the address under Ways of paying, or else the company’s.",
        }),
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
  preview(value, shop) {
    const words = documentWordsFor(value, shop);
    return [
      ...[...letterhead(shop.company).lines, words.taxNumber].filter(Boolean),
      `Due within ${words.paymentDays} days`,
      ...words.waysToPay,
      words.returns,
    ].filter(Boolean);
  },
};
