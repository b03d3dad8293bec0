import { dayIn } from "#app/lib/day-range.ts";
import type { DeliveryKind } from "#db/schema/values/deliveries.ts";
import type { DeliveryDay } from "./days.ts";
import { type DeliveryTerms, deliveryTerms } from "./delivery-terms.ts";
import { runKey } from "./rules.ts";
import { type SiteHours, windowAt } from "./site-hours.ts";

export interface DeliveryOffer {
  /** The default one first. */
  sites: OfferedSite[];
  zones: OfferedZone[];
}

interface OfferedSite extends SiteHours {
  id: string;
  name: string;
  address: string;
  /** Empty if unknown. */
  postalCode: string;
  /** The zone that delivers there; null if none does or the postal code is unknown. */
  zoneId: string | null;
  /** The days (`runKey`) on which another order already goes there. */
  sharedDays: string[];
  coming: ComingOrder[];
}

export interface ComingOrder {
  /** The day's `runKey`. */
  day: string;
  number: number;
  pounds: number;
  /** The estimate of its goods, on which the stop's fee depends. */
  goodsCents: number;
  /** True if its fee may still change: it is pending, and no payment was agreed at a checkout. */
  isOpen: boolean;
  bearsFee: boolean;
}

interface OfferedZone {
  id: string;
  kind: DeliveryKind;
  name: string;
  place: string;
  days: OfferedDay[];
}

/** A day; it may have filled up since. */
export interface OfferedDay extends DeliveryDay {
  key: string;
  isFull: boolean;
}

/** The chosen delivery, else the first one offered, which is never a pickup. */
export interface ChosenDelivery {
  site: OfferedSite | null;
  /** The zones with days that serve the site, deliveries before pickups. */
  zones: OfferedZone[];
  /** Null if none can be chosen, or if the chosen one is lost. */
  day: OfferedDay | null;
  zone: OfferedZone | null;
  /** Set if the chosen day is no longer available: full, or past its cut-off. */
  lost: { date: string; isFull: boolean } | null;
  isShared: boolean;
  terms: DeliveryTerms;
}

/**
 * Returns the cents that an order would bear of its stop's fee on a day, beside the orders already
 * there, by the rule of `settleStop`. A new order has no number yet and comes last.
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

export const offeredDays = 6;

/**
 * Returns the delivery that an order has by its choice. Until a day is chosen, it is the first
 * delivery with room. It never becomes a pickup unless chosen, and a chosen day that is gone isn't
 * replaced.
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

/** Returns an offer's distinct dates, sorted. */
export function datesOf({ zones }: DeliveryOffer): string[] {
  return [...new Set(zones.flatMap(({ days }) => days.map(({ date }) => date)))].sort();
}

export function offeredDay(day: DeliveryDay, unavailable: ReadonlySet<string>): OfferedDay {
  const key = runKey(day.zoneId, day.date);
  return { ...day, key, isFull: unavailable.has(key) };
}
