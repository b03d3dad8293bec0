import { daysAfter, pacificDay, pacificTime, weekdayOf } from "#app/lib/dates.ts";

/** How many days, weeks and months keep their newest backup, and hours between nights. */
const keep = { days: 7, weeks: 4, months: 6, hours: 24 };

/** Manual backups have other names, and are never removed. */
const nightlyName = /^nightly-(\d{4}-\d\d-\d\d)-\d{6}$/;

const recentName = /^recent-(\d{4}-\d\d-\d\d-\d\d)\d{4}$/;

/** The name of a killed run's leftover: one being made, or one being removed. */
const leftoverName = /^nightly-\d{4}-\d\d-\d\d-\d{6}\.(part|gone)$/;

/** Returns the folder name of a backup: `nightly-2026-11-23-030015`, Pacific time of its start. */
export function nameAt(moment: Date, kind: "nightly" | "recent" = "nightly"): string {
  const minute = pacificTime(moment).replace(" ", "-").replace(":", "");
  return `${kind}-${minute}${String(moment.getUTCSeconds()).padStart(2, "0")}`;
}

export const isNightly = (name: string): boolean => nightlyName.test(name);

export const isRecent = (name: string): boolean => recentName.test(name);

/** Orders names by their moment, whatever their kind. */
export const byMoment = (one: string, other: string): number =>
  momentOf(one) < momentOf(other) ? -1 : 1;

const momentOf = (name: string) => name.replace(/^[a-z]+-/, "");

export const isLeftover = (name: string): boolean => leftoverName.test(name);

/** Returns the night of a moment, by the day on which it began: at `hour` Pacific. */
export function nightOf(moment: Date, hour: number): string {
  const day = pacificDay(moment);
  return Number(pacificTime(moment).slice(11, 13)) < hour ? daysAfter(day, -1) : day;
}

/**
 * Returns the backups to remove: all but the newest of each of the last days, weeks (from Monday)
 * and months that have any, and of those between nights all but the newest of each of the last
 * hours that have any. Ignores other names.
 */
export function outdated(names: readonly string[]): string[] {
  const kept = new Set<string>();
  const keepNewest = (of: string[], most: number, periodOf: (name: string) => string) => {
    const seen = new Set<string>();
    for (const name of of) {
      const period = periodOf(name);
      if (seen.has(period)) continue;
      if (seen.size === most) return;
      seen.add(period);
      kept.add(name);
    }
  };
  const nights = names.filter(isNightly).sort().reverse();
  keepNewest(nights, keep.days, dayOf);
  keepNewest(nights, keep.weeks, (name) => daysAfter(dayOf(name), 1 - weekdayOf(dayOf(name))));
  keepNewest(nights, keep.months, (name) => dayOf(name).slice(0, 7));
  const between = names.filter(isRecent).sort().reverse();
  keepNewest(between, keep.hours, (name) => recentName.exec(name)?.[1] ?? "");
  return [...nights, ...between].filter((name) => !kept.has(name));
}

function dayOf(name: string): string {
  return nightlyName.exec(name)?.[1] ?? "";
}
