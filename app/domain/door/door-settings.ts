import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** Whether drivers are asked for a product's temperature at handover. */
export const temperatureQuestions = ["no", "asked", "needed"] as const;

export type TemperatureQuestion = (typeof temperatureQuestions)[number];

export interface DoorSettings {
  /** True if drivers may collect for the client's other invoices too, and so see what is open. */
  takesOlder: boolean;
  temperature: TemperatureQuestion;
}

export const doorSettings: SettingsGroup<DoorSettings> = {
  key: "door",
  schema: z.object({
    takesOlder: z.boolean(),
    // The default for values stored before drivers were asked.
    temperature: z.enum(temperatureQuestions).default("asked"),
  }),
  defaults: { takesOlder: false, temperature: "asked" },
};
