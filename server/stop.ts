import { readFileSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

/**
 * In ms; signals within this time count as one: service managers and terminals signal every process
 * of a group, and npm forwards its own to the shop.
 */
const sameSignal = 1_000;

/** In ms; how often a shop started by npm checks whether npm is still there. */
const lookForNpm = 1_000;

/** Timeout for requests in flight, and then for the database (ms). */
const patience = 10_000;

/**
 * In ms; how long a shop behind a proxy answers on idle connections before it closes them: longer
 * than deploy/nginx.conf keeps them (2 s), so that each is closed by nginx or after an answer.
 */
const lingering = 3_000;

interface StopOptions {
  /** Not listening yet, so that every connection is tracked. */
  server: Server;
  log: Logger;
  /** A proxy keeps connections to the shop open, and sends other visitors' requests on them. */
  isBehindProxy: boolean;
  /** Called first, so that the shop reports that it is not ready. */
  announce: () => void;
  /** Ends responses that would otherwise never finish. */
  endStreams: () => void;
  /** Closes what the requests used; called after the last response. */
  close: () => Promise<void>;
}

/**
 * Stops gracefully on SIGTERM or SIGINT: /readyz reports it, no new connections, event streams end,
 * requests in flight finish, the database closes, exit status 0. A signal after the first second
 * exits at once. If the npm that started it is gone (killed, or its output was closed), no signal
 * would arrive any more, so its end counts as one, even before the shop was up.
 */
export function stopOnSignal(options: StopOptions): void {
  const { server, log, isBehindProxy, announce, endStreams, close } = options;
  const drain = watchRequests(server);
  let stoppingSince: number | undefined;
  async function stop(signal: NodeJS.Signals) {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignal) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, "stopping");
    announce();
    endStreams();
    const requests = await drain(patience, isBehindProxy ? lingering : 0);
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
  if (!process.env.npm_lifecycle_event) return;
  const looking = setInterval(() => {
    if (isNpmThere()) return;
    clearInterval(looking);
    log.warn("npm has ended, which passes signals on");
    // The watcher passes it on to us, and would otherwise wait for a change of the files.
    if (watcher) process.kill(watcher, "SIGTERM");
    else stop("SIGTERM").catch(fail);
  }, lookForNpm).unref();
}

/**
 * True if the npm that started this process is still its parent. If it ended before this process
 * began, the parent is the process that adopts orphans.
 */
function isNpmThere(): boolean {
  if (!watcher) return process.ppid === npm && !isAdopted;
  try {
    return process.kill(npm, 0);
  } catch {
    return false;
  }
}

/** Node's own watcher, between npm and us (`npm run dev`). */
const watcher = process.env.WATCH_REPORT_DEPENDENCIES && process.ppid;

/** The `start` script says which process npm is; otherwise it is the first parent seen. */
const npm = Number(process.env.NPM_PID) || process.ppid;

/** True if npm ended before its shell could say which process it is. */
const isAdopted = process.env.NPM_PID !== undefined && !isNpm(process.ppid);

/** True if a process is npm, by the title that npm sets; true if unknown. */
function isNpm(pid: number): boolean {
  // Others, such as pnpm, set no title.
  if (!process.env.npm_config_user_agent?.startsWith("npm/")) return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("npm");
  } catch {
    // Other systems have no such file; only in a container on Linux is npm the first process.
    return pid !== 1 || process.platform === "linux";
  }
}

/** Rejects on timeout: closing a silently dead database connection may never settle. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = wait(ms).then(() => {
    throw new Error(`Closing took longer than ${ms} ms`);
  });
  await Promise.race([work, late]);
}

/**
 * Tracks a server's requests from now on, so that it can be stopped without cutting any off. Node's
 * `server.close()` is not enough: it destroys a connection whose response has been written but not
 * yet read by the client, and waits up to 5 seconds for the others to be idle.
 *
 * @returns stops the server: no new connections, idle ones are closed, and the promise resolves
 *   when the last response has been read, or after `patience` (ms) with the number of requests that
 *   were cut off. Idle connections stay open for `linger` (ms): a proxy may be sending a request
 *   into one, which is answered with "Connection: close"
 */
export function watchRequests(
  server: Server,
): (patience: number, linger?: number) => Promise<number> {
  const answering = new Map<Socket, Set<ServerResponse>>();
  let stopping = false;

  server.on("connection", (socket) => {
    answering.set(socket, new Set());
    socket.once("close", () => answering.delete(socket));
  });
  // The first listener, so that a response sent synchronously is tracked too.
  server.prependListener("request", ({ socket }, response) => {
    const responses = answering.get(socket);
    responses?.add(response);
    if (stopping) response.setHeader("Connection", "close");
    response.once("close", () => {
      responses?.delete(response);
      if (stopping && responses?.size === 0) socket.destroySoon();
    });
  });

  return async function stop(patience, linger = 0) {
    stopping = true;
    const stopped = new Promise((done) => NetServer.prototype.close.call(server, done));
    for (const [socket, responses] of answering) {
      if (responses.size === 0 && linger === 0) socket.destroy();
      // Only on the last one: after such a response the connection reads no more requests.
      const last = [...responses].at(-1);
      if (last && !last.headersSent) last.setHeader("Connection", "close");
    }
    const lingered = setTimeout(() => {
      for (const [socket, responses] of answering) if (responses.size === 0) socket.destroy();
    }, linger);
    let cutOff = 0;
    const forced = setTimeout(() => {
      for (const [socket, responses] of answering) {
        cutOff += responses.size;
        socket.destroy();
      }
    }, patience);
    await stopped;
    clearTimeout(forced);
    clearTimeout(lingered);
    return cutOff;
  };
}
