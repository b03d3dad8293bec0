import { dayIn } from "#app/lib/day-range.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { DeliveryDay } from "./days.ts";
import { type DeliveryTerms, deliveryTerms } from "./delivery-terms.ts";
import { runKey } from "./rules.ts";
import { type SiteHours, windowAt } from "./site-hours.ts";

/** The days that a client can order for, by site. */
export interface DeliveryOffer {
  /** The sites that the client may order for, the default one first. */
  sites: OfferedSite[];
  zones: OfferedZone[];
}

interface OfferedSite extends SiteHours {
  id: string;
  name: string;
  address: string;
  /** Empty if not known. */
  postalCode: string;
  /** The zone that delivers there; null if none does, or if the postal code is not known. */
  zoneId: string | null;
  /** The days (`runKey`) on which another order already goes there. */
  sharedDays: string[];
  /** Those orders, by number. */
  coming: ComingOrder[];
}

/** An order that already goes to a site. */
export interface ComingOrder {
  /** The day's `runKey`. */
  day: string;
  number: number;
  /** As ordered. */
  pounds: number;
  /** The estimate of its goods, by which the stop's fee is judged. */
  goodsCents: number;
  /** True if its fee may still change: it is pending, with no payment agreed at a checkout. */
  isOpen: boolean;
  /** True if it bears the stop's fee. */
  bearsFee: boolean;
}

interface OfferedZone {
  id: string;
  kind: DeliveryKind;
  name: string;
  /** The pickup's address. */
  place: string;
  days: OfferedDay[];
}

/** A day; it may have filled up by now. */
export interface OfferedDay extends DeliveryDay {
  /** Its `runKey`. */
  key: string;
  isFull: boolean;
}

/** The chosen delivery, or the one offered first, which is never a pickup. */
export interface ChosenDelivery {
  site: OfferedSite | null;
  /** The zones that serve the site, deliveries before pickups; without those that offer no day. */
  zones: OfferedZone[];
  /** Null if there is none to choose, or if the chosen one is lost. */
  day: OfferedDay | null;
  zone: OfferedZone | null;
  /** Set if the chosen day is no longer available: full, or past its cut-off. */
  lost: { date: string; isFull: boolean } | null;
  isShared: boolean;
  terms: DeliveryTerms;
}

/**
 * Returns the part of its stop's fee that an order would bear on a day, in cents, given the orders
 * that already go there; the rule of `settleStop`. A new order has no number yet and comes last.
 */
export function feeBeside(
  day: Pick<OfferedDay, "key" | "fee" | "freeFrom">,
  coming: readonly ComingOrder[],
  { estimateCents, number = Infinity }: { estimateCents: number; number?: number | undefined },
): number {
  const there = coming.filter((one) => one.day === day.key);
  const together = there.reduce((sum, { goodsCents }) => sum + goodsCents, estimateCents);
  if (day.freeFrom !== null && together >= day.freeFrom) return 0;
  if (there.some(({ isOpen, bearsFee }) => bearsFee && !isOpen)) return 0;
  return there.some((one) => one.isOpen && one.number < number) ? 0 : day.fee;
}

/** The number of days offered per zone. */
export const offeredDays = 6;

/**
 * Returns what an order's choice comes to. Until a day is chosen, it is the first delivery that has
 * room. It never turns into a pickup unless the client chose one, and a chosen day that is gone is
 * not silently replaced.
 *
 * @param chosen ids of site and day (`runKey`), "" if not chosen; an invalid day counts as none
 */
export function chosenDelivery(
  offer: DeliveryOffer,
  chosen: { site: string; day: string },
  order: { estimateCents: number; shopMinimumCents: number },
): ChosenDelivery {
  const site = offer.sites.find(({ id }) => id === chosen.site) ?? offer.sites[0] ?? null;
  const zones = offer.zones
    .map((zone) => (zone.kind === "pickup" ? zone : { ...zone, days: openFor(site, zone.days) }))
    .filter(({ id, kind, days }) => days.length > 0 && (kind === "pickup" || id === site?.zoneId))
    .sort((one, other) => one.kind.localeCompare(other.kind));
  const days = zones.flatMap((zone) => zone.days);
  const isShared = ({ key }: OfferedDay) => site?.sharedDays.includes(key) ?? false;
  const hasRoom = (day: OfferedDay) => !day.isFull || isShared(day);
  const asked = days.find(({ key }) => key === chosen.day);
  const date = dayIn(chosen.day.split(" ")[1] ?? null);
  const deliveries = zones.filter(({ kind }) => kind === "delivery").flatMap((zone) => zone.days);
  const first = date ? undefined : deliveries.find(hasRoom);
  const day = (asked && hasRoom(asked) ? asked : first) ?? null;
  const terms = deliveryTerms(day ?? undefined, {
    ...order,
    isShared: day !== null && isShared(day),
  });
  const isBeside = day !== null && isShared(day) && site !== null;
  return {
    site,
    zones,
    day,
    isShared: day !== null && isShared(day),
    zone: zones.find(({ id }) => id === day?.zoneId) ?? null,
    lost: date && !day ? { date, isFull: asked !== undefined } : null,
    terms: isBeside ? { ...terms, feeCents: feeBeside(day, site.coming, order) } : terms,
  };
}

/** Returns the days on which somebody is at a site, each with the hours promised there. */
function openFor(site: SiteHours | null, days: OfferedDay[]): OfferedDay[] {
  return days.flatMap((day) => {
    const window = windowAt(site, day);
    return window ? { ...day, ...window } : [];
  });
}

/** Returns an offer's distinct dates, in order. */
export function datesOf({ zones }: DeliveryOffer): string[] {
  return [...new Set(zones.flatMap(({ days }) => days.map(({ date }) => date)))].sort();
}

export function offeredDay(day: DeliveryDay, unavailable: ReadonlySet<string>): OfferedDay {
  const key = runKey(day.zoneId, day.date);
  return { ...day, key, isFull: unavailable.has(key) };
}
