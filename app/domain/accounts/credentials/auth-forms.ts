import { z } from "zod";
import { profileFields } from "#app/domain/customers/profile.ts";
import { email } from "#app/lib/form/form-texts.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { maxPasswordLength, minPasswordLength } from "./password-length.ts";

// One schema per form, shared by the browser and the server.

const tooLong = atMostCharacters(maxPasswordLength);

const password = z
  .string("Please enter your password")
  .min(1, "Please enter your password")
  .max(maxPasswordLength, tooLong);

const newPassword = z
  .string("Please choose a password")
  .min(minPasswordLength, `Please use at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, tooLong);

export const signInForm = z.object({ email, password });

/** All fields but address and password belong to the profile, which requires only the company. */
export const signUpForm = z
  .object({
    ...profileFields.partial().shape,
    companyName: z
      .string("Please enter your company name")
      .pipe(profileFields.shape.companyName)
      .refine((name) => name !== "", "Please enter your company name"),
    email,
    password: newPassword,
  })
  .refine((form) => !form.password || form.password.toLowerCase() !== form.email, {
    path: ["password"],
    error: "Please choose a password that is not your email address",
  });

export const resetRequestForm = z.object({ email });

export const newPasswordForm = z.object({ password: newPassword });

/** For signed-in users; `password` is the new password. */
export const passwordChangeForm = z
  .object({ currentPassword: password, password: newPassword })
  .refine((form) => !form.password || form.password !== form.currentPassword, {
    path: ["password"],
    error: "Please choose a password that is different from your current one",
  });

export type SignInForm = z.infer<typeof signInForm>;
export type SignUpForm = z.infer<typeof signUpForm>;
