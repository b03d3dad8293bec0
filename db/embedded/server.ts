import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../database.ts";
import { reasonOf } from "../database-error.ts";
import { endLeftover } from "./leftover.ts";
import { command, environment, type Programs, type Way } from "./programs.ts";
import { linePrefix, passOn, readLine } from "./server-log.ts";

/** Where a server listens: a folder for its socket, or a port on the loopback address. */
export type Endpoint = { socketFolder: string } | { port: number };

export interface ServerOptions {
  programs: Programs;
  way: Way;
  folder: string;
  endpoint: Endpoint;
  log: Log;
  /** Additions or overrides, for tests. */
  settings?: Record<string, string>;
}

/** A running server, restarted when it exits. */
export interface RunningServer {
  pid(): number | undefined;
  /** Shuts the server down with committed data on disk. Idempotent. */
  stop(): Promise<void>;
}

export const socketPort = 5432;

/** Maximum length of a socket path; macOS allows 4 bytes less than Linux. */
export const longestSocketPath = 103;

const own = {
  // Acknowledged data is on disk.
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  // Containers may have little or no /dev/shm.
  shared_memory_type: "mmap",
  dynamic_shared_memory_type: "mmap",
  huge_pages: "off",
  // For a small machine.
  max_connections: "40",
  shared_buffers: "32MB",
  maintenance_work_mem: "32MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  wal_buffers: "1MB",
  random_page_cost: "1.1",
  jit: "off",
  io_method: "sync",
  autovacuum_max_workers: "2",
  max_worker_processes: "4",
  max_parallel_workers: "0",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  // Passed to our own log, without user input.
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: linePrefix,
  log_checkpoints: "off",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/** Backoff in ms before a server that exited is restarted; the last value repeats. */
const pauses = [0, 1_000, 2_000, 5_000, 10_000];

/** How long the processes of a killed server may hold its shared memory (ms). */
const patience = 30_000;

/** How long a shutdown may write its checkpoint (ms); the next start recovers after that. */
const shutdownPatience = 60_000;

/**
 * Starts a server on an existing database, waits until it accepts connections, and keeps it running
 * until `stop`. Ends a server left over in the folder first.
 *
 * @throws Error with the server's own reason when it does not start
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log } = options;
  const stopping = new AbortController();
  let current: Launched | undefined = await launchPatiently(options, stopping.signal);

  async function keepUp(): Promise<void> {
    while (current) {
      const began = Date.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ how }, "the database server ended, starting it again");
      current = await relaunch(Date.now() - began < 60_000 ? 1 : 0);
    }
  }

  async function relaunch(attempt: number): Promise<Launched | undefined> {
    try {
      await wait(pauses[Math.min(attempt, pauses.length - 1)], undefined, stopping);
      const again = await launchPatiently(options, stopping.signal);
      log.info({}, "the database server is up again");
      return again;
    } catch (error) {
      if (stopping.signal.aborted) return undefined;
      log.error({ reason: reasonOf(error) }, "the database server does not start");
      return relaunch(attempt + 1);
    }
  }

  const keeping = keepUp();
  return {
    pid: () => current?.child.pid,
    async stop() {
      stopping.abort();
      await current?.stop();
      await keeping;
    },
  };
}

interface Launched {
  child: ChildProcess;
  /** Exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  stop(): Promise<void>;
}

/** Retries while backends of a killed server finish their statements and hold its memory. */
async function launchPatiently(options: ServerOptions, signal: AbortSignal): Promise<Launched> {
  const deadline = Date.now() + patience;
  for (;;) {
    signal.throwIfAborted();
    await endLeftover(options.folder, options.log);
    try {
      return await launch(options);
    } catch (error) {
      if (!/shared memory block .* in use/.test(reasonOf(error)) || Date.now() > deadline) {
        throw error;
      }
      await wait(100, undefined, { signal });
    }
  }
}

async function launch({ programs, way, folder, endpoint, log, settings }: ServerOptions) {
  const all = { ...own, ...listening(endpoint), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args, options } = command(way, programs.postgres, ["-D", folder, ...flags]);
  if ("socketFolder" in endpoint) {
    // If its PID was reused, the server would take the lock for another server's.
    await rm(join(endpoint.socketFolder, `.s.PGSQL.${socketPort}.lock`), { force: true });
  }
  // In its own process group: Ctrl+C in a terminal is for us, who have requests to finish.
  const stdio: ["ignore", "ignore", "pipe"] = ["ignore", "ignore", "pipe"];
  const child = spawn(file, args, {
    ...options,
    stdio,
    env: environment,
    cwd: "/",
    detached: true,
  });
  const exit = once(child, "exit");
  const ended = exit.then(([status, signal]) => status ?? signal);
  // The waiting caller handles this too; a missing program rejects at once.
  ended.catch(() => undefined);

  const { promise: isReady, resolve: ready } = Promise.withResolvers<"ready">();
  let failure = "";
  createInterface({ input: child.stderr }).on("line", (text) => {
    const line = readLine(text);
    if (!line) return;
    passOn(line, log);
    if (line.severity === "FATAL" || line.severity === "PANIC") failure = line.message;
    if (line.message === "database system is ready to accept connections") ready("ready");
  });
  const outcome = await Promise.race([isReady, ended]);
  if (outcome !== "ready") {
    // Its last output may arrive after it exits.
    if (!child.stderr.readableEnded) await Promise.race([once(child.stderr, "close"), wait(1_000)]);
    throw new Error(failure || `it ended at once (${outcome})`);
  }
  return {
    child,
    ended,
    async stop() {
      child.kill("SIGINT");
      const late = wait(shutdownPatience, "late", { ref: false });
      if ((await Promise.race([ended, late])) !== "late") return;
      child.kill("SIGQUIT");
      await ended;
    },
  };
}

function listening(endpoint: Endpoint): Record<string, string> {
  if ("port" in endpoint) {
    return {
      listen_addresses: "127.0.0.1",
      port: String(endpoint.port),
      unix_socket_directories: "",
    };
  }
  return {
    listen_addresses: "",
    port: String(socketPort),
    unix_socket_directories: endpoint.socketFolder,
    unix_socket_permissions: "0700",
  };
}

/** The URL of a database on a server, in the form of DATABASE_URL. */
export function urlOf(endpoint: Endpoint, user: string, database: string): string {
  const host =
    "port" in endpoint
      ? `127.0.0.1:${endpoint.port}`
      : `${encodeURIComponent(endpoint.socketFolder)}:${socketPort}`;
  return `postgres://${user}@${host}/${database}?sslmode=disable`;
}
