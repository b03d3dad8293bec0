import type { DayException, ZoneRules } from "#app/domain/delivery/days.ts";
import { daysAfter, pacificDay, pacificMoment, weekdayOf } from "#app/lib/dates.ts";

const hourMs = 3_600_000;

const weeksBack = 4;

/** Hours before a cut-off in which a reminder would only annoy. */
const lastHours = 1;

/** Before a cut-off earlier than this, clients are reminded on the afternoon before. */
const early = { cutOff: "11:00", remind: "14:00" };
const morning = "08:00";

/** Returns when to remind of a cut-off: that morning or, if early, on the afternoon before. */
export function remindAt(cutOffAt: Date): Date {
  const day = pacificDay(cutOffAt);
  return cutOffAt < pacificMoment(day, early.cutOff)
    ? pacificMoment(daysAfter(day, -1), early.remind)
    : pacificMoment(day, morning);
}

/** True if a reminder is due and not too late. */
export function isTimeToRemind(cutOffAt: Date, now: Date): boolean {
  return remindAt(cutOffAt) <= now && now.getTime() <= cutOffAt.getTime() - lastHours * hourMs;
}

/**
 * Returns the dates of the last four weeks on which a zone served the same day as on `date`, moved
 * ones too; none for an extra day. `exceptions` start four weeks before `date`.
 */
export function usualDates(
  { id, days }: Pick<ZoneRules, "id" | "days">,
  exceptions: readonly DayException[],
  date: string,
): string[] {
  const own = exceptions.filter(({ zoneId }) => zoneId === null || zoneId === id);
  const isServed = (day: string) => days.some(({ weekday }) => weekday === weekdayOf(day));
  const movedHere = own.find(({ kind, movedTo }) => kind === "moved" && movedTo === date);
  const regular = isServed(date) ? date : movedHere?.date;
  if (!regular || !isServed(regular)) return [];
  return Array.from({ length: weeksBack }, (_, week) => {
    const day = daysAfter(regular, -7 * (week + 1));
    const moved = own.find((one) => one.kind === "moved" && one.date === day);
    return moved?.movedTo ?? day;
  });
}
