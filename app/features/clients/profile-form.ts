import { z } from "zod";
import { type ProfileFields, profileFields } from "./profile.ts";
import type { ProfileAnswer } from "./profile-answer.ts";

const companyMissing = "Please enter your company name";

/** What a client may send of their own profile: only the company's name must be there. */
const profileForm = z.object({
  ...profileFields.partial().shape,
  companyName: z
    .string(companyMissing)
    .pipe(profileFields.shape.companyName)
    .refine((name) => name !== "", companyMissing),
});

/** The profile in a form that was sent, or what to answer to whoever filled it in wrongly. */
export function checkProfile(
  fields: Record<string, string>,
):
  | { profile: Partial<ProfileFields>; refused?: never }
  | { profile?: never; refused: ProfileAnswer } {
  const { success, data, error } = profileForm.safeParse(fields);
  if (success) return { profile: data };
  const errors = z.flattenError(error).fieldErrors;
  return { refused: { errors, message: "Please correct the marked fields.", values: fields } };
}
