import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "./database-error.ts";
import { DataDirInUseError, lockDataDir } from "./lock.ts";

/**
 * The folder that is in a data folder for as long as a backup is being restored into it. Where one
 * is left, what lies beside it is not whole.
 */
export const unfinishedRestore = "restore.new";

/** A segment of PostgreSQL's log, without room for which the database gives up in the midst of work. */
const leastRoom = 16 * 1024 * 1024;

/**
 * Takes the lock of the data folder, which is made where there is none, and sees that it can be
 * written to.
 *
 * @param restoring whether it may be one whose restore is not finished
 * @returns what releases the lock
 * @throws DataDirInUseError when another process has the folder, Error with one clear line when it
 *   cannot be used
 */
export async function takeDataDir(
  dataDir: string,
  { restoring = false } = {},
): Promise<() => void> {
  let unlock: (() => void) | undefined;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
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

/** Fails as the system does where the disk is full or read-only, which the engine says in no words. */
async function expectRoom(dataDir: string): Promise<void> {
  const probe = join(dataDir, "probe.new");
  try {
    await writeFile(probe, Buffer.alloc(leastRoom));
  } finally {
    await rm(probe, { force: true });
  }
}
