import { daysAfter, startOfDay } from "./dates.ts";

/** Pacific calendar days, such as "2026-11-21", both included; open where one is missing. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The range that an address asks for: `?from=2026-11-01&to=2026-11-21`. What is no day is left out, and
 * two in the wrong order are taken for what must have been meant.
 */
export function dayRangeIn(query: URLSearchParams): DayRange {
  const [from, to] = [dayIn(query.get("from")), dayIn(query.get("to"))];
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

/** From when until before when a range lasts. */
export function momentsOf({ from, to }: DayRange): { since?: Date; before?: Date } {
  return {
    ...(from && { since: startOfDay(from) }),
    ...(to && { before: startOfDay(daysAfter(to, 1)) }),
  };
}

function dayIn(text: string | null): string | undefined {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(text);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isDay ? text : undefined;
}
