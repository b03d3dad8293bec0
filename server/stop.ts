import type { Server } from "node:http";
import type { Logger } from "pino";
import { watchRequests } from "./drain.ts";

/** How long requests in flight may take to finish before the process leaves without them (ms). */
const patience = 10_000;

interface StopOptions {
  /** Not listening yet: every connection is to be known. */
  server: Server;
  log: Logger;
  /** Closes what the requests used; called when the last of them is answered. */
  close: () => Promise<void>;
}

/**
 * Stops cleanly on SIGTERM or SIGINT: no new connections, requests in flight finish, the database
 * closes, exit status 0. A second signal leaves at once.
 */
export function stopOnSignal({ server, log, close }: StopOptions): void {
  const drain = watchRequests(server);
  let stopping = false;
  async function stop(signal: NodeJS.Signals) {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, "stopping");
    const requests = await drain(patience);
    if (requests > 0) log.warn({ requests }, "leaving without requests that did not finish");
    await close();
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
