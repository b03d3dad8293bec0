import { growth, networksOf } from "./network.ts";

/** How fast one network may search: typing asks three times a second, and many may type at once. */
const pace = { atOnce: 150, perSecond: 15 };

/** Networks that are remembered; beyond that whoever came first is forgotten. */
const mostNetworks = 10_000;

/** Keeps searches at a pace that people search at. */
export interface SearchLimit {
  /** Counts a search; null where it may go on, else in how many seconds it may be tried again. */
  take(clientAddress: string): number | null;
}

/**
 * Counts in this process alone: a search writes nothing, and its limit shall not either. Several
 * processes allow several times the pace.
 *
 * @param now the time in ms; another clock in tests
 */
export function createSearchLimit({ atOnce, perSecond } = pace, now = Date.now): SearchLimit {
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
        // Put at the end anew, so that the first is the one that has been quiet for longest.
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
