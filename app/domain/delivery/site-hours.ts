import { weekdayOf } from "#app/lib/dates.ts";
import type { DeliveryDay } from "./days.ts";

export interface SiteHours {
  /** ISO weekdays on which nobody is there. */
  closedOn: readonly number[];
  /** Wall-clock times, "06:00" or "06:00:00"; both null for the whole day. */
  receivesFrom: string | null;
  receivesTo: string | null;
}

export const alwaysOpen: SiteHours = { closedOn: [], receivesFrom: null, receivesTo: null };

type Window = Pick<DeliveryDay, "windowFrom" | "windowTo">;

/**
 * Returns the promised window: the part of a delivery's hours in which somebody is at the site.
 * Null on weekdays when nobody is there, or without such a part. Pickups keep their own hours.
 */
export function windowAt(
  site: SiteHours | null,
  { kind, date, windowFrom, windowTo }: Pick<DeliveryDay, "kind" | "date" | keyof Window>,
): Window | null {
  if (kind === "pickup") return { windowFrom, windowTo };
  return windowOn(site, weekdayOf(date), { windowFrom, windowTo });
}

/** Returns the promised window of a delivery on any date of a weekday. */
export function windowOn(
  site: SiteHours | null,
  weekday: number,
  { windowFrom, windowTo }: Window,
): Window | null {
  if (site?.closedOn.includes(weekday)) return null;
  const [from, to] = [site?.receivesFrom, site?.receivesTo].map((time) => time?.slice(0, 5));
  const narrowed = {
    windowFrom: from && from > windowFrom ? from : windowFrom,
    windowTo: to && to < windowTo ? to : windowTo,
  };
  return narrowed.windowFrom < narrowed.windowTo ? narrowed : null;
}
