import { z } from "zod";
import { email } from "#app/features/auth/credentials/auth-forms.ts";
import { readPostalCode } from "#app/features/delivery/postal-code.ts";
import { filledName, filledText, optionalText, phoneText } from "#app/lib/form/form-texts.ts";
import type { OrderDraft } from "../draft/order-draft.ts";
import { orderField, readOrderForm } from "../placing/order-form.ts";
import type { PlaceOrderInput } from "../placing/order-rules.ts";

/** The checkout's page. */
export const checkoutPath = "/checkout";

/** The screens: where and when; who and how it is paid; the order as it would be placed. */
export type CheckoutStep = "where" | "contact" | "review";

/**
 * Where a screen is, with JavaScript: each is an entry of the browser's history, so that Back leads to
 * the screen before.
 */
export function stepPath(step: CheckoutStep): string {
  return step === "where" ? checkoutPath : `${checkoutPath}?step=${step}`;
}

/** The screen that a page's query asks for; the first one for anything else. */
export function stepAt(search: string): CheckoutStep {
  const step = new URLSearchParams(search).get("step");
  return step === "contact" || step === "review" ? step : "where";
}

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
  /** The code that was mailed to a guest who has to confirm the address; "" for none. */
  code: string;
}

/** Parses a submitted form; nothing is thrown, and what is missing is empty. */
export function readCheckout(form: FormData | URLSearchParams): CheckoutFields {
  const { draft } = readOrderForm(form);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const kept = Object.fromEntries(keptFields.map((name) => [name, text(name)])) as Record<
    KeptField,
    string
  >;
  // Whoever takes another day goes on with it, to what is not asked yet.
  const isTaking = text(orderField.takeDay) !== "";
  const next = kept.name === "" ? "contact" : "review";
  const asked = isTaking ? next : text(orderField.intent);
  const dropped = text(orderField.drop) !== "";
  const intent = intents.includes(asked) ? (asked as CheckoutIntent) : "where";
  return {
    draft,
    kept: { ...kept, day: draft.day },
    code: text("code").trim(),
    // The button that takes a line out shows the order again.
    intent: dropped ? "review" : intent,
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
