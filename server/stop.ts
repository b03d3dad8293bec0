import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { watchRequests } from "./drain.ts";

/**
 * Signals within this time (ms) count as one: service managers and terminals signal every process
 * of a group, and npm forwards its own to the shop.
 */
const sameSignal = 1_000;

/** Timeout for requests in flight, and then for the database (ms). */
const patience = 10_000;

interface StopOptions {
  /** Not listening yet, so that every connection is tracked. */
  server: Server;
  log: Logger;
  /** Ends responses that would otherwise never finish. */
  endStreams: () => void;
  /** Closes what the requests used; called after the last response. */
  close: () => Promise<void>;
}

/**
 * Stops gracefully on SIGTERM or SIGINT: no new connections, event streams end, requests in flight
 * finish, the database closes, exit status 0. A signal after the first second exits at once.
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

/** Rejects on timeout: closing a silently dead database connection may never settle. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = wait(ms).then(() => {
    throw new Error(`Closing took longer than ${ms} ms`);
  });
  await Promise.race([work, late]);
}
