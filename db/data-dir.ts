import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DataDirInUseError, lockDataDir } from "./data-dir-lock.ts";
import { reasonOf } from "./database-error.ts";
import { makeFolder } from "./make-folder.ts";

/** Exists in a data folder during a restore. If one is left over, the data is incomplete. */
export const unfinishedRestore = "restore.new";

/** Size of a WAL segment. Without room for one, the database crashes during an operation. */
const leastRoom = 16 * 1024 * 1024;

/**
 * Takes the data folder's lock, creating the folder if necessary, and checks that it is writable.
 *
 * @param restoring whether the folder may hold an unfinished restore
 * @returns releases the lock
 * @throws DataDirInUseError when another process has the folder; Error with a one-line message when
 *   it cannot be used
 */
export async function takeDataDir(
  dataDir: string,
  { restoring = false } = {},
): Promise<() => void> {
  let unlock: (() => void) | undefined;
  try {
    await makeFolder(dataDir);
    unlock = lockDataDir(dataDir);
    await expectRoom(dataDir);
  } catch (error) {
    unlock?.();
    if (error instanceof DataDirInUseError) throw error;
    throw new Error(
      `Cannot keep data in ${dataDir}: ${reasonOf(error)}. ` +
        "Set DATA_DIR to a folder that this process may write to.",
      { cause: error },
    );
  }
  if (restoring || !(await readdir(dataDir)).includes(unfinishedRestore)) return unlock;
  unlock();
  throw new Error(`A restore into ${dataDir} was cut short. Run it again.`);
}

/** Fails with the system's error for a full or read-only disk, which PostgreSQL doesn't report. */
async function expectRoom(dataDir: string): Promise<void> {
  const probe = join(dataDir, "probe.new");
  try {
    await writeFile(probe, Buffer.alloc(leastRoom));
  } finally {
    await rm(probe, { force: true });
  }
}
