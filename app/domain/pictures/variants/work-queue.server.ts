import PQueue from "p-queue";

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

const priorities: Record<Turn, number> = { first: 1, usual: 0, last: -1 };

/**
 * Limits concurrent tasks, to leave capacity for the rest of the process, and the queue length for
 * `usual` tasks. `first` and `last` tasks are always accepted.
 */
export function createWorkQueue({ atOnce, mayWait }: { atOnce: number; mayWait: number }) {
  const waiting = new PQueue({ concurrency: atOnce });
  const isFull = () =>
    waiting.pending >= atOnce && waiting.sizeBy({ priority: priorities.usual }) >= mayWait;

  const queue: WorkQueue = {
    async run(work, { turn = "usual" } = {}) {
      if (turn === "usual" && isFull()) throw new QueueFullError("Too much to do");
      return waiting.add(work, { priority: priorities[turn] });
    },
  };
  return queue;
}
