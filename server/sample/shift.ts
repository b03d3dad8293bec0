import { createHash } from "node:crypto";
import { daysAfter, startOfDay, weekdayOf } from "#app/lib/dates.ts";
import type { SampleDay } from "./sample-file.ts";
import type { Filling } from "./tokens.ts";

/**
 * Returns the day of the sample that a shop begins with: the same weekday, so that whole weeks are
 * shifted and runs, cut-offs and days off keep theirs.
 *
 * @param today Pacific
 * @returns the day, and the Monday that replaces the sample's
 */
export function dayLike(days: readonly SampleDay[], today: string) {
  const wanted = weekdayOf(today) - 1;
  const like = days.find(({ day }) => day === wanted);
  if (!like) throw new Error("The sample lacks a day of the week");
  return { like, monday: daysAfter(today, -wanted) };
}

/**
 * Returns how to show the sample's instants: what was done on the last day until the sample's end
 * must lie in the past, in the same order, even early in the day.
 *
 * @param at the sample's end, in ms after midnight
 */
export function shownBy(now: Date, today: string, at: number): Filling["shown"] {
  const midnight = BigInt(startOfDay(today).getTime()) * 1000n;
  const lived = BigInt(at) * 1000n;
  const passed = BigInt(now.getTime()) * 1000n - midnight;
  return (micros) => {
    const since = micros - midnight;
    if (since <= 0n || since > lived || passed >= lived) return micros;
    return midnight + (since * passed) / lived;
  };
}

/**
 * Returns the ids of one shop: they look random, and stay the same when the sample is made anew.
 */
export function idsFrom(seed: string): Filling["idOf"] {
  return (number) => {
    const hex = createHash("sha256").update(`${seed} ${number}`).digest("hex");
    const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      variant + hex.slice(17, 20),
      hex.slice(20, 32),
    ].join("-");
  };
}
