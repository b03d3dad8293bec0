import { z } from "zod";
import {
  type SecondFee,
  secondFees,
  type UndeliveredSettings,
  undeliveredSettings,
} from "#app/domain/delivery/second-fee.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const inWords: Record<SecondFee, string> = {
  never: "Never",
  always: "Always",
  ask: "Ask each time",
};

const answers = ["yes", "no"] as const;
const answer = z
  .enum(answers, "Please choose one of these")
  .transform((chosen) => chosen === "yes");

const undeliveredForm = z.object({
  secondFee: z.enum(secondFees, "Please choose one of these"),
  driversMove: answer,
  neighbours: answer,
});

const yesOrNo = (name: string, label: string, hint: string) =>
  text(name, label, 3, {
    kind: "choice",
    hint,
    options: [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ],
  });

const said = (is: boolean) => (is ? "yes" : "no");

export const undeliveredScreen: SettingsScreen<UndeliveredSettings> = {
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
    {
      title: "At the door",
      fields: [
        yesOrNo(
          "driversMove",
          "Drivers choose another day or a pickup",
          "Offered where no one was there. The client is emailed the new day.",
        ),
        yesOrNo(
          "neighbours",
          "Drivers may leave a delivery with a neighbour",
          "The client is emailed who has it.",
        ),
      ],
    },
  ],
  valuesOf: ({ secondFee, driversMove, neighbours }) => ({
    secondFee,
    driversMove: said(driversMove),
    neighbours: said(neighbours),
  }),
  read: (fields) => checkForm(undeliveredForm, fields),
  preview: ({ secondFee, driversMove, neighbours }) => [
    `Second delivery fee: ${inWords[secondFee].toLowerCase()}`,
    `Drivers choose another day or a pickup: ${said(driversMove)}`,
    `Drivers may leave a delivery with a neighbour: ${said(neighbours)}`,
  ],
};
