import { z } from "zod";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { hundredthsOf, wholeOf } from "#app/lib/form/typed-numbers.ts";
import {
  type ReturnOutcome,
  type ReturnPlace,
  returnOutcomes,
  returnPlaces,
} from "#db/schema/values/door.ts";
import { creditReasons } from "#db/schema/values/money.ts";

/** The warmest that returned meat may be, in °C, to be sold again (trade rules, section 14). */
export const warmestC = 4;

/** Most minutes that are taken for what somebody meant: a week. */
const mostMinutes = 10_000;

/** Where goods were when they came back, as shown. */
export const placeText: Record<ReturnPlace, string> = {
  truck: "Refused at the truck",
  client: "Brought back by the client",
};

/**
 * What becomes of goods that came back: what left the driver's hands is never sold again, and what did not
 * only if it is cold and somebody knows how long it was out.
 */
export function outcomeOf({
  place,
  temperatureC,
  minutesOut,
}: Pick<TypedReturn, "place" | "temperatureC" | "minutesOut">): ReturnOutcome {
  const isCold = temperatureC !== null && Number(temperatureC) <= warmestC;
  return place === "truck" && isCold && minutesOut !== null ? "stock" : "waste";
}

/** What may become of goods that could be sold again, as a choice. */
export const becomesText: Record<ReturnOutcome, string> = {
  stock: "Put it back for sale",
  waste: "Throw it away",
};

/** What becomes of goods unless somebody says otherwise: what was not good is not sold again. */
const usualChoice = (reason: string): ReturnOutcome => (reason === "quality" ? "waste" : "stock");

/** What becomes of goods as somebody chose: to throw away what could be sold is always possible. */
export function chosenOutcome(
  facts: Parameters<typeof outcomeOf>[0],
  { becomes, reason }: { becomes: ReturnOutcome | null; reason: string },
): ReturnOutcome {
  return (becomes ?? usualChoice(reason)) === "waste" ? "waste" : outcomeOf(facts);
}

/** Per cent by which meat that comes back may weigh less than what was billed: it drips, and scales differ. */
const lossPct = 5;

type Refused = Pick<ReturnableLine, "refusedLb" | "truckLb">;

/** Whether so many hundredths of a pound of what was refused are no more than it loses on the way back. */
function isSlight(lost: number, { refusedLb }: Pick<Refused, "refusedLb">): boolean {
  return 100 * lost <= lossPct * toHundredthsLb(refusedLb);
}

/** What of a refused line is still to be weighed, in hundredths of a pound: not what it lost on the way. */
export function awaitedOf(refused: Refused): number {
  const left = sumLb([refused.refusedLb, `-${refused.truckLb}`]);
  return left <= 0 || (Number(refused.truckLb) > 0 && isSlight(left, refused)) ? 0 : left;
}

/**
 * The pounds to credit of what was weighed. What was refused at the truck was billed, and the client has
 * nothing of it: where it lost no more than a little on the way back, all that was refused is credited.
 * What is much lighter, or was brought back later, is credited at what it weighs.
 */
export function creditedLb(
  refused: Refused,
  { lb, place }: Pick<TypedReturn, "lb" | "place">,
): string {
  const left = sumLb([refused.refusedLb, `-${refused.truckLb}`]);
  const lost = left - toHundredthsLb(lb);
  return place === "truck" && lost > 0 && isSlight(lost, refused)
    ? toPounds(hundredthsLb(left))
    : lb;
}

const typedLb = z
  .string()
  .default("")
  .transform((typed, context) => {
    const lb = hundredthsOf(typed.replace(",", "."));
    if (typeof lb === "number" && lb >= 1 && lb <= 1_000_000) return toPounds(hundredthsLb(lb));
    context.addIssue("Please enter pounds, such as 2.5");
    return z.NEVER;
  });

const typedTemperature = z
  .string()
  .default("")
  .transform((typed, context) => {
    const text = typed.trim().replace(",", ".").replace("−", "-");
    if (text === "") return null;
    if (/^-?\d{1,2}(\.\d)?$/.test(text) && Math.abs(Number(text)) <= 60) return text;
    context.addIssue("Please enter degrees Celsius from -60 to 60, such as 3.5");
    return z.NEVER;
  });

const typedMinutes = z
  .string()
  .default("")
  .transform((typed, context) => {
    const minutes = wholeOf(typed);
    if (minutes === "missing") return null;
    if (typeof minutes === "number" && minutes <= mostMinutes) return minutes;
    context.addIssue("Please enter whole minutes, such as 20");
    return z.NEVER;
  });

/** The form in which what came back is weighed. */
export const returnSchema = z.object({
  requestId: z.uuid("Please load the page again"),
  item: z.uuid("Please choose what came back"),
  /** Empty where it was packed without one. */
  lot: z
    .union([z.literal("").transform(() => null), z.uuid("Please choose the lot")])
    .default(null),
  lb: typedLb,
  place: z.enum(returnPlaces, "Please choose where it was"),
  temperatureC: typedTemperature,
  minutesOut: typedMinutes,
  reason: z.enum(creditReasons, "Please choose what was wrong"),
  /** Null where nobody was asked. */
  becomes: z.enum(returnOutcomes, "Please choose what becomes of it").nullable().default(null),
  note: optionalText(500),
});

/** What came back, as typed. */
export type TypedReturn = z.output<typeof returnSchema>;

/** A line of which something may come back, by lot. */
export interface ReturnableLine {
  itemId: string;
  productName: string;
  lots: { lotId: string | null; code: string; sentLb: string; backLb: string }[];
  /** What the driver reported as refused at the door. */
  refusedLb: string;
  /** What of that was weighed back. */
  truckLb: string;
}

/** What is said of the credit for goods that were weighed. */
export function creditInWords({
  lb,
  creditedLb: credited,
  isCredited,
}: {
  lb: string;
  /** Null where it was weighed before. */
  creditedLb: string | null;
  isCredited: boolean;
}): string {
  if (!isCredited) return "It is credited once the order is invoiced.";
  if (credited === null) return "It was weighed and credited before.";
  return credited === lb
    ? "It is credited at this weight, and the client is told."
    : `${formatLb(Number(credited))} are credited, as the driver reported them, and the client is told. What is missing was lost on the way.`;
}

/** Goods that came back, in the list. */
export interface ReturnedRow {
  id: string;
  orderId: string;
  orderNumber: number;
  name: string;
  productName: string;
  lotCode: string | null;
  lb: string;
  place: ReturnPlace;
  temperatureC: string | null;
  minutesOut: number | null;
  outcome: ReturnOutcome;
  weighedAt: Date;
  by: string;
}

/** What a driver reported as refused and nobody has weighed yet. */
export interface AwaitedReturn {
  orderId: string;
  orderNumber: number;
  name: string;
  productName: string;
  lb: string;
  note: string;
  reportedAt: Date;
}
