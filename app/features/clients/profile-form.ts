import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { profileFields } from "./profile.ts";
import type { ProfileAnswer } from "./profile-answer.ts";

const companyMissing = "Please enter your company name";

/** The profile fields a client may submit; only the company name is required. */
export const profileForm = z.object({
  ...profileFields.partial().shape,
  companyName: z
    .string(companyMissing)
    .pipe(profileFields.shape.companyName)
    .refine((name) => name !== "", companyMissing),
});

/**
 * The answer the server would give to an invalid profile; undefined if valid. The page
 * loads this module, which is larger than itself, only when the form is submitted.
 */
export function refusalOf(fields: Record<string, string>): ProfileAnswer | undefined {
  return checkForm(profileForm, fields).refused;
}
