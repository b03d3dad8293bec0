import type { Log } from "#db/database.ts";

/** In ms; leftovers are removed this long after they were last touched. */
const leftoverAge = 24 * 3_600_000;

/** UTC time of the nightly run: 3:30 in British Columbia (UTC-7). */
const nightly = { hour: 10, minute: 30 };

interface HousekeepingOptions {
  /** Removes what was last touched before this moment; returns counts by kind. */
  sweep: (before: Date) => Promise<Record<string, number>>;
  log: Pick<Log, "info" | "error">;
}

/**
 * Removes leftovers of killed processes now and every night; logs a failure and goes on.
 *
 * @returns stops it, after the current run has finished
 */
export function startHousekeeping({ sweep, log }: HousekeepingOptions): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let isClosed = false;

  async function tidy(): Promise<void> {
    try {
      const removed = await sweep(new Date(Date.now() - leftoverAge));
      const count = Object.values(removed).reduce((sum, some) => sum + some, 0);
      if (count > 0) log.info(removed, "removed what was left behind");
    } catch (err) {
      log.error({ err }, "what was left behind could not be removed");
    }
    if (!isClosed) timer = setTimeout(begin, untilNight(new Date())).unref();
  }

  let running = tidy();
  function begin() {
    running = tidy();
  }

  return () => {
    isClosed = true;
    clearTimeout(timer);
    return running;
  };
}

/** Returns the time until the next nightly run, in ms. */
export function untilNight(now: Date): number {
  const next = new Date(now);
  next.setUTCHours(nightly.hour, nightly.minute, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next.getTime() - now.getTime();
}
