import { existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { takeDataDir } from "./data-dir.ts";
import type { Log, OpenDatabase } from "./database.ts";
import { reasonOf } from "./database-error.ts";
import { migrate } from "./migrate.ts";

const unfinished = "db.new-";

/** PostgreSQL's own `checkpoint_timeout`, in ms. */
const betweenCheckpoints = 5 * 60_000;

/**
 * Opens the embedded database in `dataDir/db`, migrated, and holds the folder's exclusive lock
 * until it is closed. At the first start the database is made beside its place and moved there
 * when it is whole, so a start that was killed leaves nothing but a folder for the next one to
 * remove.
 *
 * @throws DataDirInUseError when another process has the folder, Error with one clear line when it
 *   cannot be used
 */
export async function openPglite(dataDir: string, log: Log): Promise<OpenDatabase> {
  const unlock = await takeDataDir(dataDir);
  try {
    await removeUnfinished(dataDir);
    const folder = join(dataDir, "db");
    if (!existsSync(folder)) {
      log.info({ folder }, "creating the database, this takes a few seconds");
      await create(dataDir, folder);
    }
    const client = await opened(folder);
    const stopCheckpoints = checkpoints(client, log);
    return await migrated(client, log, () => {
      stopCheckpoints();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Wraps a running PGlite. `afterClose` runs once, when it has been closed. */
export function fromPglite(client: PGlite, log: Log, afterClose = () => {}): OpenDatabase {
  let closing: Promise<void> | undefined;
  return {
    db: drizzle({ client }),
    engine: "pglite",
    async listen(channel, onPayload) {
      const stop = await client.listen(channel, (payload) => {
        try {
          onPayload(payload);
        } catch (error) {
          log.error({ err: error, channel }, "a listener failed");
        }
      });
      return async () => {
        if (!client.closed && !closing) await stop();
      };
    },
    close() {
      closing ??= client.close().finally(afterClose);
      return closing;
    },
  };
}

async function migrated(client: PGlite, log: Log, unlock: () => void): Promise<OpenDatabase> {
  const open = fromPglite(client, log, unlock);
  try {
    const applied = await migrate(open.db);
    if (applied.length > 0) log.info({ applied }, "migrated the database");
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

/**
 * Opens a folder that nobody else has. PostgreSQL's own lock file is removed first: a process that
 * was killed between making and filling it would leave an empty one, which the engine takes for
 * another start and refuses. Ours is the lock that counts.
 *
 * The engine says nothing but "Aborted()" where it cannot go on.
 */
async function opened(folder: string): Promise<PGlite> {
  await rm(join(folder, "postmaster.pid"), { force: true });
  try {
    return await PGlite.create({ dataDir: folder });
  } catch (error) {
    throw new Error(
      `Cannot open the database in ${folder}: ${reasonOf(error)}. ` +
        "Is its disk full? Where the folder is damaged, restore a backup.",
      { cause: error },
    );
  }
}

/**
 * Nothing in the embedded engine makes a checkpoint by itself: without one its log grows until the
 * disk is full, and a start after a crash goes through all of it.
 */
function checkpoints(client: PGlite, log: Log): () => void {
  const timer = setInterval(() => {
    client.exec("checkpoint").catch((error) => log.error({ err: error }, "a checkpoint failed"));
  }, betweenCheckpoints);
  timer.unref();
  return () => clearInterval(timer);
}

async function create(dataDir: string, folder: string): Promise<void> {
  const temporary = await mkdtemp(join(dataDir, unfinished));
  const client = await PGlite.create({ dataDir: temporary });
  try {
    await migrate(drizzle({ client }));
  } finally {
    await client.close();
  }
  await rename(temporary, folder);
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(unfinished)) await rm(join(dataDir, name), { recursive: true });
  }
}
