import { execFile } from "node:child_process";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../database.ts";

/**
 * Where a running server of this folder listens, by its own note (`postmaster.pid`: the process, the
 * folder, the start, the port, the socket's folder, the address). Undefined where none runs. For
 * programs beside the shop, which hold no lock.
 */
export async function runningServer(
  folder: string,
): Promise<{ pid: number; host: string; port: number } | undefined> {
  const [pid, , , port, socketFolder, address] = (await pidFileLines(folder)) ?? [];
  if (!pid || !port || !(await isServerOf(Number(pid), folder))) return undefined;
  return { pid: Number(pid), host: socketFolder || address || "", port: Number(port) };
}

/**
 * Ends the server that a killed shop may have left in this folder, and removes a note of one that
 * would keep ours from starting: that of a process which has its number by chance, or an empty one.
 * A process that is not this folder's server is left alone. Expects the data folder's lock to be held.
 *
 * @throws Error with one clear line when it does not end
 */
export async function endLeftover(folder: string, log: Log): Promise<void> {
  const lines = await pidFileLines(folder);
  if (!lines) return;
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await isServerOf(pid, folder))) {
    // Of a process that is no more PostgreSQL itself knows best what it left.
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

/** Whether a process is the server of this folder: it works in it. One that only waits to be reaped is not. */
async function isServerOf(pid: number, folder: string): Promise<boolean> {
  try {
    if (process.platform === "linux") {
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder));
    }
    const asked = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]);
    return asked.stdout.includes(`-D ${folder}`);
  } catch {
    return false;
  }
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
    // It has just ended.
  }
}
