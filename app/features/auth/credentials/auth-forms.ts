import { z } from "zod";
import { profileFields } from "#app/features/clients/profile.ts";
import { maxPasswordLength, minPasswordLength } from "./password-rules.ts";

// One schema per form, for the browser and the server alike.

/** An address in the one form in which addresses are stored and compared. */
export const email = z
  .string("Please enter your e-mail address")
  .trim()
  .toLowerCase()
  .min(1, "Please enter your e-mail address")
  .max(254, "Please use at most 254 characters")
  .pipe(z.email("Please enter an e-mail address like name@example.com"));

const tooLong = `Please use at most ${maxPasswordLength} characters`;

const password = z
  .string("Please enter your password")
  .min(1, "Please enter your password")
  .max(maxPasswordLength, tooLong);

const newPassword = z
  .string("Please choose a password")
  .min(minPasswordLength, `Please use at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, tooLong);

export const signInForm = z.object({ email, password });

/** What is asked beside address and password is the profile's; only the company must be given. */
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
    error: "Please choose a password that is not your e-mail address",
  });

export const resetRequestForm = z.object({ email });

export const newPasswordForm = z.object({ password: newPassword });

/** For somebody signed in; `password` is the new one. */
export const passwordChangeForm = z
  .object({ currentPassword: password, password: newPassword })
  .refine((form) => !form.password || form.password !== form.currentPassword, {
    path: ["password"],
    error: "Please choose a password that is different from your current one",
  });

export type SignInForm = z.infer<typeof signInForm>;
export type SignUpForm = z.infer<typeof signUpForm>;

/** The messages of a form that was filled in wrongly, by field; zod's `flattenError` makes them. */
export type FieldErrors = Partial<Record<keyof SignUpForm | "currentPassword", string[]>>;
