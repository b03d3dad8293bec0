import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** Whether drivers are asked how warm a product is where they hand it over. */
export const temperatureQuestions = ["no", "asked", "needed"] as const;

export type TemperatureQuestion = (typeof temperatureQuestions)[number];

/** What drivers may and must do at a door, as the owner has set it. */
export interface DoorSettings {
  /** Take what is open of a client's other invoices too, and so see how much that is. */
  takesOlder: boolean;
  temperature: TemperatureQuestion;
}

export const doorSettings: SettingsGroup<DoorSettings> = {
  key: "door",
  schema: z.object({
    takesOlder: z.boolean(),
    // What was stored before they were asked.
    temperature: z.enum(temperatureQuestions).default("asked"),
  }),
  defaults: { takesOlder: false, temperature: "asked" },
};
