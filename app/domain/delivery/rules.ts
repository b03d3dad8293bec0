import { longestMatch } from "#app/lib/postal-code.ts";
import { type DayException, type DeliveryDay, upcomingDays, type ZoneRules } from "./days.ts";

export interface DeliveryRules {
  /** The active zones, by name. */
  zones: readonly ZoneRules[];
  /** From some weeks ago on, since cut-offs depend on past closed days. */
  exceptions: readonly DayException[];
  /** Days (`runKey`) whose run takes no more orders because it is full, closed or out. */
  unavailable: ReadonlySet<string>;
  /** Those whose run is closed, out or back, so that nothing can join it. */
  gone: ReadonlySet<string>;
}

/** Returns the key of a zone's run on a date. */
export function runKey(zoneId: string, date: string): string {
  return `${zoneId} ${date}`;
}

/** True if days are offered. Otherwise orders need none and no page asks for a postal code. */
export function isSetUp({ zones }: DeliveryRules): boolean {
  return zones.some(({ days }) => days.length > 0);
}

/** Returns the zone that delivers to a postal code; the longest prefix wins. */
export function zoneAt(
  { zones }: Pick<DeliveryRules, "zones">,
  postalCode: string,
): ZoneRules | undefined {
  let byPrefix = prefixesOf.get(zones);
  if (!byPrefix) {
    byPrefix = new Map(
      zones
        .filter(({ kind }) => kind === "delivery")
        .flatMap((zone) => zone.prefixes.map((prefix) => [prefix, zone])),
    );
    prefixesOf.set(zones, byPrefix);
  }
  return longestMatch(postalCode, byPrefix);
}

/** Returns the zones where orders are picked up. */
export function pickupsOf({ zones }: DeliveryRules): ZoneRules[] {
  return zones.filter(({ kind }) => kind === "pickup");
}

/** Returns the next days of a zone that take orders at `now`, without full ones. */
export function openDays(
  rules: DeliveryRules,
  zone: ZoneRules,
  now: Date,
  limit: number,
): DeliveryDay[] {
  return upcomingDays(zone, rules.exceptions, now)
    .filter(({ date }) => !rules.unavailable.has(runKey(zone.id, date)))
    .slice(0, limit);
}

/** Cached, since every visitor looks prefixes up and rules seldom change. */
const prefixesOf = new WeakMap<readonly ZoneRules[], ReadonlyMap<string, ZoneRules>>();
