import type { Log } from "#db/database.ts";

/** How often the rounds are made, in ms. */
const everyMs = 15 * 60_000;

/**
 * Work that is due at a time rather than after a change. It is idempotent, since every process does
 * it, and after a restart again; it returns what to log, or nothing.
 */
type Round = (now: Date) => Promise<Record<string, number> | undefined>;

interface RoundsOptions {
  /** By name, for the log. */
  rounds: Record<string, Round>;
  log: Pick<Log, "info" | "error">;
}

/**
 * Makes the rounds now and every quarter of an hour, one after another. A failure is logged, and the
 * next time tries again.
 *
 * @returns stops them, after the current one has finished
 */
export function startRounds({ rounds, log }: RoundsOptions): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let isClosed = false;

  async function makeAll(): Promise<void> {
    for (const [name, round] of Object.entries(rounds)) {
      if (isClosed) return;
      try {
        const done = await round(new Date());
        if (done) log.info(done, name);
      } catch (err) {
        log.error({ err }, `${name} failed`);
      }
    }
    if (!isClosed) timer = setTimeout(begin, everyMs).unref();
  }

  let running = makeAll();
  function begin() {
    running = makeAll();
  }

  return () => {
    isClosed = true;
    clearTimeout(timer);
    return running;
  };
}
