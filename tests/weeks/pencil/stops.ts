/** Zones, a day's stops, and which of a stop's orders is charged the fee (trade.md 5, 13). */
import { goodsEstimate, type Order, promisedLb } from "./order.ts";
import { Impossible, sum, type TaxCode } from "./sums.ts";

export interface Zone {
  id: string;
  /** Cents; 0 for a pick-up. */
  fee: number;
  /** Default Z, as for the goods. */
  feeTax?: TaxCode;
  /** Goods of this many cents or more are delivered free. */
  freeFrom?: number;
  /** Cents. */
  minimum?: number;
  capStops?: number;
  /** Hundredths of a pound. */
  capLb?: number;
  /** Order deadline: `minutes` after midnight, `daysBefore` days before the delivery. */
  cutOff?: { daysBefore: number; minutes: number };
}

/** Returns a site's orders for a zone and day, without cancelled ones, in the given order. */
export function stopOf(orders: Iterable<Order>, at: Pick<Order, "site" | "zone" | "day">): Order[] {
  return runOf(orders, at.zone, at.day).filter(({ site }) => site === at.site);
}

function runOf(orders: Iterable<Order>, zone: string, day: string): Order[] {
  return [...orders].filter(
    (order) => order.zone === zone && order.day === day && order.state !== "cancelled",
  );
}

/**
 * Returns the delivery fee of an order in cents. A fee set on the order itself wins. Otherwise the
 * stop's earliest pending order is charged, unless a finished order was charged already or an
 * earlier order's fee was set by staff.
 */
export function feeOf(orders: Iterable<Order>, order: Order, zone: Zone): number {
  if (order.fee) return order.fee.cents;
  const stop = stopOf(orders, order);
  if (stop.some(({ fee }) => fee?.by === "finishing" && fee.cents > 0)) return 0;
  const bearer = stop.find(({ state, fee }) => state === "pending" || fee?.by === "staff");
  if (bearer !== order) return 0;
  const goods = sum(stop.map(goodsEstimate));
  return zone.freeFrom !== undefined && goods >= zone.freeFrom ? 0 : zone.fee;
}

/** Returns by how many cents a stop's goods plus `goods` are below the minimum. */
export function toGo(stop: Order[], goods: number, minimum: number): number {
  return Math.max(0, minimum - sum(stop.map(goodsEstimate)) - goods);
}

export function bookedOn(orders: Iterable<Order>, zone: string, day: string) {
  const run = runOf(orders, zone, day);
  return { stops: new Set(run.map(({ site }) => site)).size, lb: sum(run.map(promisedLb)) };
}

/** Normalizes a BC postal code to upper case without a space; undefined for any other. */
export function postalCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/\s/g, "");
  return /^V\d[ABCEGHJKLMNPRSTVWXYZ]\d[ABCEGHJKLMNPRSTVWXYZ]\d$/.test(code) ? code : undefined;
}

/** The zone with the longest matching prefix. */
export function zoneFor(prefixes: Map<string, string>, code: string): string | undefined {
  for (let length = 6; length > 0; length -= 1) {
    const zone = prefixes.get(code.slice(0, length));
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** Sentences about runs over their capacity. */
export function overfull(orders: Iterable<Order>, zones: Iterable<Zone>): string[] {
  const all = [...orders];
  return [...zones].flatMap(({ id, capStops = Infinity, capLb = Infinity }) =>
    [...new Set(all.filter(({ zone }) => zone === id).map(({ day }) => day))].flatMap((day) => {
      const { stops, lb } = bookedOn(all, id, day);
      return [
        ...(stops > capStops ? [`${id} on ${day} has ${stops} of ${capStops} stops`] : []),
        ...(lb > capLb ? [`${id} on ${day} has ${lb} of ${capLb} hundredths of a pound`] : []),
      ];
    }),
  );
}

export function zoneNamed(zones: Map<string, Zone>, id: string): Zone {
  const zone = zones.get(id);
  if (!zone) throw new Impossible(`there is no zone ${id}`);
  return zone;
}
