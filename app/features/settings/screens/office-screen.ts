import { z } from "zod";
import {
  mostReleaseCents,
  type OfficeSettings,
  officeSettings,
} from "#app/domain/ordering/office-limits.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { centsOf, isWithin, wholeOf } from "#app/lib/form/typed-numbers.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const officeForm = z.object({
  releaseUpTo: z
    .string()
    .default("")
    .transform((typed, context) => {
      const cents = centsOf(typed);
      if (cents !== null && cents >= 0 && cents <= mostReleaseCents) return cents;
      context.addIssue("Please enter an amount in dollars, such as 500.00; 0 for none");
      return z.NEVER;
    }),
  changePricePct: z
    .string()
    .default("")
    .transform((typed, context) => {
      const pct = wholeOf(typed.replace("%", ""));
      if (isWithin(pct, { least: 0, most: 100 })) return pct;
      context.addIssue("Please enter a whole number from 0 to 100; 0 for no change of prices");
      return z.NEVER;
    }),
});

export const officeScreen: SettingsScreen<OfficeSettings> = {
  group: officeSettings,
  title: "Office",
  lede: "What staff in the office may do without asking you. An order that is held, for instance because its client is over the limit, can be released by them as long as it comes to no more than this at most; and a price on one line of an order can be changed by them, with a reason that its client reads.",
  sections: [
    {
      title: "",
      fields: [
        text("releaseUpTo", "The office releases held orders up to ($)", 12, {
          hint: "0 leaves every release to an owner.",
        }),
        text("changePricePct", "The office changes prices on an order by up to (%)", 4, {
          hint: "Up or down from what the client pays that day. 0 leaves them to an owner.",
        }),
      ],
    },
  ],
  valuesOf: ({ releaseUpToCents, changePricePct }) => ({
    releaseUpTo: toDollars(releaseUpToCents),
    changePricePct: String(changePricePct),
  }),
  read: (fields) => {
    const { data, refused } = checkForm(officeForm, fields);
    return refused
      ? { refused }
      : { data: { releaseUpToCents: data.releaseUpTo, changePricePct: data.changePricePct } };
  },
  preview: ({ releaseUpToCents, changePricePct }) => [
    releaseUpToCents === 0
      ? "Held orders are released by owners"
      : `Held orders up to ${formatCents(releaseUpToCents)} are released by the office`,
    changePricePct === 0
      ? "Prices on an order are changed by owners"
      : `Prices on an order are changed by the office by up to ${changePricePct} %`,
  ],
};
