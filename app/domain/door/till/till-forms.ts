import { z } from "zod";
import { penniesInWords } from "#app/lib/amounts/cash-rounding.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import {
  amountInDollars,
  filledText,
  filledTitle,
  optionalText,
} from "#app/lib/form/form-texts.ts";
import { askAmount, centsOf } from "#app/lib/form/typed-numbers.ts";
import { mostInDrawerCents, tillMoveKinds } from "#db/schema/values/tills.ts";

const requestId = z.uuid("Please reload the page");

/** Validates even if another field is wrong, so that all mistakes are shown at once. */
const always = () => true;

/** An amount in a drawer; may be zero, and has no pennies. */
const drawerAmount = z
  .string()
  .default("")
  .transform((typed, context) => {
    const cents = centsOf(typed);
    const message =
      cents === null
        ? typed.trim() === ""
          ? "Please enter an amount, or 0 for none"
          : askAmount
        : cents > mostInDrawerCents
          ? `Please enter at most ${formatCents(mostInDrawerCents)}`
          : cents % 5 !== 0 && penniesInWords(cents);
    if (!message) return cents ?? 0;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

export const openTillForm = z.object({ requestId, float: drawerAmount });

/** A drawer's count. `seen` is the version of the drawer that the form showed (`drawerVersion`). */
export const closeTillForm = z
  .object({
    sessionId: z.uuid("Please reload the page"),
    seen: z.string().default(""),
    counted: drawerAmount,
    reason: optionalText(500),
    /** The number of sales that the browser keeps and hasn't sent; empty for none. */
    unsent: z.string().default(""),
    /** "on" if the drawer is to be closed without them. */
    withoutUnsent: z.string().default(""),
    /** "yes" if the browser keeps a sale that isn't paid; empty for none. */
    openSale: z.string().default(""),
    /** "on" if the drawer is to be closed without it. */
    withoutOpenSale: z.string().default(""),
  })
  .refine(({ unsent, withoutUnsent }) => unsent === "" || withoutUnsent === "on", {
    path: ["withoutUnsent"],
    error: "Send what is not sent yet first, or close without it",
    when: always,
  })
  .refine(({ openSale, withoutOpenSale }) => openSale === "" || withoutOpenSale === "on", {
    path: ["withoutOpenSale"],
    when: always,
    error: "A sale is still open in this till. Finish it first, or close without it",
  })
  .transform(({ sessionId, seen, counted, reason }) => ({ sessionId, seen, counted, reason }));

export const moveForm = z.object({
  requestId,
  sessionId: z.uuid("Please reload the page"),
  kind: z.enum(tillMoveKinds, "Please choose what it is"),
  amount: amountInDollars
    .refine((cents) => cents % 5 === 0, {
      error: ({ input }) => penniesInWords(Number(input)),
    })
    .refine((cents) => cents <= mostInDrawerCents, "This is more than a drawer holds"),
  reason: filledText(500, "Please say why"),
});

export const newTillForm = z.object({
  requestId,
  name: filledTitle(60, "Please name the till"),
});

export type TypedOpening = z.output<typeof openTillForm>;
export type TypedClosing = z.output<typeof closeTillForm>;
export type TypedMove = z.output<typeof moveForm>;
export type TypedTill = z.output<typeof newTillForm>;
