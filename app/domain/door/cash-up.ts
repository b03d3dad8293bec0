import { z } from "zod";
import { formatCents } from "#app/lib/amounts/money.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { type DoorMethod, doorMethods, mostOnRunCents } from "#db/schema/values/door.ts";
import {
  type ByMethod,
  type DoorReceipt,
  differenceInWords,
  doorMethodText,
  sumByMethod,
} from "./door-receipt.ts";

export interface CashUp {
  id: string;
  taken: ByMethod;
  counted: ByMethod;
  /** Why the amounts differ; empty if they don't. */
  reason: string;
  confirmedAt: Date;
  confirmedBy: string;
}

const counted = z
  .string()
  .default("")
  .transform((typed, context) => {
    const cents = centsOf(typed);
    if (cents !== null && cents <= mostOnRunCents) return cents;
    context.addIssue({ code: "custom", message: "Please enter an amount, or 0 for none" });
    return z.NEVER;
  });

/** Counted amounts as typed, parsed to cents. `seen` is what was taken when the form was shown. */
export const cashUpForm = z.object({
  requestId: z.uuid("Please reload the page"),
  seen: z.string().default(""),
  cash: counted,
  cheque: counted,
  terminal: counted,
  reason: optionalText(500),
});

export type TypedCashUp = z.output<typeof cashUpForm>;

/** Returns the taken amounts, which are submitted along with the counted ones. */
export const seenSums = (taken: ByMethod) => doorMethods.map((method) => taken[method]).join(" ");

/** Returns counted less taken, in cents; negative if something is missing. */
export function differenceOf({ taken, counted: found }: Pick<CashUp, "taken" | "counted">): number {
  return doorMethods.reduce((sum, method) => sum + found[method] - taken[method], 0);
}

/** Returns the methods that differ: "Cash $5.00 short". */
export function differencesOf({ taken, counted: found }: Pick<CashUp, "taken" | "counted">) {
  return doorMethods.flatMap((method) => {
    const difference = differenceInWords(found[method] - taken[method]);
    return difference ? [`${doorMethodText[method].title} ${difference}`] : [];
  });
}

/**
 * Says what clients owe again where cheques were counted for less than recorded, or were taken back
 * since they were counted; empty otherwise. Counting itself opens nothing: a payment stays booked
 * as it was recorded until it is taken back in the client's account. `receipts` are the run's; late
 * ones were not counted.
 */
export function dueAgainInWords(
  { taken, counted: found }: Pick<CashUp, "taken" | "counted">,
  receipts: readonly Pick<DoorReceipt, "method" | "cents" | "isTakenBack" | "isLate">[],
): string[] {
  const standing = sumByMethod(receipts.filter(({ isLate }) => !isLate)).cheque;
  const backCents = taken.cheque - standing;
  const shortCents = standing - found.cheque;
  return [
    ...(backCents > 0
      ? [
          `Cheques of ${formatCents(backCents)} that were counted as taken have been taken back in the client’s account. What they had paid is due again until another payment is recorded.`,
        ]
      : []),
    ...(shortCents > 0
      ? [
          `No invoice is open again for the ${formatCents(shortCents)} that the cheques are short: they stay booked as the driver recorded them. If a cheque is written for less, take its payment back in the client’s account, and record what it is written for. What is missing is due then.`,
        ]
      : []),
  ];
}

/** Returns "Cash: $249.90 of $254.90". */
export const countedInWords = (cashUp: Pick<CashUp, "taken" | "counted">, method: DoorMethod) =>
  cashUp.taken[method] === cashUp.counted[method]
    ? formatCents(cashUp.counted[method])
    : `${formatCents(cashUp.counted[method])} of ${formatCents(cashUp.taken[method])}`;
