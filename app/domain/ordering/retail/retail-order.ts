import { z } from "zod";
import {
  email,
  filledName,
  filledText,
  optionalText,
  phoneText,
} from "#app/lib/form/form-texts.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { postalCodeIn, readPostalCode } from "#app/lib/postal-code.ts";
import type { PlaceOrderInput } from "../placing/order-rules.ts";
import { joinAddress, maxAddress, maxCity, maxStreet } from "./address.ts";

/** The parts of a retail order that `placeOrder` takes too. */
export type CheckoutDraft = Pick<
  PlaceOrderInput,
  "requestId" | "lines" | "notes" | "allowsSubstitutes" | "day"
>;

const postalCode = z
  .string()
  .default("")
  .transform((typed, check) => {
    if (typed.trim() === "") return "";
    const read = readPostalCode(typed);
    if (read.ok) return read.postalCode;
    check.addIssue({ code: "custom", message: read.words });
    return z.NEVER;
  });

/** The fields of every order; the two forms below define the address. */
export const contactForm = z.object({
  name: filledName("Please enter your name"),
  email,
  phone: phoneText(50),
  address: optionalText(maxAddress),
  postalCode,
  driverNotes: optionalText(2000),
});

/** The form for a pickup, which accepts any or no postal code. */
export const pickedUpForm = contactForm.extend({
  postalCode: z
    .string()
    .default("")
    .transform((typed) => {
      const read = readPostalCode(typed);
      return read.ok ? read.postalCode : "";
    }),
});

/** The address fields for a delivery, with street and city separate. */
export const placeFields = z.object({
  address: filledText(maxStreet, "Please enter the street address to deliver to"),
  city: filledText(maxCity, "Please enter the city").refine(
    (typed) => /\p{L}{2}/u.test(typed) && postalCodeIn(typed) === null,
    "Please enter the name of the city",
  ),
});

const deliveredForm = contactForm.extend(placeFields.shape).transform(withWholeAddress);

/** Joins the city to the street. */
export function withWholeAddress<Fields extends { address: string; city: string }>(
  { city, ...fields }: Fields,
  check: z.RefinementCtx,
) {
  const address = joinAddress(fields.address, city);
  if (address.length > maxAddress) {
    const message = atMostCharacters(maxAddress);
    check.addIssue({ code: "custom", path: ["address"], message });
  }
  return { ...fields, address };
}

/** The person who orders and the address; missing details are the empty string. */
export type CheckoutContact = z.output<typeof contactForm>;

/** Returns the schema of the contact screen. */
export function contactSchema(isDelivered: boolean) {
  return isDelivered ? deliveredForm : pickedUpForm;
}
