/** The queue is full; for a 503. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** Priority. `first`: a waiting user who can't be turned away. `last`: background work. */
type Turn = "first" | "usual" | "last";

export interface WorkQueue {
  /** Runs a task when its turn comes. @throws QueueFullError immediately if the queue is full */
  run<Result>(work: () => Promise<Result>, options?: { turn?: Turn }): Promise<Result>;
}

/**
 * Limits concurrent tasks, to leave capacity for the rest of the process, and the queue length for
 * `usual` tasks. `first` and `last` tasks are always accepted.
 */
export function createWorkQueue({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
  const waiting: Record<Turn, (() => void)[]> = { first: [], usual: [], last: [] };
  let running = 0;

  // Hand the slot directly to the next waiting task, so that no new one jumps the queue.
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
