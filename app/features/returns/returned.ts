import { z } from "zod";
import { isTooWarm } from "#app/domain/delivery/runs/report.ts";
import { awaitedOf, isSlight } from "#app/domain/lots/refused-at-door.ts";
import type { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import {
  formatLb,
  hundredthsLb,
  isNoWeight,
  lbLess,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { filledText, optionalText } from "#app/lib/form/form-texts.ts";
import { hundredthsOf, wholeOf } from "#app/lib/form/typed-numbers.ts";
import { isOrAre } from "#app/lib/in-words.ts";
import type { StopState } from "#db/schema/values/deliveries.ts";
import {
  type ReturnOutcome,
  type ReturnPlace,
  returnOutcomes,
  weighedPlaces,
} from "#db/schema/values/door.ts";
import { type CreditReason, creditReasons } from "#db/schema/values/money.ts";

/** A week; a longer time out isn't plausible. */
const mostMinutes = 10_000;

/** Where goods were when they came back. */
export const placeText: Record<ReturnPlace, string> = {
  truck: "Refused at the truck",
  client: "Brought back by the client",
  counter: "Never left the counter",
};

/** "Refused at the truck"; goods of an order that nobody took came back undelivered. */
export function cameFromInWords({
  place,
  isUndelivered,
}: {
  place: ReturnPlace;
  isUndelivered: boolean;
}): string {
  return isUndelivered && place === "truck" ? "Came back undelivered" : placeText[place];
}

/** Why an order came back as a whole, by the state of its stop. */
export const undeliveredText: Record<StopState, string> = {
  waiting: "Nothing was reported of its stop",
  not_home: "No one there",
  kept: "Kept back by us, because meat in it is on hold",
  delivered: "Not handed over with the rest of its stop",
};

/** States the age of something in a list of what waits: "today", "12 days ago". */
export function agoInWords(at: Date, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(pacificDay(at))) / dayMs);
  if (days <= 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}

const dayMs = 24 * 60 * 60_000;

/** Says why goods that are cold now, but were too warm at the door, aren't sold again. */
export const wasWarmText =
  "The driver recorded it as too warm, so it is not sold again, however cold it is now";

/**
 * Decides about returned goods: those that had left the driver's hands or were too warm at the door
 * are never sold again; others only if they are cold and the time out is known.
 */
export function outcomeOf({
  place,
  temperatureC,
  minutesOut,
  wasWarm,
}: Pick<TypedReturn, "place" | "temperatureC" | "minutesOut"> &
  Pick<ReturnableLine, "wasWarm">): ReturnOutcome {
  const isCold = temperatureC !== null && !isTooWarm(temperatureC) && !wasWarm;
  return place === "truck" && isCold && minutesOut !== null ? "stock" : "waste";
}

/** True for goods too warm at the door that would be sold again by what they measure now. */
export function sellsWarm(
  typed: Pick<TypedReturn, "place" | "temperatureC" | "minutesOut" | "becomes">,
  { wasWarm }: Pick<ReturnableLine, "wasWarm">,
): boolean {
  return (
    wasWarm && typed.becomes === "stock" && outcomeOf({ ...typed, wasWarm: false }) === "stock"
  );
}

/** Choices for goods that could be sold again. */
export const becomesText: Record<ReturnOutcome, string> = {
  stock: "Put it back for sale",
  waste: "Throw it away",
};

/** Choices for goods of a lot on hold, which stay unsold in either case. */
export const heldBecomesText: Record<ReturnOutcome, string> = {
  stock: "Keep it in its lot, on hold",
  waste: becomesText.waste,
};

/** Returns the default choice: bad, warm or held meat isn't sold again. */
const usualChoice = (reason: string, isHeld: boolean): ReturnOutcome =>
  isHeld || ["quality", "warm", "recalled"].includes(reason) ? "waste" : "stock";

/** Returns the outcome of the user's choice; goods that could be sold may always be thrown away. */
export function chosenOutcome(
  facts: Parameters<typeof outcomeOf>[0],
  {
    becomes,
    reason,
    isHeld = false,
  }: { becomes: ReturnOutcome | null; reason: string; isHeld?: boolean },
): ReturnOutcome {
  return (becomes ?? usualChoice(reason, isHeld)) === "waste" ? "waste" : outcomeOf(facts);
}

/** Pounds by which our scale may differ from the weight typed at the door. */
export const scalesDiffer = "0.10";

type Refused = Pick<ReturnableLine, "refusedLb" | "truckLb" | "creditedLb">;

/**
 * Returns the pounds to credit for a weighed return. Goods refused at the truck were billed, and
 * the client has none of them, so a small loss on the way back is credited too. If they are much
 * lighter, or were brought back later, the credit is what they weigh. What was credited before is
 * not credited again; "0.00" if that was all of it, as near as scales agree.
 */
export function creditedLb(
  refused: Refused,
  { lb, place }: Pick<TypedReturn, "lb" | "place">,
): string {
  const left = sumLb([refused.refusedLb, `-${refused.truckLb}`]);
  const lost = left - toHundredthsLb(lb);
  const isLost = place === "truck" && lost > 0 && isSlight(lost, refused);
  // A loss that was credited is found again only on the truck.
  const ahead =
    place === "truck"
      ? toHundredthsLb(refused.creditedLb)
      : Math.min(toHundredthsLb(refused.creditedLb), awaitedOf(refused));
  const rest = (isLost ? left : toHundredthsLb(lb)) - ahead;
  const isAll = ahead > 0 && rest <= toHundredthsLb(scalesDiffer);
  return isAll ? "0.00" : toPounds(hundredthsLb(rest));
}

/** True if nothing more is credited of a weight, or until one is typed, of what is awaited. */
export function isCreditedAhead(
  line: Refused,
  { lb, place }: Pick<TypedReturn, "lb" | "place">,
): boolean {
  const weight = isNoWeight(lb) ? toPounds(hundredthsLb(awaitedOf(line))) : lb;
  return !isNoWeight(weight) && isNoWeight(creditedLb(line, { lb: weight, place }));
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

/** A return as typed: pounds of a line and lot. */
export const returnSchema = z.object({
  requestId: z.uuid("Please reload the page"),
  item: z.uuid("Please choose what came back"),
  /** Empty if it was packed without a lot. */
  lot: z
    .union([z.literal("").transform(() => null), z.uuid("Please choose the lot")])
    .default(null),
  lb: typedLb,
  place: z.enum(weighedPlaces, "Please choose where it was"),
  temperatureC: typedTemperature,
  minutesOut: typedMinutes,
  reason: z.enum(creditReasons, "Please choose what was wrong"),
  /** Null if nobody was asked. */
  becomes: z.enum(returnOutcomes, "Please choose what becomes of it").nullable().default(null),
  note: optionalText(500),
});

export type TypedReturn = z.output<typeof returnSchema>;

/** Takes back a weighing entered by mistake. */
export const takeBackSchema = z.object({
  requestId: z.uuid("Please reload the page"),
  weighing: z.uuid("Please reload the page"),
  why: filledText(300, "Please say why"),
});

/** Value of `intent` in that form, on the page that weighs an order's returns. */
export const takeBackIntent = "take-back";

/** Typed for each line and lot; the other fields are about all that is weighed together. */
const ofRow: readonly string[] = ["requestId", "lb", "reason", "becomes"];

/** Returns the name of a return's field; for what isn't typed, the weight's. */
export function fieldOf(name: string, { item, lot }: Pick<TypedReturn, "item" | "lot">): string {
  const own = name === "item" || name === "lot" ? "lb" : name;
  return ofRow.includes(own) ? `${own}:${item}:${lot ?? ""}` : own;
}

/**
 * Form in which an order's returned goods are weighed, several lines and lots at once. Rows without
 * a weight are skipped.
 */
export const returnsSchema = z
  .record(z.string(), z.string())
  .transform((fields, context): TypedReturn[] => {
    const said = new Set<string>();
    const refuse = (field: string, message: string) => {
      if (!said.has(field)) context.addIssue({ code: "custom", message, path: [field] });
      said.add(field);
    };
    const boxes = Object.keys(fields).filter((name) => name.startsWith("lb:"));
    const filled = boxes.filter((name) => fields[name]?.trim());
    if (filled.length === 0) refuse(boxes[0] ?? "lb", "Please enter pounds, such as 2.5");
    return filled.flatMap((box) => {
      const [, item = "", lot = ""] = box.split(":");
      const key = { item, lot };
      const own = ofRow.map((name) => [name, fields[fieldOf(name, key)]]);
      const { data, error } = returnSchema.safeParse({
        ...fields,
        ...key,
        ...Object.fromEntries(own),
      });
      for (const { path, message } of error?.issues ?? []) {
        refuse(fieldOf(String(path[0]), key), message);
      }
      return data ?? [];
    });
  });

/** A driver's report that some of a line did not stay with the client. */
interface DoorReport {
  id: string;
  lb: string;
  /** The driver's reason and note, as sent. */
  note: string;
  /** Time by the driver's phone. */
  happenedAt: Date;
  reason: CreditReason | null;
  /** The product's temperature at that stop in °C; null if not measured. */
  temperatureC: string | null;
}

export interface ReturnableLine {
  itemId: string;
  productName: string;
  lots: { lotId: string | null; code: string; isHeld: boolean; sentLb: string; backLb: string }[];
  /** Pounds refused at the door by the driver's reports; all of it if nobody took the order. */
  refusedLb: string;
  /** The part of `refusedLb` that was weighed back. */
  truckLb: string;
  /** True if a driver refused it as too warm, or measured too warm a product at its stop. */
  wasWarm: boolean;
  /** Pounds credited at the door that are not weighed yet. */
  creditedLb: string;
  /** Oldest first. */
  reports: DoorReport[];
}

/** Returns why a line came back by its reports: too warm if any says so, else the latest reason. */
export function reasonAtDoor(reports: readonly Pick<DoorReport, "reason">[]) {
  const reasons = reports.flatMap(({ reason }) => reason ?? []);
  return reasons.find((reason) => reason === "warm") ?? reasons.at(-1);
}

/** "4 lb, Not good: torn bag, product at 2.5 °C at the stop" */
export function doorReportInWords({
  lb,
  note,
  temperatureC,
}: Pick<DoorReport, "lb" | "note" | "temperatureC">): string {
  const measured =
    temperatureC === null
      ? "no temperature recorded at the stop"
      : `product at ${Number(temperatureC)} °C at the stop`;
  return [formatLb(Number(lb)), note, measured].filter(Boolean).join(", ");
}

interface CreditedReturn {
  lb: string;
  /** Null if it was weighed before. */
  creditedLb: string | null;
  isCredited: boolean;
  /** True if it was credited before it was weighed. */
  wasCredited: boolean;
}

/** Says how weighed goods are credited. */
export function creditInWords({
  lb,
  creditedLb: credited,
  isCredited,
  wasCredited,
}: CreditedReturn): string {
  if (!isCredited) return "It is credited once the order is invoiced.";
  if (wasCredited) return "It was credited already, so nothing more is credited.";
  if (credited === null) return "It was weighed and credited before.";
  if (lbLess(credited, lb) < 0) {
    return `${formatLb(Number(credited))} ${isOrAre(Number(credited))} credited. The rest was credited already.`;
  }
  return credited === lb
    ? "It is credited at this weight."
    : `${formatLb(Number(credited))} ${isOrAre(Number(credited))} credited, as the driver reported them. What is missing was lost on the way.`;
}

/**
 * Says during weighing what will be credited, by `creditedLb`; empty until a weight is typed,
 * unless it was credited.
 *
 * @param line with the pounds that were weighed back before
 */
export function willCreditInWords(line: Refused, typed: Pick<TypedReturn, "lb" | "place">): string {
  const wasCredited = isCreditedAhead(line, typed);
  if (toHundredthsLb(typed.lb) <= 0 && !wasCredited) return "";
  return creditInWords({
    lb: typed.lb,
    creditedLb: creditedLb(line, typed),
    isCredited: true,
    wasCredited,
  });
}

/**
 * Says that what was weighed is credited in one note, and that the client is told if the shop sends
 * mail; empty if nothing was credited now.
 */
export function noteInWords(
  weighed: readonly Omit<CreditedReturn, "lb">[],
  ifMailed: ReturnType<typeof useIfMailed>,
): string {
  const credited = weighed.filter(
    ({ creditedLb: lb, isCredited, wasCredited }) => isCredited && !wasCredited && lb !== null,
  );
  if (credited.length === 0) return "";
  const told = ifMailed("The client is notified.");
  return credited.length === 1 ? told : `All of it is in one credit note. ${told}`;
}

export interface ReturnedRow
  extends Pick<AwaitedReturn, "orderId" | "orderNumber" | "name" | "lb"> {
  id: string;
  productName: string;
  lotCode: string | null;
  place: ReturnPlace;
  isUndelivered: boolean;
  temperatureC: string | null;
  minutesOut: number | null;
  outcome: ReturnOutcome;
  weighedAt: Date;
  by: string;
  creditNote: string | null;
  /** Null while it stands. */
  takenBack: TakenBackReturn | null;
}

interface TakenBackReturn {
  at: Date;
  by: string;
  reason: string;
  /** The number of the invoice that takes its credit back; null if nothing had been credited. */
  debit: string | null;
}

/** Goods that came back from a run and aren't weighed yet. */
export interface AwaitedReturn {
  orderId: string;
  orderNumber: number;
  name: string;
  /** Null for a whole order that nobody took. */
  itemId: string | null;
  productName: string | null;
  lb: string;
  note: string;
  reportedAt: Date;
}
