/** More is waiting than can be done in a reasonable time; for a 503. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

export interface WorkQueue {
  /** Runs a piece of work when its turn comes. @throws QueueFullError at once when too much waits */
  run<Result>(work: () => Promise<Result>, options?: { urgent?: boolean }): Promise<Result>;
}

/**
 * Bounds how much is done at the same time, so that the rest of the process gets its share, and how
 * much may wait. Urgent work goes before the rest and always finds a place.
 */
export function createWorkQueue({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
  const urgentOnes: (() => void)[] = [];
  const others: (() => void)[] = [];
  let running = 0;

  // The place of what is finished goes straight to what has waited: nothing slips in between.
  function finish(): void {
    const turn = urgentOnes.shift() ?? others.shift();
    if (turn) turn();
    else running -= 1;
  }

  const queue: WorkQueue = {
    async run(work, { urgent = false } = {}) {
      if (running < atOnce) running += 1;
      else if (!urgent && others.length >= mayWait) throw new QueueFullError("Too much to do");
      else await new Promise<void>((turn) => (urgent ? urgentOnes : others).push(turn));
      try {
        return await work();
      } finally {
        finish();
      }
    },
  };
  return queue;
}
