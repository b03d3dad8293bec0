import { daysAfter, weekdayOf } from "#app/lib/dates.ts";
import { dayOn, daysAhead } from "../days.ts";
import { type Holiday, holidaysOf } from "../holidays.ts";
import { type DeliveryRules, runKey } from "../rules.ts";
import type { BookedRun, DeliverySetup, StoredException } from "./setup.ts";

export interface CalendarDay {
  date: string;
  holiday: string | null;
  /** True if the day is closed or moved for all zones at once. */
  isClosed: boolean;
  entries: CalendarEntry[];
}

export interface CalendarEntry
  extends Pick<
    BookedRun,
    "zoneId" | "cutOffAt" | "bookedStops" | "capStops" | "capLb" | "bookedBoxes" | "capBoxes"
  > {
  zoneName: string;
  /** Hundredths of a pound, like `capLb`. */
  bookedLb: number;
  state: "open" | "full" | "cut off" | "closed" | "out" | "done";
}

/** Returns the rules of the stored zones that are still served. */
export function rulesOf({ zones, exceptions }: DeliverySetup): DeliveryRules {
  const none = new Set<string>();
  const active = zones.filter(({ isActive }) => isActive);
  return { zones: active, exceptions, unavailable: none, gone: none };
}

/** Returns this week, from Monday, and the next eight. */
export function calendarOf(setup: DeliverySetup, today: string, now: Date): CalendarDay[] {
  const rules = rulesOf(setup);
  const runs = new Map(setup.runs.map((run) => [runKey(run.zoneId, run.date), run]));
  const monday = daysAfter(today, 1 - weekdayOf(today));
  const holidays = new Map(upcomingHolidays(monday).map(({ date, name }) => [date, name]));
  return Array.from({ length: daysAhead + 7 }, (_, ahead) => {
    const date = daysAfter(monday, ahead);
    const entries = setup.zones.flatMap((zone) => {
      const run = runs.get(runKey(zone.id, date));
      const day = zone.isActive ? dayOn(zone, rules.exceptions, date) : undefined;
      const hasOwnChange = setup.exceptions.some(
        (one) => one.zoneId === zone.id && one.date === date && one.kind !== "extra",
      );
      if (!day && !hasOwnChange && !(run && run.bookedStops > 0)) return [];
      const { cutOffAt, capStops, capLb, capBoxes } = run ?? day ?? nothing;
      return [
        {
          zoneId: zone.id,
          zoneName: zone.name,
          cutOffAt,
          capStops,
          capLb,
          capBoxes,
          bookedStops: run?.bookedStops ?? 0,
          bookedLb: run?.bookedLb ?? 0,
          bookedBoxes: run?.bookedBoxes ?? 0,
          state: stateOf(day !== undefined, run, cutOffAt, now),
        },
      ];
    });
    const isClosed = setup.exceptions.some(
      (one) => one.zoneId === null && one.date === date && one.kind !== "extra",
    );
    return { date, holiday: holidays.get(date) ?? null, isClosed, entries };
  });
}

const nothing = { cutOffAt: new Date(0), capStops: null, capLb: null, capBoxes: null };

function stateOf(
  isServed: boolean,
  run: BookedRun | undefined,
  cutOffAt: Date,
  now: Date,
): CalendarEntry["state"] {
  if (run && run.state !== "planned") return run.state;
  if (!isServed || run?.isClosed) return "closed";
  if (now > cutOffAt) return "cut off";
  const isFull =
    run &&
    ((run.capStops !== null && run.bookedStops >= run.capStops) ||
      (run.capLb !== null && run.bookedLb >= run.capLb) ||
      (run.capBoxes !== null && run.bookedBoxes >= run.capBoxes));
  return isFull ? "full" : "open";
}

export interface ProposedHoliday extends Holiday {
  /** Null if not decided yet. */
  decision: string | null;
}

/** In days: more than a year, so that every holiday is proposed well ahead. */
const proposedAhead = 400;

/** Returns the holidays of the next year or so, with the owner's decisions. */
export function proposedHolidays(
  { decided, exceptions }: Pick<DeliverySetup, "decided" | "exceptions">,
  today: string,
): ProposedHoliday[] {
  return upcomingHolidays(today).map((holiday) => {
    const change = exceptions.find(({ zoneId, date }) => zoneId === null && date === holiday.date);
    return { ...holiday, decision: decisionOf(change, decided.includes(holiday.date)) };
  });
}

function decisionOf(change: StoredException | undefined, isDecided: boolean): string | null {
  if (change?.kind === "moved") return "moved";
  if (change) return "closed";
  return isDecided ? "kept" : null;
}

function upcomingHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const last = daysAfter(today, proposedAhead);
  return [...holidaysOf(year), ...holidaysOf(year + 1), ...holidaysOf(year + 2)].filter(
    ({ date }) => date >= today && date <= last,
  );
}
