import { daysAfter, startOfDay } from "./dates.ts";

/** Pacific calendar days, e.g. "2026-11-21", inclusive; open-ended if one is missing. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Parses `?from=2026-11-01&to=2026-11-21`. Ignores invalid days, and swaps a wrong order. */
export function dayRangeIn(query: URLSearchParams): DayRange {
  const [from, to] = [dayIn(query.get("from")), dayIn(query.get("to"))];
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

/** Returns the moments of a range: `since` is inclusive, `before` exclusive. */
export function momentsOf({ from, to }: DayRange): { since?: Date; before?: Date } {
  return {
    ...(from && { since: startOfDay(from) }),
    ...(to && { before: startOfDay(daysAfter(to, 1)) }),
  };
}

/** Parses a day of this century in a URL, e.g. "2026-11-21"; undefined for anything else. */
export function dayIn(text: string | null): string | undefined {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(text);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isDay ? text : undefined;
}
