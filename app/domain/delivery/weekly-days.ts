import {
  type DayRule,
  lastMinuteOfRule,
  termsInWords,
  timeInWords,
  weekdayName,
  windowInWords,
  type ZoneRules,
} from "./days.ts";
import type { DeliveryRules } from "./rules.ts";

export interface ServedZone {
  id: string;
  name: string;
  /** Its postal codes, or the pickup's address. */
  about: string;
  days: string[];
}

/** Returns the zones that have days, in words; deliveries before pickups. */
export function servedZones({ zones }: DeliveryRules): ServedZone[] {
  const served = zones.filter(({ days }) => days.length > 0);
  return [
    ...served.filter(({ kind }) => kind === "delivery"),
    ...served.filter(({ kind }) => kind === "pickup"),
  ].map((zone) => ({
    id: zone.id,
    name: zone.name,
    about: aboutZone(zone),
    days: [...Map.groupBy(zone.days, (rule) => alikeIn(rule, zone.kind)).values()].map((alike) =>
      alikeDaysInWords(alike, zone.kind),
    ),
  }));
}

/**
 * Returns the weekdays on which anybody can get a delivery, in words: "Tuesday to Friday", "Monday,
 * Wednesday and Friday", "every day". Empty if there are none.
 */
export function deliveryWeekdays({ zones }: Pick<DeliveryRules, "zones">): string {
  const open = zones.filter(({ kind, wholesaleOnly }) => kind === "delivery" && !wholesaleOnly);
  return daysInWords(open.flatMap(({ days }) => days.map(({ weekday }) => weekday)));
}

/** @param end the suffix of each weekday: "s" for "Mondays" */
function daysInWords(weekdays: readonly number[], end = ""): string {
  const days = [...new Set(weekdays)].sort((one, other) => one - other);
  if (days.length === 7) return "every day";
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const named = (weekday: number) => weekdayName(weekday) + end;
  if (days.length > 2 && last - first === days.length - 1) {
    return `${named(first)} to ${named(last)}`;
  }
  return days
    .map(named)
    .join(", ")
    .replace(/, (\w+)$/, " and $1");
}

function aboutZone({ kind, place, prefixes, wholesaleOnly }: ZoneRules): string {
  const where = kind === "pickup" ? place : `Postal codes ${prefixes.join(", ")}`;
  return wholesaleOnly ? `${where} (wholesale clients)` : where;
}

/** Returns e.g. "Thursdays, 8 a.m. to 3 p.m., order by Wednesday 2 p.m., minimum $150". */
export function weeklyDayInWords(rule: DayRule, kind: ZoneRules["kind"]): string {
  return `${weekdayName(rule.weekday)}s, ${ruleInWords(rule, kind, cutOff(rule))}`;
}

function ruleInWords(rule: DayRule, kind: ZoneRules["kind"], by: string): string {
  const window = windowInWords({ from: rule.windowFrom, to: rule.windowTo });
  return `${window}, order by ${by}, ${termsInWords(rule, kind)}`;
}

/** Returns the words that weekdays must share to be told in one sentence. */
const alikeIn = (rule: DayRule, kind: ZoneRules["kind"]) =>
  ruleInWords(rule, kind, anyCutOff(rule));

/** Returns e.g. "Mondays to Saturdays, 8 a.m. to 4 p.m., order by 2 p.m. the day before". */
function alikeDaysInWords(alike: readonly DayRule[], kind: ZoneRules["kind"]): string {
  const [first, ...others] = alike;
  if (!first) return "";
  if (others.length === 0) return weeklyDayInWords(first, kind);
  const days = daysInWords(
    alike.map(({ weekday }) => weekday),
    "s",
  );
  return `${days.replace(/^e/, "E")}, ${alikeIn(first, kind)}`;
}

function anyCutOff(rule: DayRule): string {
  const { cutOffDaysBefore: before, cutOffTime } = lastMinuteOfRule(rule);
  return `${timeInWords(cutOffTime)} ${["the same day", "the day before"][before] ?? `${before} days before`}`;
}

function cutOff(rule: DayRule): string {
  const { weekday, cutOffDaysBefore, cutOffTime } = lastMinuteOfRule(rule);
  const time = timeInWords(cutOffTime);
  if (cutOffDaysBefore === 0) return `${time} the same day`;
  const day = weekdayName(((((weekday - 1 - cutOffDaysBefore) % 7) + 7) % 7) + 1);
  const weeks = Math.floor(cutOffDaysBefore / 7);
  return `${day} ${time}${["", " the week before", " two weeks before"][weeks]}`;
}
