import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process has the folder open. The message is for the user who started the second one. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";

  constructor(dataDir: string) {
    super(
      `Another process is using ${dataDir}. Stop it, or set DATA_DIR to another folder. ` +
        "(Several processes can share the shop on a PostgreSQL server: set DATABASE_URL.)",
    );
  }
}

// A garbage-collected lock would be released while its database is still in use.
const held = new Set<DatabaseSync>();

/**
 * Takes the exclusive lock of a data folder: two processes writing to one embedded database would
 * corrupt it. It is a SQLite lock on the file `lock`, since Node has no file locks. The operating
 * system releases it with the process, even after `kill -9`, so it is never stale.
 *
 * @returns releases the lock
 * @throws DataDirInUseError at once if it is taken, also by this process
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, "lock"), { timeout: 0 });
  try {
    // Nothing is ever written, so no journal file is needed.
    lock.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new DataDirInUseError(dataDir);
    throw error;
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

// SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
