import { z } from "zod";
import { email } from "#app/features/auth/credentials/auth-forms.ts";
import { filledName, filledText } from "./form-texts.ts";

/** The contact form's schema (specification, section 5), shared by browser and server. */
export const contactForm = z.object({
  name: filledName("Please enter your name"),
  email,
  message: filledText(10_000, "Please write your message"),
});

export type ContactForm = z.infer<typeof contactForm>;
