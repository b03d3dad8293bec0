import { z } from "zod";
import { toDollars } from "#app/lib/amounts/money.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { centsOf, poundsOf } from "#app/lib/form/typed-numbers.ts";
import { type CreditPayout, creditPayouts } from "#db/schema/values/money.ts";
import { askedReasons } from "./credit.ts";

export const askFailed = "This could not be sent. Please try again.";
export const decisionFailed = "This could not be saved. Please try again.";

/** Parses hundredths above zero, as they are stored; null if empty. */
const hundredths = (read: (typed: string) => number | { problem: string }, otherwise: string) =>
  z
    .string()
    .default("")
    .transform((typed, context) => {
      if (typed.trim() === "") return null;
      const value = read(typed);
      if (typeof value === "number" && value >= 1) return toDollars(value);
      context.addIssue(typeof value === "number" ? otherwise : value.problem);
      return z.NEVER;
    });

const much = {
  lb: hundredths((typed) => {
    const lb = poundsOf(typed, "2.5");
    return typeof lb === "number" && lb > 1_000_000 ? 0 : lb;
  }, "Please enter pounds, for instance 2.5"),
  amount: hundredths(
    (typed) => centsOf(typed) ?? 0,
    "Please enter an amount in dollars, such as 40.00",
  ),
};

const eitherOr = "Please enter either pounds or an amount in dollars";
const allAsked = "Leave it empty: all of the order is asked for";

/** Null for the default, undefined if not asked. */
const payout = z
  .union([z.literal("").transform(() => null), z.enum(creditPayouts)], {
    error: "Please choose from the list",
  })
  .optional();

/** The form's value for everything that an order was billed for. */
export const wholeOrder = "all";

const askSchema = z
  .object({
    requestId: z.uuid("Please reload the page"),
    item: z.union([z.literal(wholeOrder), z.uuid()], "Please choose an item"),
    reason: z.enum(askedReasons, "Please choose what was wrong"),
    ...much,
    note: optionalText(500),
    payout,
    photoId: z.union([z.literal("").transform(() => null), z.uuid()]).default(null),
  })
  .superRefine(({ item, lb, amount }, context) => {
    const isWhole = item === wholeOrder;
    if (isWhole ? lb !== null || amount !== null : (lb === null) === (amount === null)) {
      const message = isWhole ? allAsked : eitherOr;
      context.addIssue({ code: "custom", path: ["lb"], message });
    }
  });

interface AlsoAsked {
  item: string;
  /** Both null for all of it. */
  lb: string | null;
  amount: string | null;
}

export type CreditAsk = z.output<typeof askSchema> & {
  also?: AlsoAsked[];
};

export const alsoField = (name: "also" | "lb" | "amount", item: string) => `${name}-${item}`;

/** Parses the form that requests a credit. @returns the request, or the answer with its errors */
export function checkAsk(
  fields: Record<string, string>,
): { data: CreditAsk; refused?: never } | { data?: never; refused: FormAnswer } {
  const { data, refused } = checkForm(askSchema, fields);
  const errors: Record<string, string[] | undefined> = { ...refused?.errors };
  const chosen = Object.keys(fields).flatMap((name) =>
    name.startsWith("also-") ? name.slice("also-".length) : [],
  );
  const also = chosen.flatMap((item) => {
    if (item === fields.item) {
      errors[alsoField("also", item)] = ["This is the product chosen above"];
      return [];
    }
    const names = { lb: alsoField("lb", item), amount: alsoField("amount", item) };
    const much = muchIn(fields, names);
    Object.assign(errors, much.errors);
    if (fields.item === wholeOrder && much.line) {
      if (much.line.lb !== null) errors[names.lb] = [allAsked];
      if (much.line.amount !== null) errors[names.amount] = [allAsked];
    }
    return much.line ? [{ item, ...much.line }] : [];
  });
  if (Object.keys(errors).length > 0 || !data) {
    return { refused: { message: invalidMessage, values: fields, ...refused, errors } };
  }
  return { data: { ...data, also } };
}

/** Reads a line's pounds or dollars, of which at most one is typed. */
function muchIn(fields: Record<string, string>, names: { lb: string; amount: string }) {
  const errors: Record<string, string[]> = {};
  const typed = { lb: fields[names.lb] ?? "", amount: fields[names.amount] ?? "" };
  const { data: line, error } = grantSchema.safeParse(typed);
  const found = error ? z.flattenError(error).fieldErrors : {};
  if (found.lb) errors[names.lb] = found.lb;
  if (found.amount) errors[names.amount] = found.amount;
  if (line && line.lb !== null && line.amount !== null) errors[names.amount] = [eitherOr];
  return { errors, line: line && Object.keys(errors).length === 0 ? line : null };
}

interface GrantedLine {
  position: number;
  lb: string | null;
  amount: string | null;
}

export type Decision =
  | {
      intent: "approve";
      lines: GrantedLine[];
      note: string;
      /** Undefined for the customer's preference. */
      payout?: CreditPayout | null | undefined;
    }
  | { intent: "decline"; note: string };

const grantSchema = z.object(much);
const approveSchema = z.object({ note: optionalText(500), payout });
const declineSchema = z.object({ note: filledText(500, "Please say why, for the client") });

/** Field names of a line; `nothing` declines it. */
export const grantField = (name: "lb" | "amount" | "nothing", position: number) =>
  `${name}-${position}`;

/** The error of a line whose fields are empty, so that no line is declined by mistake. */
const emptied = "Nothing would be credited for it. Enter what to credit, or tick that nothing is";

/** Parses the decision on these lines. @returns the decision, or the answer with its errors */
export function checkDecision(
  fields: Record<string, string>,
  positions: number[],
): { data: Decision; refused?: never } | { data?: never; refused: FormAnswer } {
  if (fields.intent === "decline") {
    const { data, refused } = checkForm(declineSchema, fields);
    return data ? { data: { intent: "decline", ...data } } : { refused };
  }
  const { data, refused } = checkForm(approveSchema, fields);
  const errors: Record<string, string[] | undefined> = { ...refused?.errors };
  const isNothing = (position: number) => fields[grantField("nothing", position)] !== undefined;
  // Values in the hidden fields of a declined line are ignored.
  const lines = positions.flatMap((position) => {
    if (isNothing(position)) return [];
    const much = muchIn(fields, {
      lb: grantField("lb", position),
      amount: grantField("amount", position),
    });
    Object.assign(errors, much.errors);
    const { line } = much;
    return !line || (line.lb === null && line.amount === null) ? [] : [{ position, ...line }];
  });
  if (lines.length === 0 && Object.keys(errors).length === 0) {
    const message = "Please enter what to credit, or decline the request.";
    return { refused: { message, values: fields } };
  }
  for (const position of positions) {
    const names = (["lb", "amount"] as const).map((name) => grantField(name, position));
    const isEmpty =
      !isNothing(position) && names.every((name) => (fields[name] ?? "").trim() === "");
    if (isEmpty) errors[grantField("amount", position)] = [emptied];
  }
  if (Object.keys(errors).length > 0 || !data) {
    return { refused: { message: invalidMessage, values: fields, errors } };
  }
  return { data: { intent: "approve", lines, ...data } };
}
