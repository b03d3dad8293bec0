import type { DraftLine, OrderDraft } from "#app/domain/drafts/order-draft.ts";
import { orderField, readOrderForm } from "#app/domain/ordering/placing/order-form.ts";

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
  "city",
  "driverNotes",
  "notes",
  "way",
  "substitutes",
] as const;

export type KeptField = (typeof keptFields)[number];

/** A button of the review: a line's product id and its amount from now on (`setAmount`). */
export const amountField = "amount";

/** The value of such a button. */
export function setAmount(productId: string, amount: number | string): string {
  return `${productId} ${amount}`;
}

/** A line that was taken out, as it was, and its place among the others. */
export interface DroppedLine {
  line: DraftLine;
  at: number;
}

/** Everything that was typed so far. */
export interface CheckoutFields {
  draft: OrderDraft;
  /** What the button that was pressed took out. */
  dropped: DroppedLine | null;
  /** Whether the button took a line out, or more or less of it. */
  isAmended: boolean;
  kept: Record<KeptField, string>;
  intent: CheckoutIntent;
  /** The code that was mailed to a guest who has to confirm the address; "" for none. */
  code: string;
}

/** Parses a submitted form; nothing is thrown, and what is missing is empty. */
export function readCheckout(form: FormData | URLSearchParams): CheckoutFields {
  const [amountOf, amount] = textIn(form, amountField).split(" ");
  const isAmended = amountOf !== undefined && amount !== undefined;
  // The fields of a line that was taken out are still there, where they were.
  if (isAmended) form.set(orderField.quantity(amountOf), amount);
  const { draft } = readOrderForm(form);
  const text = (name: string) => textIn(form, name);
  const kept = Object.fromEntries(keptFields.map((name) => [name, text(name)])) as Record<
    KeptField,
    string
  >;
  // Another day that is taken is kept, and the form goes on to what is not asked yet.
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
    // The buttons that take a line out, or more or less of it, show the order again.
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
