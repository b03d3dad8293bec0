import type { OpeningAction } from "#app/domain/catalogue/opening-catalogue.ts";
import { dayOn } from "#app/domain/delivery/days.ts";
import type { DeliveryRules } from "#app/domain/delivery/rules.ts";
import type { BookedRun } from "#app/domain/delivery/setup/setup.ts";
import type { HeldWithClient } from "#app/domain/lots/holds/lot-holds.ts";
import { daysAfter, pacificDay, pacificMoment } from "#app/lib/dates.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";

/** Days for which requests from unserved postal codes count. */
export const demandDays = 30;

/** Cancelled orders don't count. */
export interface TodaysRun extends Pick<BookedRun, "id" | "zoneId" | "state" | "cutOffAt"> {
  zoneName: string;
  kind: DeliveryKind;
  /** A Pacific day, "2026-11-26". */
  date: string;
  /** True if the rules no longer serve this day. */
  isClosed: boolean;
  driver: string;
  /** Start of its first window: "08:00", Pacific. */
  from: string;
  /** Unpacked orders: those on the packing list, and those including held ones. */
  toPack: number;
  unpacked: number;
  /** Packed orders that still wait to go out or to be picked up, and those that did. */
  packed: number;
  delivered: number;
  /** Decimal pounds as in the database; null for runs of days not packed for now. */
  pounds: RunPounds | null;
  stops: number;
  /** Stops that were visited, and unvisited ones whose window is over. */
  visited: number;
  late: number;
}

export interface RunPounds {
  /** What is left to pack (`lbLeftToPack`), without held orders; matches the packing list. */
  toPack: string;
  /** Packed pounds of all the run's orders, and their total as far as known. */
  packed: string;
  all: string;
}

/** Counts at one moment of the database's clock. */
export interface Today {
  now: Date;
  /** The Pacific day. */
  day: string;
  /** Runs with orders or stops that aren't over, from some days ago to a week from now, by date. */
  runs: TodaysRun[];
  /** Meat on hold that clients have and weren't told of, of all runs. */
  handedOver: HeldWithClient[];
  /** Orders without a day: on the packing list, and packed. */
  withoutDay: number;
  packedWithoutDay: number;
  overdue: number;
  newClients: number;
  holds: number;
  /** What clients and visitors are waiting for, besides the inbox. */
  creditRequests: number;
  failedMails: number;
  waitlist: number;
  /** Requests within `demandDays` from postal codes that no zone covers. */
  demand: number;
}

/** Returns the next day with orders after today, to pack for; null if there is none this week. */
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

/** Returns the runs of today and of the next day with orders, while any of their orders waits. */
export function runsToPack(today: Pick<Today, "day" | "runs">): TodaysRun[] {
  const next = nextRunDay(today);
  return today.runs.filter(
    ({ date, unpacked, packed }) => (date === today.day || date === next) && unpacked + packed > 0,
  );
}

/** Returns runs to deliver or hand out today. */
export function runsToDeliver({ day, runs }: Pick<Today, "day" | "runs">): TodaysRun[] {
  return runs.filter(({ date, stops }) => date === day && stops > 0);
}

/**
 * Why a run is urgent: its day is closed although orders are booked; it has left, or leaves soon;
 * its cut-off is over, so that all of it can be packed; or its day is past and it isn't over.
 */
export type Hurry = "closed" | "left" | "leaving" | "cut off" | "not over";

/** Hours before its first window at which a run with unpacked orders is about to leave. */
const leavingHours = 3;

/** Returns urgent runs, the most pressing first. */
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
  // Unpacked orders of past days are counted separately, as overdue.
  if (date < day) return run.visited < run.stops && state !== "done" ? "not over" : null;
  if (unpacked === 0) return null;
  if (run.isClosed) return "closed";
  if (state !== "planned") return "left";
  const leavesAt = pacificMoment(date, run.from).getTime();
  if (leavesAt - now.getTime() <= leavingHours * 3_600_000) return "leaving";
  return run.cutOffAt < now ? "cut off" : null;
}

/** Returns the next served day and its zones; null if there is none within two weeks. */
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

export interface SetUpStep {
  title: string;
  to: string;
  /** Alternative or related pages. */
  also?: { label: string; to: string }[];
  /** What is missing, in sentences without a full stop; empty if it is done. */
  missing: string[];
  /** Decisions about the opening catalogue that can be made right there. */
  openingActions?: readonly OpeningAction[];
}
