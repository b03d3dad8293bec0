import { createHash } from "node:crypto";
import { daysAfter, startOfDay, weekdayOf } from "#app/lib/dates.ts";
import type { SampleDay } from "./sample-file.ts";
import type { Filling } from "./tokens.ts";

/**
 * Which of the sample's days a shop begins with: that of the same weekday, so that whole weeks are moved
 * and runs, cut-offs and days off stay on theirs.
 *
 * @param today Pacific
 * @returns it with the Monday that the sample's becomes
 */
export function dayLike(days: readonly SampleDay[], today: string) {
  const wanted = weekdayOf(today) - 1;
  const like = days.find(({ day }) => day === wanted);
  if (!like) throw new Error("The sample lacks a day of the week");
  return { like, monday: daysAfter(today, -wanted) };
}

/**
 * An instant of the sample as it is shown: what was done on the last day until the moment at which the
 * sample ends has to be over by now, in the same order, also when it is still early.
 *
 * @param at of that moment, in ms after midnight
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

/** The ids of one shop: they look drawn, and are the same when the sample is made anew. */
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
