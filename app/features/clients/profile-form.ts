import { z } from "zod";
import { profileFields } from "./profile.ts";

const companyMissing = "Please enter your company name";

/** The profile fields a client may submit; only the company name is required. */
export const profileForm = z.object({
  ...profileFields.partial().shape,
  companyName: z
    .string(companyMissing)
    .pipe(profileFields.shape.companyName)
    .refine((name) => name !== "", companyMissing),
});
