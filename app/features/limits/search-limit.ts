import { networkOf } from "./network.ts";

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
      const network = networkOf(clientAddress);
      const time = now();
      const { left, at } = buckets.get(network) ?? { left: atOnce, at: time };
      const refilled = Math.min(atOnce, left + ((time - at) / 1000) * perSecond);
      const isOpen = refilled >= 1;
      // Put at the end anew, so that the first is the one that has been quiet for longest.
      buckets.delete(network);
      buckets.set(network, { left: isOpen ? refilled - 1 : refilled, at: time });
      const [oldest] = buckets.keys();
      if (buckets.size > mostNetworks && oldest !== undefined) buckets.delete(oldest);
      return isOpen ? null : Math.ceil((1 - refilled) / perSecond);
    },
  };
}
