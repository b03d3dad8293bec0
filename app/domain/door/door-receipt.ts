import { roundedForCash } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { type DoorMethod, doorMethods } from "#db/schema/values/door.ts";

/** Names of the payment methods at the door: the button's, and within a sentence. */
export const doorMethodText: Record<DoorMethod, { title: string; by: string }> = {
  cash: { title: "Cash", by: "in cash" },
  cheque: { title: "Cheque", by: "by cheque" },
  terminal: { title: "Card terminal", by: "by card terminal" },
};

/** Money taken at a stop. */
export interface DoorReceipt {
  requestId: string;
  stopId: string;
  method: DoorMethod;
  cents: number;
  /** The amount due that the driver saw. */
  dueCents: number;
  /** The surplus when it arrived. */
  overCents: number;
  reference: string;
  reason: string;
  photoId: string | null;
  takenBy: string;
  takenAt: Date;
  /** The office had already booked it, so this booked nothing. */
  isKnown: boolean;
  /** The payment was reversed in the customer's account since. */
  isTakenBack: boolean;
  /** It arrived after the run was cashed up. */
  isLate: boolean;
}

/** Returns the amount to ask for; cash is rounded to five cents. */
export function askedFor(dueCents: number, method: DoorMethod): number {
  return method === "cash" ? roundedForCash(dueCents) : dueCents;
}

/** "$249.90 in cash" */
export function takenInWords({ cents, method }: Pick<DoorReceipt, "cents" | "method">): string {
  return `${formatCents(cents)} ${doorMethodText[method].by}`;
}

/** The difference of two amounts in words: "$5.00 short", "$5.00 over"; empty for none. */
export function differenceInWords(cents: number): string {
  if (cents === 0) return "";
  return `${formatCents(Math.abs(cents))} ${cents < 0 ? "short" : "over"}`;
}

/** Cents by method. */
export type ByMethod = Record<DoorMethod, number>;

/** Sums the standing receipts by method. */
export function sumByMethod(
  receipts: readonly Pick<DoorReceipt, "method" | "cents" | "isTakenBack">[],
): ByMethod {
  const of = (method: DoorMethod) =>
    sumCents(
      receipts.filter((one) => one.method === method && !one.isTakenBack),
      ({ cents }) => cents,
    );
  return { cash: of("cash"), cheque: of("cheque"), terminal: of("terminal") };
}

/** "cash $249.90, cheque $80.00"; empty if nothing was taken. */
export function sumsInWords(sums: ByMethod): string {
  return doorMethods
    .filter((method) => sums[method] > 0)
    .map((method) => `${doorMethodText[method].title.toLowerCase()} ${formatCents(sums[method])}`)
    .join(", ");
}

/** Where and when it was taken, to warn of a duplicate: "… in cash on …, by Sam". */
export function takenWhen(
  receipt: Pick<DoorReceipt, "cents" | "method" | "takenAt" | "takenBy">,
): string {
  return `${takenInWords(receipt)} at the door on ${formatDateTime(receipt.takenAt)}, by ${receipt.takenBy}`;
}
