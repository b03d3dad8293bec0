import { networksOf } from "./network.ts";

/** Maximums held at once: per account, per network, and in this process. */
export interface Shares {
  account: number;
  network: number;
  process: number;
}

export interface Holder {
  /** The account, or the link of somebody without one. */
  account: string;
  /** The client's IP address; empty if unknown. */
  clientAddress: string;
}

/** The exhausted limit: the holder's own, answered with a 429, or the process's, with a 503. */
export type UsedUp = "own" | "all";

/** Counts what is held at a time, in memory; rate limits restrict how often. */
export function createShares(most: Shares) {
  const held = new Map<string, number>();

  function add(keys: string[], amount: number): void {
    for (const key of keys) {
      const now = (held.get(key) ?? 0) + amount;
      if (now > 0) held.set(key, now);
      else held.delete(key);
    }
  }

  return {
    /** Holds an amount until the returned function is called; or returns the exhausted limit. */
    take({ account, clientAddress }: Holder, amount: number): UsedUp | (() => void) {
      // The narrowest network: wider ones may span a town.
      const [network = ""] = networksOf(clientAddress);
      const keys = { account: `account ${account}`, network: `network ${network}`, process: "all" };
      const isOver = (size: keyof Shares) => (held.get(keys[size]) ?? 0) + amount > most[size];
      if (isOver("account") || isOver("network")) return "own";
      if (isOver("process")) return "all";
      const all = Object.values(keys);
      add(all, amount);
      return () => add(all, -amount);
    },
    get held() {
      return held.get("all") ?? 0;
    },
  };
}
