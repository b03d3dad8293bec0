import { z } from "zod";
import {
  email,
  filledName,
  filledText,
  optionalText,
  phoneText,
} from "#app/lib/form/form-texts.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import type { PlaceOrderInput } from "../placing/order-rules.ts";

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

const contactForm = z.object({
  name: filledName("Please enter your name"),
  email,
  phone: phoneText(50),
  address: optionalText(500),
  postalCode,
  driverNotes: optionalText(2000),
});

/** Of an order that is picked up: whoever does may live anywhere. */
const pickedUpForm = contactForm.extend({
  postalCode: z
    .string()
    .default("")
    .transform((typed) => {
      const read = readPostalCode(typed);
      return read.ok ? read.postalCode : "";
    }),
});

/** Of an order that is brought: where to. */
const deliveredForm = contactForm.extend({
  address: filledText(500, "Please enter the address to deliver to"),
});

/** Who orders, and where it goes; missing details are the empty string. */
export type CheckoutContact = z.output<typeof contactForm>;

/** The schema of the screen that asks who orders. */
export function contactSchema(isDelivered: boolean) {
  return isDelivered ? deliveredForm : pickedUpForm;
}
