import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

export interface ShopSettings {
  /** Percent by which a packed weight may exceed the ordered one by default. */
  overCapPct: number;
}

export type SettingsAnswer = FormAnswer<keyof ShopSettings>;

export const settingsFailed = "The settings could not be saved. Please try again.";

export const maxOverCapPct = 30;

const wholePercent = `Please enter a whole number from 0 to ${maxOverCapPct}`;

const settingsForm = z.object({
  overCapPct: z
    .string()
    .default("")
    .transform((typed) => typed.trim())
    .pipe(z.string().regex(/^\d{1,3}$/, wholePercent))
    .transform(Number)
    .pipe(z.number().max(maxOverCapPct, wholePercent)),
});

/** Parses the submitted settings, or returns the answer with the errors. */
export function checkSettings(fields: Record<string, string>) {
  return checkForm(settingsForm, fields);
}
