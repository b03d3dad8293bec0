import { execFile } from "node:child_process";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../database.ts";

/**
 * Returns where a running server of this folder listens, from its `postmaster.pid` (PID, folder,
 * start time, port, socket folder, address), or undefined if none is running. For programs that run
 * beside the shop and do not hold the lock.
 */
export async function runningServer(
  folder: string,
): Promise<{ pid: number; host: string; port: number } | undefined> {
  const [pid, , , port, socketFolder, address] = (await pidFileLines(folder)) ?? [];
  if (!pid || !port || !(await isServerOf(Number(pid), folder))) return undefined;
  return { pid: Number(pid), host: socketFolder || address || "", port: Number(port) };
}

/**
 * Ends the server that a killed shop may have left in this folder, and removes a stale
 * `postmaster.pid` (empty, or with a reused PID) that would keep ours from starting. Leaves a
 * process that is not this folder's server alone. Expects the data folder's lock to be held.
 *
 * @throws Error with a one-line message if it does not end
 */
export async function endLeftover(folder: string, log: Log): Promise<void> {
  const lines = await pidFileLines(folder);
  if (!lines) return;
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await isServerOf(pid, folder))) {
    // If the process is gone, PostgreSQL's own cleanup is best.
    if (!(pid > 0) || isThere(pid)) await rm(join(folder, "postmaster.pid"), { force: true });
    return;
  }
  log.warn({ pid }, "ending the database server that a killed shop left");
  for (const [signal, patience] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    send(pid, signal);
    const end = Date.now() + patience;
    while (Date.now() < end) {
      if (!(await isServerOf(pid, folder))) return;
      await wait(20);
    }
  }
  throw new Error(
    `A database server (process ${pid}) is using ${folder} and does not stop. Stop it.`,
  );
}

async function pidFileLines(folder: string): Promise<string[] | undefined> {
  try {
    const text = await readFile(join(folder, "postmaster.pid"), "utf8");
    return text.split("\n").map((line) => line.trim());
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * True if a process is this folder's server, by its working directory, and no zombie. The working
 * directory of a server in another user namespace, such as systemd's PrivateUsers makes, is hidden
 * even from its own user, but its arguments are not.
 */
async function isServerOf(pid: number, folder: string): Promise<boolean> {
  try {
    if (process.platform === "linux") {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(rethrowUnlessRefused);
      return (cwd ?? (await folderArgument(pid))) === (await realpath(folder));
    }
    const asked = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]);
    return asked.stdout.includes(`-D ${folder}`);
  } catch {
    return false;
  }
}

function rethrowUnlessRefused(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
}

async function folderArgument(pid: number): Promise<string | undefined> {
  const args = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
  const folder = args[args.indexOf("-D") + 1];
  return args.includes("-D") && folder ? realpath(folder) : undefined;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just exited.
  }
}
