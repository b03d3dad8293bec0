import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import {
  email,
  filledName,
  filledText,
  optionalText,
  phoneText,
} from "#app/lib/form/form-texts.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import type { BusinessType, DeliveryChoice } from "#db/schema/values/inquiries.ts";
import { businessTypes, deliveryChoices } from "../inquiry.ts";
import { type FormAnswer, type FormName, refusedAnswer } from "./form-words.ts";

/** Shared by browser and server. */
export const contactForm = z.object({
  name: filledName("Please enter your name"),
  email,
  message: filledText(10_000, "Please write your message"),
});

export type ContactForm = z.infer<typeof contactForm>;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as Key[];

/** Shared by browser and server. */
export const inquiryForm = z.object({
  company: filledName("Please enter your company name"),
  contact: filledName("Please enter a contact name"),
  email,
  phone: phoneText(50),
  businessType: z.enum<BusinessType[]>(
    keysOf(businessTypes),
    "Please choose your kind of business",
  ),
  weeklyVolume: optionalText(200),
  delivery: z.enum<DeliveryChoice[]>(
    keysOf(deliveryChoices),
    "Please choose delivery, pickup or undecided",
  ),
  notes: optionalText(5000),
});

export type InquiryForm = z.infer<typeof inquiryForm>;

/** Waitlist for delivery to a postal code; shared by browser and server. */
export const waitlistForm = z.object({
  postalCode: z
    .string()
    .default("")
    .transform((typed, context) => {
      const read = readPostalCode(typed);
      if (read.ok) return read.postalCode;
      context.addIssue({ code: "custom", message: read.words });
      return z.NEVER;
    }),
  email,
});

export type WaitlistForm = z.infer<typeof waitlistForm>;

/** Waitlist for a product that is out of stock; shared by browser and server. */
export const backInStockForm = z.object({
  product: z.string().max(200).default(""),
  email,
});

const schemas = {
  backInStock: backInStockForm,
  contact: contactForm,
  inquiry: inquiryForm,
  waitlist: waitlistForm,
};

/** Returns the server's answer to an invalid form. Loaded once a form is being filled in. */
export function refusalOf(form: FormName, fields: Record<string, string>): FormAnswer | undefined {
  const { refused } = checkForm<z.ZodType<object>>(schemas[form], fields);
  return refused && refusedAnswer(form, refused);
}
