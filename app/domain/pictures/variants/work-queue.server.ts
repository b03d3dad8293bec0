import PQueue from "p-queue";

/** Thrown if the queue is full, or the turn did not come in time; answered with a 503. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** Priority. `first`: a waiting user who can't be turned away. `last`: background work. */
type Turn = "first" | "usual" | "last";

export interface WorkQueue {
  /**
   * Runs a task when its turn comes.
   *
   * @throws QueueFullError immediately if the queue is full, or after a `usual` task's maximum wait
   */
  run<Result>(work: () => Promise<Result>, options?: { turn?: Turn }): Promise<Result>;
}

const priorities: Record<Turn, number> = { first: 1, usual: 0, last: -1 };

interface WorkQueueOptions {
  atOnce: number;
  mayWait: number;
  /** A task's maximum wait in ms; unlimited by default. */
  patienceMs?: number;
}

/**
 * Limits concurrent tasks, to leave capacity for the rest of the process, and for `usual` tasks
 * also the queue's length and the wait. `first` and `last` tasks are always accepted.
 */
export function createWorkQueue({ atOnce, mayWait, patienceMs }: WorkQueueOptions) {
  const waiting = new PQueue({ concurrency: atOnce });
  let inLine = 0;
  const isFull = () => waiting.pending >= atOnce && inLine >= mayWait;

  /** Adds a task that is dropped once it has waited too long. */
  function addUsual<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let isLate = false;
    inLine += 1;
    const giveUp = () => {
      isLate = true;
      inLine -= 1;
      reject(new QueueFullError("Waited too long"));
    };
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs).unref();
    const begin = async () => {
      if (isLate) return;
      clearTimeout(timer);
      inLine -= 1;
      resolve(await work());
    };
    waiting.add(begin, { priority: priorities.usual }).catch(reject);
    return promise;
  }

  const queue: WorkQueue = {
    async run(work, { turn = "usual" } = {}) {
      if (turn !== "usual") return waiting.add(work, { priority: priorities[turn] });
      if (isFull()) throw new QueueFullError("Too much to do");
      return addUsual(work);
    },
  };
  return queue;
}
