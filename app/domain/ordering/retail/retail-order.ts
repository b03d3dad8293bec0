import { z } from "zod";
import {
  email,
  filledName,
  filledText,
  optionalText,
  phoneText,
} from "#app/lib/form/form-texts.ts";
import { postalCodeIn, readPostalCode } from "#app/lib/postal-code.ts";
import type { PlaceOrderInput } from "../placing/order-rules.ts";
import { joinAddress, maxCity, maxStreet } from "./address.ts";

/** What is ordered and how, as far as `placeOrder` knows it too. */
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

/** Of every order; whether there is an address is said by the two below. */
export const contactForm = z.object({
  name: filledName("Please enter your name"),
  email,
  phone: phoneText(50),
  address: optionalText(500),
  postalCode,
  driverNotes: optionalText(2000),
});

/** Of an order that is picked up: whoever does may live anywhere. */
export const pickedUpForm = contactForm.extend({
  postalCode: z
    .string()
    .default("")
    .transform((typed) => {
      const read = readPostalCode(typed);
      return read.ok ? read.postalCode : "";
    }),
});

/** Of an order that is brought: where to, of which street and city are asked one by one. */
export const placeFields = z.object({
  address: filledText(maxStreet, "Please enter the street address to deliver to"),
  city: filledText(maxCity, "Please enter the city").refine(
    (typed) => /\p{L}{2}/u.test(typed) && postalCodeIn(typed) === null,
    "Please enter the name of the city",
  ),
});

/** Of an order that is brought, the whole address as it is stored. */
const deliveredForm = contactForm.extend(placeFields.shape).transform(withWholeAddress);

/** Puts the city to the street. */
export function withWholeAddress<Fields extends { address: string; city: string }>({
  city,
  ...fields
}: Fields) {
  return { ...fields, address: joinAddress(fields.address, city) };
}

/** Who orders, and where it goes; missing details are the empty string. */
export type CheckoutContact = z.output<typeof contactForm>;

/** The schema of the screen that asks who orders. */
export function contactSchema(isDelivered: boolean) {
  return isDelivered ? deliveredForm : pickedUpForm;
}
