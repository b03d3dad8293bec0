import { daysAfter, pacificDay, pacificTime, weekdayOf } from "#app/lib/dates.ts";

/** How many days, weeks and months keep their newest backup. */
const keep = { days: 7, weeks: 4, months: 6 };

/** Backups that people made have other names, and are never removed. */
const nightlyName = /^nightly-(\d{4}-\d\d-\d\d)-\d{6}$/;

/** What a killed run left: one that was being made, or one that was being removed. */
const leftoverName = /^nightly-\d{4}-\d\d-\d\d-\d{6}\.(part|gone)$/;

/** The folder of a backup begun at this moment: `nightly-2026-11-23-030015`, Pacific time. */
export function nameAt(moment: Date): string {
  const minute = pacificTime(moment).replace(" ", "-").replace(":", "");
  return `nightly-${minute}${String(moment.getUTCSeconds()).padStart(2, "0")}`;
}

export const isNightly = (name: string): boolean => nightlyName.test(name);

export const isLeftover = (name: string): boolean => leftoverName.test(name);

/**
 * The night that a moment belongs to, by the day on which it began: until `hour` Pacific it is still
 * the last one.
 */
export function nightOf(moment: Date, hour: number): string {
  const day = pacificDay(moment);
  return Number(pacificTime(moment).slice(11, 13)) < hour ? daysAfter(day, -1) : day;
}

/**
 * Which nightly backups to remove: all but the newest of each of the last days, weeks (from Monday)
 * and months that have any. Other names are left out.
 */
export function outdated(names: readonly string[]): string[] {
  const newestFirst = names.filter(isNightly).sort().reverse();
  const kept = new Set<string>();
  const keepNewest = (most: number, periodOf: (day: string) => string) => {
    const seen = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(dayOf(name));
      if (seen.has(period)) continue;
      if (seen.size === most) return;
      seen.add(period);
      kept.add(name);
    }
  };
  keepNewest(keep.days, (day) => day);
  keepNewest(keep.weeks, (day) => daysAfter(day, 1 - weekdayOf(day)));
  keepNewest(keep.months, (day) => day.slice(0, 7));
  return newestFirst.filter((name) => !kept.has(name));
}

function dayOf(name: string): string {
  return nightlyName.exec(name)?.[1] ?? "";
}
