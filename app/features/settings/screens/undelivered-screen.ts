import { z } from "zod";
import {
  type SecondFee,
  secondFees,
  undeliveredSettings,
} from "#app/domain/delivery/second-fee.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const inWords: Record<SecondFee, string> = {
  never: "Never",
  always: "Always",
  ask: "Ask each time",
};

const undeliveredForm = z.object({
  secondFee: z.enum(secondFees, "Please choose one of these"),
});

export const undeliveredScreen: SettingsScreen<{ secondFee: SecondFee }> = {
  group: undeliveredSettings,
  title: "Second deliveries",
  lede: "When nobody was there, a packed order is moved to another day. The second trip costs what the new day’s delivery costs, and is billed on an invoice of its own. Clients invoiced by the month are not charged by this: bill them the difference once the month’s invoice is issued.",
  sections: [
    {
      title: "",
      fields: [
        text("secondFee", "Charge the delivery fee again", 10, {
          kind: "choice",
          options: secondFees.map((value) => ({ value, label: inWords[value] })),
        }),
      ],
    },
  ],
  valuesOf: (value) => value,
  read: (fields) => checkForm(undeliveredForm, fields),
  preview: ({ secondFee }) => [`Second delivery fee: ${inWords[secondFee].toLowerCase()}`],
};
