import { z } from "zod";
import { dayIn } from "#app/lib/day-range.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { amountInDollars as amount, filledText, optionalText } from "#app/lib/form/form-texts.ts";
import type { Questions } from "#app/lib/form/questions.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { methodsByHand } from "./ledger-entry.ts";

/** Manual actions on an account; a form names it in its field `intent`. */
export const bookActions = [
  "payment",
  "use",
  "take back",
  "reverse",
  "write off",
  "charge",
  "credit",
  "refund",
  "invoice now",
] as const;

export type BookAction = (typeof bookActions)[number];

export const doneText: Record<BookAction, string> = {
  payment: "Payment recorded",
  use: "Credit used",
  "take back": "Taken back",
  reverse: "Payment taken back",
  "write off": "Written off",
  charge: "Charge recorded",
  credit: "Credit recorded",
  refund: "Refund recorded",
  "invoice now": "Invoice issued",
};

export interface BookAnswer extends FormAnswer {
  intent?: BookAction | undefined;
  about?: string | undefined;
}

export const bookingFailed = "This could not be recorded. Please try again.";

export type BookRefusal =
  | "unknown customer"
  /** Somebody else has settled or used it in the meantime, or the amount is too high. */
  | "changed meanwhile"
  | "invoiced meanwhile"
  | "decided meanwhile"
  /** A card charge can only be reversed by a refund to the card. */
  | "at the card provider"
  | "date in the future"
  | "more than the amount";

export const refusalText: Record<BookRefusal, string> = {
  "unknown customer": "This client no longer exists.",
  "changed meanwhile":
    "A colleague has recorded something here meanwhile, or the amount is more than is open. The figures are current now: please check them and try again.",
  "invoiced meanwhile":
    "These delivery notes are invoiced already. Nothing was issued; the figures are current now.",
  "decided meanwhile": "A colleague has decided this payment meanwhile.",
  "at the card provider":
    "A card was charged, so the money is here. Refund it under Card payments.",
  "date in the future": "Please enter a day that is not in the future",
  "more than the amount": "The amounts come to more than there is.",
};

/** Asked when staff book a cheque that may be the one that a driver brought. */
export const chequeQuestions = {
  anotherCheque: "It is another cheque: record it too",
} satisfies Questions<string>;

/** Confirms that it is another cheque. */
export const anotherCheque = z.literal("yes").optional().catch(undefined);

const day = z
  .string()
  .default("")
  .transform((typed, context) => {
    const found = dayIn(typed.trim());
    if (found) return found;
    context.addIssue("Please choose a day");
    return z.NEVER;
  });

const requestId = z.uuid("Please reload the page");
const reference = optionalText(100);
const note = optionalText(1000);
const reason = filledText(1000, "Please say why");
const method = z.enum(methodsByHand, "Please choose how it was paid");

const forms = {
  payment: z.object({
    requestId,
    amount,
    method,
    receivedOn: day,
    reference,
    anotherCheque,
    note,
    settles: z.enum(["oldest", "chosen", "none"]).default("oldest"),
  }),
  use: z.object({ creditId: z.uuid() }),
  "take back": z.object({ creditId: z.uuid(), debitId: z.uuid() }),
  reverse: z.object({
    paymentId: z.uuid(),
    note: reason,
    /** Where the cash of a counted till is, or the open drawer that gave it back. */
    cash: z
      .union([z.enum(["", "never received", "still here"]), z.uuid()], "Please choose where it is")
      .default(""),
  }),
  "write off": z.object({ requestId, debitId: z.uuid(), amount, note: reason }),
  charge: z.object({ requestId, amount, note: reason }),
  credit: z.object({ requestId, amount, note: reason }),
  refund: z.object({ requestId, amount, method, paidOn: day, reference, note }),
  // The last delivery note that the user saw; later ones wait.
  "invoice now": z.object({ upTo: z.coerce.number().int().min(1).max(999_999_999) }),
};

type Forms = { [Name in BookAction]: { intent: Name } & z.output<(typeof forms)[Name]> };

export type TypedBooking = Exclude<Forms[BookAction], { intent: "payment" }> | PaymentTyped;

/** A payment as typed; `chosen` is what it settles, from the fields `settle-<entry>`. */
type PaymentTyped = Forms["payment"] & { chosen: { entryId: string; cents: number }[] };

/** Returns the entry that a submitted form is about, if there are several forms of a kind. */
export const aboutOf = ({ debitId, paymentId, creditId }: Record<string, string>) =>
  debitId ?? paymentId ?? creditId;

/** Parses a submitted form of an account, or returns the answer with the errors. */
export function checkBooking(
  fields: Record<string, string>,
): { data: TypedBooking; refused?: never } | { data?: never; refused: BookAnswer } {
  const intent = bookActions.find((one) => one === fields.intent);
  if (!intent) return { refused: { message: bookingFailed } };
  const about = aboutOf(fields);
  const refuse = (refused: FormAnswer) => ({ refused: { intent, about, ...refused } });
  const { data, refused } = checkForm(forms[intent], fields);
  if (intent !== "payment") {
    return refused ? refuse(refused) : { data: { intent, ...data } as TypedBooking };
  }
  const { chosen, errors } = chosenIn(fields.settles === "chosen" ? fields : {});
  if (refused || Object.keys(errors).length > 0) {
    const message = invalidMessage;
    return refuse({
      message,
      values: fields,
      ...refused,
      errors: { ...refused?.errors, ...errors },
    });
  }
  return { data: { intent, ...data, chosen } as PaymentTyped };
}

/** Returns the name of the field for what a payment settles of an entry. */
export const settleField = (entryId: string) => `settle-${entryId}`;

/** Reads the fields of `settleField`; returns the amounts and their errors. */
export function chosenIn(fields: Record<string, string>) {
  const chosen: { entryId: string; cents: number }[] = [];
  const errors: Record<string, string[]> = {};
  for (const [name, typed] of Object.entries(fields)) {
    if (!name.startsWith("settle-") || typed.trim() === "") continue;
    const cents = centsOf(typed);
    if (cents === null) {
      errors[name] = ["Please enter an amount, such as 120.00"];
    } else if (cents > 0) {
      chosen.push({ entryId: name.slice("settle-".length), cents });
    }
  }
  return { chosen, errors };
}
