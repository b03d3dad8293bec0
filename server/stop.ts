import type { Server } from "node:http";
import type { Logger } from "pino";

/** How long requests in flight may take to finish before the process leaves without them. */
const patience = 10_000;

interface StopOptions {
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
  let stopping = false;
  async function stop(signal: NodeJS.Signals) {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, "stopping");
    const forced = setTimeout(() => server.closeAllConnections(), patience);
    // Idle keep-alive connections are closed by close() itself; busy ones after their answer.
    await new Promise((done) => server.close(done));
    clearTimeout(forced);
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
