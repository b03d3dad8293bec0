import { z } from "zod";
import {
  type RetentionSettings,
  retentionBounds,
  retentionSettings,
} from "#app/domain/settings/retention-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { isWithin, wholeOf } from "#app/lib/form/typed-numbers.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const whole = (bounds: { least: number; most: number }) =>
  z
    .string()
    .default("")
    .transform((typed, context) => {
      const number = wholeOf(typed);
      if (isWithin(number, bounds)) return number;
      context.addIssue(`Please enter a whole number from ${bounds.least} to ${bounds.most}`);
      return z.NEVER;
    });

const retentionForm = z.object({
  answeredMonths: whole(retentionBounds.answeredMonths),
  mailMonths: whole(retentionBounds.mailMonths),
  guestYears: whole(retentionBounds.guestYears),
});

export const retentionScreen: SettingsScreen<RetentionSettings> = {
  group: retentionSettings,
  title: "How long data is kept",
  lede: "Personal data that the law does not require you to keep is deleted automatically. Invoices and what was packed from which lot stay. The privacy page says how long: change it there too.",
  sections: [
    {
      title: "",
      fields: [
        text("answeredMonths", "Messages and inquiries, after they are dealt with (months)", 3),
        text("mailMonths", "Which emails were sent to whom (months)", 3),
        text("guestYears", "Guests’ names and addresses, after their last order (years)", 2, {
          hint: "0 keeps them until they ask. While an order or money is open they are kept anyway.",
        }),
      ],
    },
  ],
  valuesOf: ({ answeredMonths, mailMonths, guestYears }) => ({
    answeredMonths: String(answeredMonths),
    mailMonths: String(mailMonths),
    guestYears: String(guestYears),
  }),
  read: (fields) => checkForm(retentionForm, fields),
  preview: ({ answeredMonths, mailMonths, guestYears }) => [
    `Messages are deleted ${answeredMonths} months after they are dealt with`,
    `Sent emails are forgotten after ${mailMonths} months`,
    guestYears === 0
      ? "Guests are kept until they ask"
      : `Guests are erased ${guestYears} years after their last order`,
  ],
};
