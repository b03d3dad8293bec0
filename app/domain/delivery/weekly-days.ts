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

/** A zone as visitors read about it. */
export interface ServedZone {
  id: string;
  name: string;
  /** Its postal codes, or where to pick up. */
  about: string;
  /** One sentence per weekday. */
  days: string[];
}

/** The zones that have days, in words; deliveries before pickups. */
export function servedZones({ zones }: DeliveryRules): ServedZone[] {
  const served = zones.filter(({ days }) => days.length > 0);
  return [
    ...served.filter(({ kind }) => kind === "delivery"),
    ...served.filter(({ kind }) => kind === "pickup"),
  ].map((zone) => ({
    id: zone.id,
    name: zone.name,
    about: aboutZone(zone),
    days: zone.days.map((rule) => weeklyDayInWords(rule, zone.kind)),
  }));
}

/**
 * The weekdays on which anybody can have an order delivered somewhere, in words: "Tuesday to Friday",
 * "Monday, Wednesday and Friday", "every day". Empty while there are none.
 */
export function deliveryWeekdays({ zones }: Pick<DeliveryRules, "zones">): string {
  const open = zones.filter(({ kind, wholesaleOnly }) => kind === "delivery" && !wholesaleOnly);
  const weekdays = [...new Set(open.flatMap(({ days }) => days.map(({ weekday }) => weekday)))];
  weekdays.sort((one, other) => one - other);
  if (weekdays.length === 7) return "every day";
  const [first = 0, last = 0] = [weekdays[0], weekdays.at(-1)];
  if (weekdays.length > 2 && last - first === weekdays.length - 1) {
    return `${weekdayName(first)} to ${weekdayName(last)}`;
  }
  return weekdays
    .map(weekdayName)
    .join(", ")
    .replace(/, (\w+)$/, " and $1");
}

function aboutZone({ kind, place, prefixes, wholesaleOnly }: ZoneRules): string {
  const where = kind === "pickup" ? place : `Postal codes ${prefixes.join(", ")}`;
  return wholesaleOnly ? `${where} (wholesale clients)` : where;
}

/** "Thursdays, 8 a.m. to 3 p.m., order by Wednesday 2 p.m., minimum $150, delivery $12" */
export function weeklyDayInWords(rule: DayRule, kind: ZoneRules["kind"]): string {
  const window = windowInWords({ from: rule.windowFrom, to: rule.windowTo });
  return `${weekdayName(rule.weekday)}s, ${window}, order by ${cutOff(rule)}, ${termsInWords(rule, kind)}`;
}

function cutOff(rule: DayRule): string {
  const { weekday, cutOffDaysBefore, cutOffTime } = lastMinuteOfRule(rule);
  const time = timeInWords(cutOffTime);
  if (cutOffDaysBefore === 0) return `${time} the same day`;
  const day = weekdayName(((((weekday - 1 - cutOffDaysBefore) % 7) + 7) % 7) + 1);
  const weeks = Math.floor(cutOffDaysBefore / 7);
  return `${day} ${time}${["", " the week before", " two weeks before"][weeks]}`;
}
