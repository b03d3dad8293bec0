import { fork } from "node:child_process";
import { scrypt, timingSafeEqual } from "node:crypto";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import type { BackupsElsewhere, KeptPassphrase } from "#app/features/health/check-parts.server.ts";
import type { Database, Log } from "#db/database.ts";
import type { Config } from "#server/config.ts";
import { problemOfFolder } from "./backup-folder.ts";
import { backupLock, bucketLock, isRecentDue, whatIsDue } from "./due.ts";
import type { Told } from "./runs.ts";

/** Takes 16 MB and some 50 ms, so that the digest in the audit log doesn't help guessing. */
const derive = promisify<string, string, number, Buffer>(scrypt);

/** Returns what the health page needs to verify the passphrase of off-site backups. */
export function keptPassphrase(passphrase: string, salt: string): KeptPassphrase {
  const markOf = (text: string) => derive(text.normalize("NFC"), `passphrase of ${salt}`, 16);
  let own: Promise<Buffer> | undefined;
  const ownMark = () => {
    own ??= markOf(passphrase);
    return own;
  };
  return {
    mark: async () => (await ownMark()).toString("base64url"),
    isIt: async (typed) => timingSafeEqual(await markOf(typed), await ownMark()),
  };
}

export interface NightlyBackups {
  folder: string;
  /** Returns a sentence that says why the folder is not writable; null if it is. */
  problem(): Promise<string | null>;
  /** Makes the nightly backup if it is due, and waits for it. Only one process makes it. */
  look(): Promise<void>;
  /** Like `look`, for the backup between two nights; undefined if none are made. */
  lookBetween: (() => Promise<void>) | undefined;
  elsewhere: BackupsElsewhere | null;
  /** Aborts a backup in progress; the next start makes it. */
  close(): void;
}

/**
 * Makes the shop's backups in a separate low-priority process, so that pages share neither its CPU
 * time nor its memory. `backup_runs` records them.
 *
 * @returns undefined if there are to be none
 */
export function createNightlyBackups(
  db: Database,
  config: Pick<Config, "backupDir" | "backupHour" | "backupS3" | "databaseUrl">,
  log: Log,
): NightlyBackups | undefined {
  const { backupDir, backupS3, databaseUrl } = config;
  if (!backupDir) return undefined;
  const stopping = new AbortController();
  // With an external database server, backups between two nights are its operator's job.
  const hasRecent = backupS3 !== undefined && !databaseUrl;
  async function lookFor(script: string, lock: number, isDue: (tx: Database) => Promise<boolean>) {
    if (stopping.signal.aborted || !(await isWanted(db, lock, isDue))) return;
    await runBeside(script, log, stopping.signal);
  }
  return {
    folder: backupDir,
    elsewhere: backupS3
      ? {
          place: `${backupS3.bucket} at ${new URL(backupS3.endpoint).host}`,
          hasRecent,
          passphrase: keptPassphrase(backupS3.passphrase, backupS3.bucket),
        }
      : null,
    problem: () => problemOfFolder(backupDir),
    look: () =>
      lookFor("nightly.ts", backupLock, async (tx) => (await whatIsDue(tx, config)) !== "nothing"),
    lookBetween: hasRecent ? () => lookFor("recent.ts", bucketLock, isRecentDue) : undefined,
    close: () => stopping.abort(),
  };
}

function isWanted(
  db: Database,
  lock: number,
  isDue: (tx: Database) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${lock}) as free`);
    return rows[0]?.free === true && (await isDue(tx));
  });
}

async function runBeside(script: string, log: Log, signal: AbortSignal): Promise<void> {
  const child = fork(join(import.meta.dirname, script), {
    // Without the shop's own options, which are for its heap.
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
  if (failure && !signal.aborted) log.error({ ...failure, script }, "a backup ended early");
}
