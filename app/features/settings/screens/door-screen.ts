import { z } from "zod";
import {
  type DoorSettings,
  doorSettings,
  type TemperatureQuestion,
  temperatureQuestions,
} from "#app/domain/door/door-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const answers = ["yes", "no"] as const;

const temperatureInWords: Record<TemperatureQuestion, string> = {
  no: "Don’t ask",
  asked: "Ask, may be left empty",
  needed: "Always ask for it",
};

const doorForm = z.object({
  takesOlder: z.enum(answers, "Please choose one of these").transform((chosen) => chosen === "yes"),
  temperature: z.enum(temperatureQuestions, "Please choose one of these"),
});

export const doorScreen: SettingsScreen<DoorSettings> = {
  group: doorSettings,
  title: "At the door",
  lede: "What drivers are asked, and may be paid for, where they deliver.",
  sections: [
    {
      title: "Payments",
      fields: [
        text(
          "takesOlder",
          "Drivers see a client’s older open invoices and may be paid for them",
          10,
          {
            kind: "choice",
            hint: "They always see what is due for what they deliver.",
            options: [
              { value: "yes", label: "Yes" },
              { value: "no", label: "No" },
            ],
          },
        ),
      ],
    },
    {
      title: "Temperature",
      fields: [
        text("temperature", "Product temperature at each delivery", 10, {
          kind: "choice",
          hint: "Above 4 °C a note is needed. The client is emailed what was measured.",
          options: temperatureQuestions.map((value) => ({
            value,
            label: temperatureInWords[value],
          })),
        }),
      ],
    },
  ],
  valuesOf: ({ takesOlder, temperature }) => ({
    takesOlder: takesOlder ? "yes" : "no",
    temperature,
  }),
  read: (fields) => checkForm(doorForm, fields),
  preview: ({ takesOlder, temperature }) => [
    `Older invoices paid at the door: ${takesOlder ? "yes" : "no"}`,
    `Product temperature: ${temperatureInWords[temperature].toLowerCase()}`,
  ],
};
