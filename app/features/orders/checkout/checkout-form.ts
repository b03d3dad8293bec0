import { z } from "zod";
import { email } from "#app/features/auth/credentials/auth-forms.ts";
import { readPostalCode } from "#app/features/delivery/postal-code.ts";
import { filledName, filledText, optionalText } from "#app/lib/form/form-texts.ts";
import type { OrderDraft } from "../draft/order-draft.ts";
import { orderField, readOrderForm } from "../placing/order-form.ts";
import type { PlaceOrderInput } from "../placing/order-rules.ts";

/** The checkout's page. */
export const checkoutPath = "/checkout";

/** The screens: where and when; who and how it is paid; the order as it would be placed. */
export type CheckoutStep = "where" | "contact" | "review";

/** A submit button: which screen comes next, the days of another postal code, or the order itself. */
export type CheckoutIntent = CheckoutStep | "days" | "place";

const intents: readonly string[] = ["where", "days", "contact", "review", "place"];

/** What is kept from screen to screen besides the lines: all of it is in every form. */
export const keptFields = [
  "postalCode",
  "day",
  "name",
  "email",
  "phone",
  "address",
  "driverNotes",
  "notes",
  "way",
  "substitutes",
] as const;

export type KeptField = (typeof keptFields)[number];

/** What is ordered and how, as far as `placeOrder` knows it too. */
export type CheckoutDraft = Pick<
  PlaceOrderInput,
  "requestId" | "lines" | "notes" | "allowsSubstitutes" | "day"
>;

/** Everything that was typed so far. */
export interface CheckoutFields {
  draft: OrderDraft;
  kept: Record<KeptField, string>;
  intent: CheckoutIntent;
}

/** Parses a submitted form; nothing is thrown, and what is missing is empty. */
export function readCheckout(form: FormData): CheckoutFields {
  const { draft } = readOrderForm(form);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const kept = Object.fromEntries(keptFields.map((name) => [name, text(name)])) as Record<
    KeptField,
    string
  >;
  const asked = text(orderField.intent);
  const dropped = text(orderField.drop) !== "";
  const intent = intents.includes(asked) ? (asked as CheckoutIntent) : "where";
  return {
    draft,
    kept: { ...kept, day: draft.day },
    // The button that takes a line out shows the order again.
    intent: dropped && intent === "place" ? "review" : intent,
  };
}

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
  phone: filledText(50, "Please enter a phone number").refine(
    (typed) => /\d.*\d/s.test(typed),
    "Please enter a phone number like 604-555-0142",
  ),
  address: optionalText(500),
  postalCode,
  driverNotes: optionalText(2000),
});

/** Of an order that is brought: where to. */
const deliveredForm = contactForm.extend({
  address: filledText(500, "Please enter the address to deliver to"),
});

/** Who orders, and where it goes; missing details are the empty string. */
export type CheckoutContact = z.output<typeof contactForm>;

/** The schema of the screen that asks who orders. */
export function contactSchema(isDelivered: boolean) {
  return isDelivered ? deliveredForm : contactForm;
}
