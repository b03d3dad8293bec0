/** A standing order's delivery days, and the time at which each order is placed (trade.md 6). */
import { cutOff, pacificDay, pacificInstant, plusDays, weekday } from "./days.ts";

export interface Standing {
  /** 1 is Monday. */
  weekday: number;
  everyWeeks: number;
  startsOn: string;
  /** No delivery before this day. */
  pausedUntil?: string;
}

/** Orders are placed from eight in the morning, three open days before the cut-off. */
const lead = 3;
const morning = 8 * 60;

/** Returns the delivery days between two days, both included. */
export function deliveries(
  { weekday: wanted, everyWeeks, startsOn, pausedUntil = startsOn }: Standing,
  from: string,
  to: string,
): string[] {
  const first = plusDays(startsOn, (wanted - (weekday(startsOn) || 7) + 7) % 7);
  const days: string[] = [];
  for (let day = first; day <= to; day = plusDays(day, 7 * everyWeeks)) {
    if (day >= from && day >= pausedUntil) days.push(day);
  }
  return days;
}

/** Returns the instant from which a delivery's order is placed; four days before a closed day. */
export function placedFrom(
  day: string,
  last: { daysBefore: number; minutes: number },
  isClosed: (day: string) => boolean,
): number {
  if (isClosed(day)) return pacificInstant(plusDays(day, -lead - 1), morning);
  let at = pacificDay(cutOff(day, last.daysBefore, last.minutes, isClosed));
  for (let open = 0; open < lead; ) {
    at = plusDays(at, -1);
    if (!isClosed(at)) open += 1;
  }
  return pacificInstant(at, morning);
}
