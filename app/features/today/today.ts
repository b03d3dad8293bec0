import type { OpeningAction } from "#app/domain/catalogue/opening-catalogue.ts";
import { dayOn } from "#app/domain/delivery/days.ts";
import type { DeliveryRules } from "#app/domain/delivery/rules.ts";
import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** Questions from where nothing is delivered count for so many days. */
export const demandDays = 30;

/** A run with what there is still to do for it. Orders that were cancelled don't count. */
export interface TodaysRun {
  id: string;
  zoneId: string;
  zoneName: string;
  kind: DeliveryKind;
  /** A Pacific day, "2026-11-26". */
  date: string;
  state: "planned" | "out" | "done";
  cutOffAt: Date;
  /** The rules no longer serve this day. */
  isClosed: boolean;
  driver: string;
  /** When the first of its windows begins: "08:00", Pacific. */
  from: string;
  /** Orders that are not packed: those on the packing list, and with them those that are held. */
  toPack: number;
  unpacked: number;
  packed: number;
  /** Pounds as the database writes them; null for runs of other days than are packed for. */
  pounds: RunPounds | null;
  stops: number;
  /** Stops where the driver was, and those whose window is over without. */
  visited: number;
  late: number;
}

export interface RunPounds {
  /** What is left to pack (`lbLeftToPack`), without holds, which the packing list does not show. */
  toPack: string;
  /** What is packed of all the run's orders, and what they come to as far as known. */
  packed: string;
  all: string;
}

/** What is to be done today, as counted at one moment of the database's clock. */
export interface Today {
  now: Date;
  /** The Pacific day. */
  day: string;
  /** Runs with orders or stops that aren't over, from some days ago to a week from now, by date. */
  runs: TodaysRun[];
  /** Orders without a day: on the packing list, and packed. */
  withoutDay: number;
  packedWithoutDay: number;
  /** Pending orders whose day is over. */
  overdue: number;
  /** Pending orders that wait for the owner. */
  newClients: number;
  holds: number;
  /** What clients and visitors wait for, besides the inbox. */
  creditRequests: number;
  failedMails: number;
  waitlist: number;
  /** Questions of the last 30 days from postal codes that no zone covers. */
  demand: number;
}

/** The day to pack for after today: the next one with orders; null if there is none this week. */
export function nextRunDay({
  day,
  runs,
}: {
  day: string;
  runs: Pick<TodaysRun, "date" | "unpacked" | "packed">[];
}): string | null {
  return (
    runs.find(({ date, unpacked, packed }) => date > day && unpacked + packed > 0)?.date ?? null
  );
}

/** Runs to pack for: today's and those of the next day that has orders. */
export function runsToPack(today: Pick<Today, "day" | "runs">): TodaysRun[] {
  const next = nextRunDay(today);
  return today.runs.filter(
    ({ date, unpacked, packed }) => (date === today.day || date === next) && unpacked + packed > 0,
  );
}

/** Runs to deliver or to hand out today. */
export function runsToDeliver({ day, runs }: Pick<Today, "day" | "runs">): TodaysRun[] {
  return runs.filter(({ date, stops }) => date === day && stops > 0);
}

/**
 * Why a run can't wait: its day is closed though orders are booked; it has left, or leaves soon; its
 * cut-off is over, so that all of it can be packed; or it is of another day and not over yet.
 */
export type Hurry = "closed" | "left" | "leaving" | "cut off" | "not over";

/** Hours before its first window that a run with unpacked orders is about to leave. */
const leavingHours = 3;

/** Runs that run out of time, the most pressing first. */
export function hurriedRuns(today: Pick<Today, "now" | "day" | "runs">) {
  return today.runs
    .flatMap((run) => {
      const hurry = hurryOf(run, today);
      return hurry ? [{ run, hurry }] : [];
    })
    .sort((one, other) => order.indexOf(one.hurry) - order.indexOf(other.hurry));
}

const order: Hurry[] = ["left", "leaving", "not over", "closed", "cut off"];

function hurryOf(run: TodaysRun, { now, day }: Pick<Today, "now" | "day">): Hurry | null {
  const { date, state, unpacked } = run;
  // Unpacked orders of past days are counted together, as overdue.
  if (date < day) return run.visited < run.stops && state !== "done" ? "not over" : null;
  if (unpacked === 0) return null;
  if (run.isClosed) return "closed";
  if (state !== "planned") return "left";
  const leavesAt = pacificMoment(date, run.from).getTime();
  if (leavesAt - now.getTime() <= leavingHours * 3_600_000) return "leaving";
  return run.cutOffAt < now ? "cut off" : null;
}

/** The next day on which any zone is served, and which ones; null within two weeks without. */
export function nextServedDay(
  { zones, exceptions }: DeliveryRules,
  now: Date,
): { date: string; zones: string[] } | null {
  const today = pacificDay(now);
  for (let ahead = 1; ahead <= 14; ahead++) {
    const date = daysAfter(today, ahead);
    const served = zones.filter((zone) => dayOn(zone, exceptions, date));
    if (served.length > 0) return { date, zones: served.map(({ name }) => name) };
  }
  return null;
}

/** A step from a new shop to one that can open. */
export interface SetUpStep {
  title: string;
  /** Where it is done. */
  to: string;
  /** Where it can be done too, or what belongs to it. */
  also?: { label: string; to: string }[];
  /** What is missing, in sentences without a full stop; none when it is done. */
  missing: string[];
  /** What can be decided about the opening catalogue right there. */
  openingActions?: readonly OpeningAction[];
}
