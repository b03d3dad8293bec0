import { growth, networksOf } from "./network.ts";

interface Pace {
  atOnce: number;
  perSecond: number;
}

/** Searches: typing sends three requests a second, and many users may type at once. */
export const searchPace: Pace = { atOnce: 150, perSecond: 15 };

/** Postal codes: one per page at most, for an office of people or a client's script. */
export const postalPace: Pace = { atOnce: 120, perSecond: 5 };

/** Maximum tracked networks; the least recently active are evicted. */
const mostNetworks = 10_000;

export interface PaceLimit {
  /** Counts a request; returns null if allowed, otherwise the seconds until the next is allowed. */
  take(clientAddress: string): number | null;
}

/**
 * An in-memory token bucket. The requests it limits write nothing to the database, so it doesn't
 * either; each of several processes counts for itself. `now` is in ms; tests replace it.
 */
export function createPaceLimit({ atOnce, perSecond }: Pace, now = Date.now): PaceLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(clientAddress) {
      const time = now();
      const networks = networksOf(clientAddress).map((network, width) => {
        const factor = growth[width] ?? 1;
        const most = atOnce * factor;
        const { left, at } = buckets.get(network) ?? { left: most, at: time };
        const pace = perSecond * factor;
        return { network, pace, left: Math.min(most, left + ((time - at) / 1000) * pace) };
      });
      const isOpen = networks.every(({ left }) => left >= 1);
      for (const { network, left } of networks) {
        // Re-insert at the end: the first entry is the least recently active.
        buckets.delete(network);
        buckets.set(network, { left: isOpen ? left - 1 : left, at: time });
      }
      for (const [oldest] of buckets) {
        if (buckets.size <= mostNetworks) break;
        buckets.delete(oldest);
      }
      if (isOpen) return null;
      return Math.ceil(Math.max(...networks.map(({ left, pace }) => (1 - left) / pace)));
    },
  };
}
