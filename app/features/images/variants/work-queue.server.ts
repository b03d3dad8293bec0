/** More is waiting than can be done in a reasonable time; for a 503. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** `first`: somebody waits who cannot be refused. `last`: nobody waits. */
type Turn = "first" | "usual" | "last";

export interface WorkQueue {
  /** Runs a piece of work when its turn comes. @throws QueueFullError at once when too much waits */
  run<Result>(work: () => Promise<Result>, options?: { turn?: Turn }): Promise<Result>;
}

/**
 * Bounds how much is done at the same time, so that the rest of the process gets its share, and how
 * much usual work may wait. Work that comes first or last always finds a place.
 */
export function createWorkQueue({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
  const waiting: Record<Turn, (() => void)[]> = { first: [], usual: [], last: [] };
  let running = 0;

  // The place of what is finished goes straight to what has waited: nothing slips in between.
  function finish(): void {
    const next = waiting.first.shift() ?? waiting.usual.shift() ?? waiting.last.shift();
    if (next) next();
    else running -= 1;
  }

  const queue: WorkQueue = {
    async run(work, { turn = "usual" } = {}) {
      if (running < atOnce) running += 1;
      else if (turn === "usual" && waiting.usual.length >= mayWait) {
        throw new QueueFullError("Too much to do");
      } else await new Promise<void>((begin) => waiting[turn].push(begin));
      try {
        return await work();
      } finally {
        finish();
      }
    },
  };
  return queue;
}
