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

export interface DoorReceipt {
  requestId: string;
  stopId: string;
  method: DoorMethod;
  cents: number;
  /** The amount due that the driver saw. */
  dueCents: number;
  /** The part that settled nothing on arrival, and still doesn't. */
  overCents: number;
  /** The cents that it settles of the stop's own invoices, with its cash rounding. */
  hereCents: number;
  /** The cents that it settles of older invoices and charges. */
  olderCents: number;
  /** The invoices and charges that it settles, with its cash rounding, the oldest first. */
  settles: { name: string; cents: number }[];
  reference: string;
  reason: string;
  photoId: string | null;
  takenBy: string;
  takenAt: Date;
  /** True if the office had already booked it: this booked nothing. */
  isKnown: boolean;
  /** True if the payment was reversed in the customer's account since. */
  isTakenBack: boolean;
  /** True if it arrived after the run was cashed up. */
  isLate: boolean;
  /** The client, if the stop where it was taken has no order any more; empty otherwise. */
  offRunOf: string;
  /** True if the run's cash-up counted it: the driver can't take it back. */
  isCounted: boolean;
}

/** Returns the amount to ask for; cash is rounded to five cents. */
export function askedFor(dueCents: number, method: DoorMethod): number {
  return method === "cash" ? roundedForCash(dueCents) : dueCents;
}

/** Returns "$249.90 in cash" or "$100.00 by cheque 101". */
export function takenInWords({
  cents,
  method,
  reference = "",
}: Pick<DoorReceipt, "cents" | "method"> & { reference?: string }): string {
  const number = method === "cheque" && reference ? ` ${reference}` : "";
  return `${formatCents(cents)} ${doorMethodText[method].by}${number}`;
}

/** The facts that identify money that a driver reported or the office booked. */
export interface Money {
  method: string | null;
  cents: number;
  /** The number of a cheque; any note for other money. */
  reference: string;
}

/**
 * True if a driver's report and a booking, or two reports of a stop, may be of the same money: the
 * amounts, the methods and, for cheques, the numbers are equal. A cheque without a typed number may
 * be any.
 */
export function isSameMoney(one: Money, other: Money): boolean {
  if (one.method !== other.method || one.cents !== other.cents) return false;
  const [number, another] = [chequeNumber(one), chequeNumber(other)];
  return number === "" || another === "" || number === another;
}

/** True if both are certainly the same cheque, because both have its number. */
export function isSameCheque(one: Money, other: Money): boolean {
  return isSameMoney(one, other) && chequeNumber(one) !== "" && chequeNumber(other) !== "";
}

/**
 * True if two bookings by staff are of the same money by a reference that both have. Two cheques
 * without a number may be one.
 */
export function isSameBooking(one: Money, other: Money): boolean {
  if (!isSameMoney(one, other)) return false;
  const [number, another] = [numberOf(one), numberOf(other)];
  return number === another && (number !== "" || one.method === "cheque");
}

const numberOf = (money: Money) =>
  money.method === "cheque" ? chequeNumber(money) : money.reference.trim().toLowerCase();

/** Returns the first that is the same money, preferably with the same cheque number. */
export function likest<Some extends Money>(all: readonly Some[], money: Money): Some | undefined {
  return all.find((one) => isSameCheque(one, money)) ?? all.find((one) => isSameMoney(one, money));
}

/** Returns a cheque's bare number: "102" for "No. 0102". Empty for other money. */
function chequeNumber({ method, reference }: Money): string {
  if (method !== "cheque") return "";
  const digits = reference.replace(/\D/g, "").replace(/^0+/, "");
  return digits || reference.trim().toLowerCase();
}

/**
 * Says which parts of a payment settled nothing when it arrived, and still don't: what the client
 * gave beyond the amount due, and what was paid otherwise before the driver's report came. Empty
 * once it was taken back.
 */
export function surplusInWords({
  method,
  cents,
  dueCents,
  overCents,
  isTakenBack,
}: Pick<DoorReceipt, "method" | "cents" | "dueCents" | "overCents" | "isTakenBack">): string[] {
  if (isTakenBack) return [];
  const givenCents = Math.min(overCents, Math.max(0, cents - askedFor(dueCents, method)));
  const parts: [number, string][] = [
    [givenCents, "is more than was due"],
    [overCents - givenCents, "was paid otherwise meanwhile"],
  ];
  return parts
    .filter(([some]) => some > 0)
    .map(([some, why]) => `${formatCents(some)} of it ${why}, and is the client’s credit`);
}

/** Returns "Booked against INV-000012 $80.00, INV-000013 $20.00", or that it settles nothing. */
export function bookedAgainst({
  settles,
  isTakenBack,
}: Pick<DoorReceipt, "settles" | "isTakenBack">): string {
  if (isTakenBack) return "";
  if (settles.length === 0) return "Booked against no invoice: it is the client’s credit";
  return `Booked against ${settles.map(({ name, cents }) => `${name} ${formatCents(cents)}`).join(", ")}`;
}

/** Returns "$5.00 short" or "$5.00 over"; empty for no difference. */
export function differenceInWords(cents: number): string {
  if (cents === 0) return "";
  return `${formatCents(Math.abs(cents))} ${cents < 0 ? "short" : "over"}`;
}

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

/** Returns "cash $249.90, cheque $80.00"; empty if nothing was taken. */
export function sumsInWords(sums: ByMethod): string {
  return doorMethods
    .filter((method) => sums[method] > 0)
    .map((method) => `${doorMethodText[method].title.toLowerCase()} ${formatCents(sums[method])}`)
    .join(", ");
}

/** Says where and when it was taken, to warn of a duplicate: "… in cash on …, by Sam". */
export function takenWhen(
  receipt: Pick<DoorReceipt, "cents" | "method" | "reference" | "takenAt" | "takenBy">,
): string {
  return `${takenInWords(receipt)} at the door on ${formatDateTime(receipt.takenAt)}, by ${receipt.takenBy}`;
}
