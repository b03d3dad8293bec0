import { chosenIn, settleField } from "#app/domain/ledger/book-form.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";

/** Actions on a payment received; a form's field `intent` names one. */
export const rowActions = ["book", "ignore", "take up", "take back"] as const;

export type RowAction = (typeof rowActions)[number];

export const rowDoneText: Record<RowAction, string> = {
  book: "Payment booked",
  ignore: "Ignored: it isn't a client's payment",
  "take up": "Back for review",
  "take back": "Booking taken back",
};

export const rowFailed = "This could not be recorded. Please try again.";

export interface RowAnswer extends FormAnswer {
  rowId?: string | undefined;
}

export type RowDecision =
  | {
      intent: "book";
      rowId: string;
      customerId: string;
      settles: { entryId: string; cents: number }[];
      /** The order that it is a deposit for; it then settles nothing. */
      depositOf?: string;
    }
  | { intent: Exclude<RowAction, "book">; rowId: string };

/** Returns the form fields that book a row as proposed. */
export function bookFields(
  customerId: string,
  settles: { entryId: string; cents: number }[],
  depositOf?: string,
): Record<string, string> {
  const parts = settles.map(({ entryId, cents }) => [settleField(entryId), toDollars(cents)]);
  const deposit = depositOf === undefined ? {} : { depositOf };
  return { intent: "book", customerId, ...deposit, ...Object.fromEntries(parts) };
}

/** Validates a submitted form of a row, or returns the answer with its errors. */
export function checkRowDecision(
  fields: Record<string, string>,
): { data: RowDecision; refused?: never } | { data?: never; refused: RowAnswer } {
  const { rowId = "", customerId = "" } = fields;
  const intent = rowActions.find((one) => one === fields.intent);
  if (!intent) return { refused: { rowId, message: rowFailed } };
  if (intent !== "book") return { data: { intent, rowId } };
  const { chosen: settles, errors } = chosenIn(fields);
  if (Object.keys(errors).length > 0) {
    return { refused: { rowId, errors, message: invalidMessage, values: fields } };
  }
  const { depositOf } = fields;
  return { data: { intent, rowId, customerId, settles, ...(depositOf && { depositOf }) } };
}
