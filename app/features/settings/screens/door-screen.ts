import { z } from "zod";
import { type DoorSettings, doorSettings } from "#app/domain/door/door-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const answers = ["yes", "no"] as const;

const doorForm = z
  .object({ takesOlder: z.enum(answers, "Please choose one of these") })
  .transform(({ takesOlder }) => ({ takesOlder: takesOlder === "yes" }));

export const doorScreen: SettingsScreen<DoorSettings> = {
  group: doorSettings,
  title: "Payments at the door",
  lede: "Drivers record what they are paid in cash, by cheque or by card terminal. They always see what is due for what they deliver.",
  sections: [
    {
      title: "",
      fields: [
        text(
          "takesOlder",
          "Drivers see a client’s older open invoices and may be paid for them",
          10,
          {
            kind: "choice",
            options: [
              { value: "yes", label: "Yes" },
              { value: "no", label: "No" },
            ],
          },
        ),
      ],
    },
  ],
  valuesOf: ({ takesOlder }) => ({ takesOlder: takesOlder ? "yes" : "no" }),
  read: (fields) => checkForm(doorForm, fields),
  preview: ({ takesOlder }) => [`Older invoices paid at the door: ${takesOlder ? "yes" : "no"}`],
};
