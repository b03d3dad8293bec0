import { daysAfter, firstOfMonth, formatFullDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";

export interface StatementDays {
  from: string;
  to: string;
}

interface AskedDays {
  days: StatementDays;
  wrong: string | null;
}

/**
 * Reads the days from an address: `?from=2026-09-01&to=2026-11-23`. Defaults to today, and to the
 * first of the month before last.
 */
export function statementDays(query: URLSearchParams, today: string): AskedDays {
  const wanted = dayIn(query.get("to")) ?? today;
  const to = wanted > today ? today : wanted;
  const days = { from: dayIn(query.get("from")) ?? firstOfMonth(to, -2), to };
  return { days, wrong: wrongDays(days) };
}

/** Returns why these days have no statement: an empty one would suggest that nothing happened. */
export function wrongDays({ from, to }: StatementDays): string | null {
  return from > to ? `Choose a first day that is not after ${formatFullDay(to)}.` : null;
}

/** Returns the whole previous month, which bookkeepers need most. */
export function lastMonth(today: string): StatementDays {
  return { from: firstOfMonth(today, -1), to: daysAfter(firstOfMonth(today), -1) };
}

/** Entries per PDF; this many take a second to print. */
export const mostEntries = 2_000;

/** Open debts listed per PDF, oldest due first; one more row sums the rest. */
export const mostOpen = 500;

export interface StatementPart extends StatementDays {
  entries: number;
}

export interface StatementPapers {
  days: StatementDays;
  entries: number;
  /** Oldest first. A single day may have more than `mostEntries`; then no PDF holds it. */
  parts: StatementPart[];
}

/**
 * Splits a statement into as few parts as possible, each of whole days, so that each begins with
 * the balance that the previous one ends with.
 *
 * @param counts the entries of each day that has any, oldest first
 */
export function partsOf(
  days: StatementDays,
  counts: readonly { day: string; entries: number }[],
  most = mostEntries,
): StatementPart[] {
  const parts: StatementPart[] = [];
  let from = days.from;
  let entries = 0;
  for (const { day, entries: more } of counts) {
    if (entries > 0 && entries + more > most) {
      parts.push({ from, to: daysAfter(day, -1), entries });
      from = day;
      entries = 0;
    }
    entries += more;
  }
  return [...parts, { from, to: days.to, entries }];
}

/** Returns the file name of a statement. */
export function statementFileName({ to }: StatementDays): string {
  return `statement-${to}.pdf`;
}
