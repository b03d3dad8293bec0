import { z } from "zod";
import {
  mostReleaseCents,
  type OfficeSettings,
  officeSettings,
} from "#app/domain/ordering/holding/release-limit.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
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
});

export const officeScreen: SettingsScreen<OfficeSettings> = {
  group: officeSettings,
  title: "Office",
  lede: "What staff in the office may do without asking you. An order that is held, for instance because its client is over the limit, can be released by them as long as it comes to no more than this at most.",
  sections: [
    {
      title: "",
      fields: [
        text("releaseUpTo", "The office releases held orders up to ($)", 12, {
          hint: "0 leaves every release to an owner.",
        }),
      ],
    },
  ],
  valuesOf: ({ releaseUpToCents }) => ({ releaseUpTo: toDollars(releaseUpToCents) }),
  read: (fields) => {
    const { data, refused } = checkForm(officeForm, fields);
    return refused ? { refused } : { data: { releaseUpToCents: data.releaseUpTo } };
  },
  preview: ({ releaseUpToCents }) => [
    releaseUpToCents === 0
      ? "Held orders are released by owners"
      : `Held orders up to ${formatCents(releaseUpToCents)} are released by the office`,
  ],
};
