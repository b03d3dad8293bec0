import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Log } from "#db/database.ts";
import type { Config } from "#server/config.ts";
import { backupLock, whatIsDue } from "./due.ts";
import type { Told } from "./nightly.ts";

/** The shop's own backups. */
export interface NightlyBackups {
  /** Where they are. */
  folder: string;
  /**
   * Makes the night's backup if it is due, and waits for it. Any number of processes may call it: one
   * of them does it.
   */
  look(): Promise<void>;
  /** Ends a backup that is being made; the next start makes it. */
  close(): void;
}

/**
 * Backups that the shop makes by itself, in a process of their own with a low priority: neither
 * its work nor its memory is the pages'. What was made is in `backup_runs`.
 *
 * @returns undefined if there are to be none
 */
export function createNightlyBackups(
  db: Database,
  { backupDir, backupHour }: Pick<Config, "backupDir" | "backupHour">,
  log: Log,
): NightlyBackups | undefined {
  if (!backupDir) return undefined;
  const stopping = new AbortController();
  return {
    folder: backupDir,
    async look() {
      if (stopping.signal.aborted || !(await isWanted(db, backupHour))) return;
      await runNight(log, stopping.signal);
    },
    close: () => stopping.abort(),
  };
}

/** Whether something is due that nobody is doing. */
function isWanted(db: Database, hour: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${backupLock}) as free`);
    return rows[0]?.free === true && (await whatIsDue(tx, hour)) !== "nothing";
  });
}

async function runNight(log: Log, signal: AbortSignal): Promise<void> {
  const child = fork(join(import.meta.dirname, "nightly.ts"), {
    // The shop's own options are for its heap.
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    killSignal: "SIGKILL",
    signal,
  });
  child.on("message", ({ level, message, facts }: Told) => log[level](facts, message));
  if (child.pid) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already.
    }
  }
  const failure = await new Promise<object | undefined>((resolve) => {
    child.on("error", (err) => resolve({ err }));
    child.on("close", (status, killedBy) =>
      resolve(status === 0 ? undefined : { status, killedBy }),
    );
  });
  if (failure && !signal.aborted) log.error(failure, "the nightly backup ended early");
}
