import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { watchRequests } from "./drain.ts";

/**
 * How long signals count as one (ms): a service manager and a terminal signal every process of a
 * group, and npm passes its own on to the shop.
 */
const sameSignal = 1_000;

/** How long requests in flight, and then the database, may take before the process leaves (ms). */
const patience = 10_000;

interface StopOptions {
  /** Not listening yet: every connection is to be known. */
  server: Server;
  log: Logger;
  /** Ends the answers that would otherwise never be finished. */
  endStreams: () => void;
  /** Closes what the requests used; called when the last of them is answered. */
  close: () => Promise<void>;
}

/**
 * Stops cleanly on SIGTERM or SIGINT: no new connections, event streams end, requests in flight
 * finish, the database closes, exit status 0. A signal after the first second leaves at once.
 */
export function stopOnSignal({ server, log, endStreams, close }: StopOptions): void {
  const drain = watchRequests(server);
  let stoppingSince: number | undefined;
  async function stop(signal: NodeJS.Signals) {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignal) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, "stopping");
    endStreams();
    const requests = await drain(patience);
    if (requests > 0) log.warn({ requests }, "leaving without requests that did not finish");
    await within(patience, close());
    log.info("stopped");
    process.exit(0);
  }
  function fail(error: unknown) {
    log.error({ err: error }, "stopping failed");
    process.exit(1);
  }
  process.on("SIGTERM", (signal) => stop(signal).catch(fail));
  process.on("SIGINT", (signal) => stop(signal).catch(fail));
}

/** Rejects where it takes longer: a database that has silently gone never says goodbye. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = wait(ms).then(() => {
    throw new Error(`Closing took longer than ${ms} ms`);
  });
  await Promise.race([work, late]);
}
