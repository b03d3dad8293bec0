import { networksOf } from "./network.ts";

/** How much may be held at once: by one account, by one network, and by all of this process. */
export interface Shares {
  account: number;
  network: number;
  process: number;
}

/** Who holds something. */
export interface Holder {
  /** The account, or the link of somebody without one. */
  account: string;
  /** The client's IP address; empty if unknown. */
  clientAddress: string;
}

/** What of it is used up: the holder's own share, which is for a 429, or everybody's, for a 503. */
export type UsedUp = "own" | "all";

/** Counts what is held at once, in memory. Rate limits say how often; these say how much meanwhile. */
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
    /** Holds so much until it is released, once; or says what is used up, and holds nothing. */
    take({ account, clientAddress }: Holder, amount: number): UsedUp | (() => void) {
      // The narrowest network: wider ones may be a town's.
      const [network = ""] = networksOf(clientAddress);
      const keys = { account: `account ${account}`, network: `network ${network}`, process: "all" };
      const isOver = (size: keyof Shares) => (held.get(keys[size]) ?? 0) + amount > most[size];
      if (isOver("account") || isOver("network")) return "own";
      if (isOver("process")) return "all";
      const all = Object.values(keys);
      add(all, amount);
      return () => add(all, -amount);
    },
    /** What all hold together. */
    get held() {
      return held.get("all") ?? 0;
    },
  };
}
