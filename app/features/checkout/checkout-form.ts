import type { DraftLine, OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { orderField, readOrderForm } from "#app/domain/ordering/placing/order-form.ts";

export const checkoutPath = "/checkout";

/** The screens: place and day; contact and payment; review. */
export type CheckoutStep = "where" | "contact" | "review";

/** A screen's path with JavaScript. Each has a history entry, so Back leads to the one before. */
export function stepPath(step: CheckoutStep): string {
  return step === "where" ? checkoutPath : `${checkoutPath}?step=${step}`;
}

/** Returns the screen in a URL query; the first one for anything else. */
export function stepAt(search: string): CheckoutStep {
  const step = new URLSearchParams(search).get("step");
  return step === "contact" || step === "review" ? step : "where";
}

/** A submit button's action: go to a screen, show another code's days, or place the order. */
export type CheckoutIntent = CheckoutStep | "days" | "place";

const intents: readonly string[] = ["where", "days", "contact", "review", "place"];

/** Fields carried from screen to screen besides the lines; every form contains them all. */
export const keptFields = [
  "postalCode",
  "day",
  "name",
  "email",
  "phone",
  "address",
  "city",
  "driverNotes",
  "notes",
  "way",
  "substitutes",
] as const;

export type KeptField = (typeof keptFields)[number];

/** Name of the buttons that change a line; the value is made by `setAmount`. */
export const amountField = "amount";

/** Returns the value of a button that changes a line. */
export function setAmount(productId: string, amount: number | string): string {
  return `${productId} ${amount}`;
}

/** A removed line, and its position among the others. */
export interface DroppedLine {
  line: DraftLine;
  at: number;
}

export interface CheckoutFields {
  draft: OrderDraft;
  dropped: DroppedLine | null;
  /** True if the button removed a line or changed its amount. */
  isAmended: boolean;
  kept: Record<KeptField, string>;
  intent: CheckoutIntent;
  /** The code mailed to a guest to confirm the address; "" for none. */
  code: string;
}

/** Parses a submitted form. Never throws; missing fields are empty. */
export function readCheckout(form: FormData | URLSearchParams): CheckoutFields {
  const [amountOf, amount] = textIn(form, amountField).split(" ");
  const isAmended = amountOf !== undefined && amount !== undefined;
  // The form still contains a removed line's fields, in their place.
  if (isAmended) form.set(orderField.quantity(amountOf), amount);
  const { draft } = readOrderForm(form);
  const text = (name: string) => textIn(form, name);
  const kept = Object.fromEntries(keptFields.map((name) => [name, text(name)])) as Record<
    KeptField,
    string
  >;
  // Taking another day keeps it and goes on to the first screen that isn't filled in yet.
  const isTaking = text(orderField.takeDay) !== "";
  const next = kept.name === "" ? "contact" : "review";
  const asked = isTaking ? next : text(orderField.intent);
  const dropped = droppedFrom(form);
  const intent = intents.includes(asked) ? (asked as CheckoutIntent) : "where";
  return {
    draft,
    kept: { ...kept, day: draft.day },
    code: text("code").trim(),
    dropped,
    isAmended: isAmended || dropped !== null,
    // Buttons that change a line lead back to the review.
    intent: dropped || isAmended ? "review" : intent,
  };
}

function droppedFrom(form: FormData | URLSearchParams): DroppedLine | null {
  const dropped = textIn(form, orderField.drop);
  if (dropped === "") return null;
  const whole = new URLSearchParams();
  for (const [name, value] of form) {
    if (name !== orderField.drop && typeof value === "string") whole.append(name, value);
  }
  const { lines } = readOrderForm(whole).draft;
  const at = lines.findIndex(({ productId }) => productId === dropped);
  const line = lines[at];
  return line ? { line, at } : null;
}

function textIn(form: FormData | URLSearchParams, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
