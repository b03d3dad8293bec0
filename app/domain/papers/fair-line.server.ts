import { createShares } from "#app/domain/limits/shares.ts";
import type { Asker } from "./print-job.ts";
import { PrintAbandonedError, type PrintLimits, PrintRefusedError } from "./printing.ts";

interface FairLine {
  /**
   * Runs one task at a time, each in its turn. An asker who leaves (by the signal) loses the place;
   * running tasks decide themselves when to stop.
   *
   * @throws PrintRefusedError at once: "too many" for this account or network, "busy" if the line
   *   is full; PrintAbandonedError if the asker leaves before the turn; and whatever `work` throws
   */
  wait<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
  /** The length of the line, including the running task. */
  readonly size: number;
}

/**
 * A line of limited length with one task at a time. Accounts take turns, so that one's sixth paper
 * comes after everybody's first. p-queue knows no accounts, and counts an aborted task as done
 * while it still runs.
 */
export function createFairLine({ inLine }: Pick<PrintLimits, "inLine">): FairLine {
  /** By account, next turn first. */
  const waiting = new Map<string, (() => void)[]>();
  const places = createShares(inLine);
  let isTaken = false;

  /** Passes the turn on to the next account; this one's other tasks go to the end of the line. */
  function passOn(served: string): void {
    const others = waiting.get(served);
    waiting.delete(served);
    if (others) waiting.set(served, others);
    const [first] = waiting;
    if (!first) {
      isTaken = false;
      return;
    }
    const [account, [begin, ...rest]] = first;
    if (rest.length > 0) waiting.set(account, rest);
    else waiting.delete(account);
    begin?.();
  }

  async function turn({ account, signal }: Asker): Promise<void> {
    if (!isTaken) {
      isTaken = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.set(account, [...(waiting.get(account) ?? []), resolve]);
    const leave = () => {
      const others = (waiting.get(account) ?? []).filter((begin) => begin !== resolve);
      if (others.length > 0) waiting.set(account, others);
      else waiting.delete(account);
      reject(new PrintAbandonedError("They left before their turn"));
    };
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  return {
    async wait(asker, work) {
      if (asker.signal?.aborted) throw new PrintAbandonedError("They left before they asked");
      const release = places.take(asker, 1);
      if (release === "own") throw new PrintRefusedError("too many");
      if (release === "all") throw new PrintRefusedError("busy");
      try {
        await turn(asker);
        try {
          // The asker may have left just as the turn came.
          if (asker.signal?.aborted) throw new PrintAbandonedError("They left at their turn");
          return await work();
        } finally {
          passOn(asker.account);
        }
      } finally {
        release();
      }
    },
    get size() {
      return places.held;
    },
  };
}
