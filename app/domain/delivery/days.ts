import { formatCents } from "#app/lib/amounts/money.ts";
import {
  dateInWords,
  daysAfter,
  pacificDay,
  pacificMoment,
  pacificTime,
  shortDateInWords,
  weekdayOf,
} from "#app/lib/dates.ts";
import type { DeliveryKind, ExceptionKind } from "#db/schema/values/deliveries.ts";

export interface ZoneRules {
  id: string;
  name: string;
  kind: DeliveryKind;
  /** The address of a pickup; empty for deliveries. */
  place: string;
  wholesaleOnly: boolean;
  /** Starts of postal codes, 1 to 6 characters; none for pickup. */
  prefixes: string[];
  days: DayRule[];
}

/** The rules of one weekday of a zone. Amounts in cents, weights in hundredths of a pound. */
export interface DayRule {
  /** ISO: 1 is Monday, 7 is Sunday. */
  weekday: number;
  cutOffDaysBefore: number;
  /** Wall-clock time, "14:00". */
  cutOffTime: string;
  windowFrom: string;
  windowTo: string;
  /** Null for no limit, as below. */
  capStops: number | null;
  capLb: number | null;
  capBoxes: number | null;
  minOrder: number;
  fee: number;
  /** Null if the fee is taxed like the goods. */
  feeTaxCode: "Z" | "E" | "G" | "GP" | null;
  /** The order total from which the fee is waived; null if it never is. */
  freeFrom: number | null;
}

/** A date on which the weekday's rule doesn't apply. */
export interface DayException {
  /** Null for all zones. */
  zoneId: string | null;
  date: string;
  /** Moved: `movedTo` is served instead of `date`. Extra: `date` is served as well. */
  kind: ExceptionKind;
  movedTo: string | null;
  /** The weekday whose rule an extra day follows. */
  weekday: number | null;
  /** Replaces the rule's cut-off; for a moved day, it belongs to the new day. */
  cutOffAt: Date | null;
}

/** A date on which a zone is served, with the terms of its weekday's rule. */
export interface DeliveryDay extends Omit<DayRule, "weekday" | "cutOffDaysBefore" | "cutOffTime"> {
  zoneId: string;
  date: string;
  kind: DeliveryKind;
  cutOffAt: Date;
}

export const daysAhead = 56;

/** A cut-off moves back over at most so many closed days in a row. */
const longestClosure = 60;

/**
 * Returns the next days of a zone, by date, that can still be ordered for at `now`, even if full.
 * The exact moment of the cut-off is in time; packed orders have no cut-off.
 */
export function upcomingDays(
  zone: ZoneRules,
  exceptions: readonly DayException[],
  now: Date,
  { limit = daysAhead, isPacked = false }: { limit?: number; isPacked?: boolean } = {},
): DeliveryDay[] {
  const today = pacificDay(now);
  const found: DeliveryDay[] = [];
  for (let ahead = 0; ahead <= daysAhead && found.length < limit; ahead++) {
    const day = dayOn(zone, exceptions, daysAfter(today, ahead));
    if (day && (isPacked || now.getTime() <= day.cutOffAt.getTime())) found.push(day);
  }
  return found;
}

/**
 * Returns a zone's day on a date, even after its cut-off; undefined if it isn't served. The zone's
 * own exceptions override those of all zones.
 */
export function dayOn(
  zone: ZoneRules,
  exceptions: readonly DayException[],
  date: string,
): DeliveryDay | undefined {
  const own = ofZone(zone, exceptions);
  const exception = exceptionOn(own, date);
  if (exception?.kind === "closed" || exception?.kind === "moved") return undefined;
  const extra = exception;
  const regular = ruleOf(zone, weekdayOf(date));
  const moved = regular || extra ? undefined : movedTo(zone, own, date);
  const rule = (extra?.weekday && ruleOf(zone, extra.weekday)) || regular || moved?.rule;
  if (!rule) return undefined;
  const { weekday: _weekday, cutOffDaysBefore: _daysBefore, cutOffTime: _time, ...terms } = rule;
  const cutOffAt = (extra ?? moved?.exception)?.cutOffAt ?? cutOffOf(rule, date, own);
  return { zoneId: zone.id, date, kind: zone.kind, cutOffAt, ...terms };
}

/**
 * Returns the cut-off of a rule for a date. On a closed day, it moves to the same time on the last
 * open day before. `exceptions` are those of the zone.
 */
export function cutOffOf(
  rule: Pick<DayRule, "cutOffDaysBefore" | "cutOffTime">,
  date: string,
  exceptions: readonly DayException[],
): Date {
  const due = daysAfter(date, -rule.cutOffDaysBefore);
  let day = due;
  for (let back = 0; back < longestClosure && isClosedOn(exceptions, day); back++) {
    day = daysAfter(due, -back - 1);
  }
  return pacificMoment(day, rule.cutOffTime);
}

/** Returns a zone's regular day, or the day it was moved to; undefined if neither is served. */
export function dayInPlaceOf(
  zone: ZoneRules,
  exceptions: readonly DayException[],
  date: string,
): DeliveryDay | undefined {
  const exception = exceptionOn(ofZone(zone, exceptions), date);
  const movedOn = exception?.kind === "moved" ? exception.movedTo : null;
  return dayOn(zone, exceptions, movedOn ?? date);
}

/** Returns the Pacific day that is `count` of the zone's open days before another. */
export function openDaysBefore(
  zone: ZoneRules,
  exceptions: readonly DayException[],
  date: string,
  count: number,
): string {
  const own = ofZone(zone, exceptions);
  let day = date;
  for (let open = 0, back = 0; open < count && back < longestClosure; back += 1) {
    day = daysAfter(day, -1);
    if (!isClosedOn(own, day)) open += 1;
  }
  return day;
}

/** Returns e.g. "Thursday, November 26, order by Wed 2 p.m., minimum $150, delivery $12". */
export function dayInWords(day: DeliveryDay, now = new Date()): string {
  return `${dateInWords(day.date, now)}, order by ${cutOffInWords(day, now)}, ${termsInWords(day, day.kind)}`;
}

/** Returns e.g. "minimum $150, delivery $12, free from $400". */
export function termsInWords(
  { minOrder, fee, freeFrom }: Pick<DayRule, "minOrder" | "fee" | "freeFrom">,
  kind: DeliveryKind,
): string {
  const what = kind === "pickup" ? "pickup" : "delivery";
  return [
    ...(minOrder > 0 ? [`minimum ${dollars(minOrder)}`] : []),
    fee > 0 ? `${what} ${dollars(fee)}` : `free ${what}`,
    ...(fee > 0 && freeFrom !== null ? [freeFromInWords(freeFrom)] : []),
  ].join(", ");
}

/**
 * Returns the cut-off in the shortest form that is clear at `now`: "Wed 2 p.m.", "Tue, Dec 1, 2
 * p.m." People take a bare weekday for the nearest one to today before the delivery.
 */
export function cutOffInWords(
  { date, cutOffAt }: Pick<DeliveryDay, "date" | "cutOffAt">,
  now = new Date(),
): string {
  const { day: cutOffDay, time } = lastMinuteOf(cutOffAt);
  const weekday = weekdayName(weekdayOf(cutOffDay)).slice(0, 3);
  const today = pacificDay(now);
  const isNear = cutOffDay > daysAfter(today, -7) && cutOffDay < daysAfter(today, 7);
  if (isNear && cutOffDay > daysAfter(date, -7)) return `${weekday} ${timeInWords(time)}`;
  return `${shortDateInWords(cutOffDay, now)}, ${timeInWords(time)}`;
}

/** Returns a cut-off's Pacific day and time; midnight becomes the last minute of the day before. */
export function lastMinuteOf(cutOffAt: Date): { day: string; time: string } {
  const [day = "", time = ""] = pacificTime(cutOffAt).split(" ");
  return time === midnight ? { day: daysAfter(day, -1), time: lastMinute } : { day, time };
}

/** `lastMinuteOf` for a weekday rule's cut-off. */
export function lastMinuteOfRule<Rule extends Pick<DayRule, "cutOffDaysBefore" | "cutOffTime">>(
  rule: Rule,
): Rule {
  if (rule.cutOffTime !== midnight) return rule;
  return { ...rule, cutOffDaysBefore: rule.cutOffDaysBefore + 1, cutOffTime: lastMinute };
}

const midnight = "00:00";
const lastMinute = "23:59";

/** Returns e.g. "2 p.m." for "14:00" or "14:00:00", "7:30 a.m.", "midnight". */
export function timeInWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (minute === 0 && hour === 0) return "midnight";
  if (minute === 0 && hour === 12) return "noon";
  const minutes = minute > 0 ? `:${String(minute).padStart(2, "0")}` : "";
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "a.m." : "p.m."}`;
}

/** Returns e.g. "8 a.m. to 12:30 p.m." */
export function windowInWords({ from, to }: { from: string; to: string }): string {
  return `${timeInWords(from)} to ${timeInWords(to)}`;
}

const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** ISO: 1 is "Monday". */
export function weekdayName(weekday: number): string {
  return weekdayNames[weekday - 1] ?? "";
}

/** Names the cents of goods from which, not above which, a day is free: "free from $400". */
export function freeFromInWords(cents: number): string {
  return `free from ${dollars(cents)}`;
}

/** Returns e.g. "$12", "$12.50". */
export function dollars(cents: number): string {
  return formatCents(cents).replace(/\.00$/, "");
}

function ruleOf(zone: ZoneRules, weekday: number): DayRule | undefined {
  return zone.days.find((rule) => rule.weekday === weekday);
}

/** Returns the exceptions that apply to a zone, its own before those of all zones. */
function ofZone(zone: ZoneRules, exceptions: readonly DayException[]): DayException[] {
  return [
    ...exceptions.filter(({ zoneId }) => zoneId === zone.id),
    ...exceptions.filter(({ zoneId }) => zoneId === null),
  ];
}

function exceptionOn(own: readonly DayException[], date: string): DayException | undefined {
  return own.find((exception) => exception.date === date);
}

/** A day that only one zone moved is still a working day for its cut-offs. */
function isClosedOn(own: readonly DayException[], date: string): boolean {
  const exception = exceptionOn(own, date);
  if (exception?.kind === "moved") return exception.zoneId === null;
  return exception?.kind === "closed";
}

/** Returns the rule of the day that was moved to this date, with its exception. */
function movedTo(
  zone: ZoneRules,
  own: readonly DayException[],
  date: string,
): { rule: DayRule; exception: DayException } | undefined {
  for (const exception of own) {
    if (exception.kind !== "moved" || exception.movedTo !== date) continue;
    if (exceptionOn(own, exception.date) !== exception) continue;
    const rule = ruleOf(zone, weekdayOf(exception.date));
    if (rule) return { rule, exception };
  }
  return undefined;
}
