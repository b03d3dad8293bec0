import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { carrier } from "../baseline.ts";
import { takeDataDir } from "../data-dir.ts";
import type { Log } from "../database.ts";
import { reasonOf } from "../database-error.ts";
import { createCluster, shopName, superuser } from "./cluster.ts";
import { findPrograms, findWay, giveTo, type Programs, type Way } from "./programs.ts";
import {
  longestSocketPath,
  type RunningServer,
  type ServerOptions,
  socketPort,
  startServer,
  urlOf,
} from "./server.ts";

export interface EmbeddedDatabase {
  /** The shop's database, in the format of DATABASE_URL. */
  url: string;
  /** The maintenance database, for actions that need a superuser. */
  superuserUrl: string;
  pid(): number | undefined;
  /** Stops the server and releases the folder's lock. Idempotent. */
  close(): Promise<void>;
}

const unfinished = "db.new-";

/** Where an earlier version moved the first version's database. */
const movedAside = "db.pglite";

/**
 * Opens the embedded database in `dataDir/db`: creates it if there is none, starts its server, and
 * holds the folder's exclusive lock until it is closed. Does not migrate. The database is created
 * in a temporary folder and renamed when complete; the next start removes what a killed one left.
 *
 * @param restoring whether a backup is being restored into the folder, which is closed to others
 * @throws DataDirInUseError when another process has the folder; Error with a one-line message when
 *   it cannot be used
 */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  { restoring = false } = {},
): Promise<EmbeddedDatabase> {
  const programs = await findPrograms();
  const place = resolve(dataDir);
  const unlock = await takeDataDir(place, { restoring });
  try {
    await removeUnfinished(place);
    const folder = join(place, "db");
    const way = await findWay(programs, [place]);
    if (!existsSync(folder)) {
      if (existsSync(join(place, movedAside))) {
        throw new Error(
          `A move into ${place} was cut short. Check out ${carrier} and run npm run move-in again.`,
        );
      }
      log.info({ folder }, "creating the database, this takes a few seconds");
      await rename(await createBeside(programs, way, place), folder);
    }
    const { stop, ...server } = await serveDatabase({ programs, way, folder, log });
    let closing: Promise<void> | undefined;
    return {
      ...server,
      close() {
        closing ??= stop().finally(unlock);
        return closing;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

type Served = Omit<ServerOptions, "endpoint" | "settings">;

/**
 * Starts a server for this process only, on a socket that only we and the server's user can reach.
 *
 * @throws Error with a one-line message
 */
async function serveDatabase(options: Served) {
  const { way, folder } = options;
  await giveTo(folder, way.owner);
  const socketFolder = await findSocketFolder(way, folder);
  const removeSocketFolder = async () => {
    if (socketFolder !== folder) await rm(socketFolder, { recursive: true, force: true });
  };
  try {
    const server = await started({ ...options, endpoint: { socketFolder } });
    return {
      url: urlOf({ socketFolder }, shopName, shopName),
      superuserUrl: urlOf({ socketFolder }, superuser, "postgres"),
      pid: server.pid,
      stop: () => server.stop().finally(removeSocketFolder),
    };
  } catch (error) {
    await removeSocketFolder();
    throw error;
  }
}

async function started(options: ServerOptions): Promise<RunningServer> {
  const { folder } = options;
  try {
    return await startServer(options);
  } catch (error) {
    const reason = reasonOf(error);
    const advice = /incompatible with server/.test(reason)
      ? await adviceForOther(folder)
      : "Is its disk full? If the folder is damaged, restore a backup.";
    throw new Error(`Cannot open the database in ${folder}: ${reason}. ${advice}`, {
      cause: error,
    });
  }
}

async function adviceForOther(folder: string): Promise<string> {
  const release = (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
  return release === "18"
    ? `It was made by the first version of the shop: check out ${carrier}, whose README carries it over.`
    : `It belongs to PostgreSQL ${release}: restore a backup into another folder.`;
}

/** Creates a complete, synced database in a temporary folder, which the next start may remove. */
async function createBeside(programs: Programs, way: Way, dataDir: string): Promise<string> {
  const folder = await mkdtemp(join(dataDir, unfinished));
  await giveTo(folder, way.owner);
  await createCluster(programs, way, folder);
  return folder;
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinished) && !name.startsWith("probe.new-")) continue;
    // A program that was just killed may still be writing to it.
    await rm(join(dataDir, name), { recursive: true, maxRetries: 20 });
  }
}

/** Returns a socket folder that only the server's user and we can enter, preferably its own. */
async function findSocketFolder(way: Way, folder: string): Promise<string> {
  if (await takesSocket(folder)) return folder;
  for (const parent of new Set([tmpdir(), "/tmp", "/run"])) {
    const candidate = await mkdtemp(join(parent, "shop-db-")).catch(() => undefined);
    if (!candidate) continue;
    await giveTo(candidate, way.owner);
    if (await takesSocket(candidate)) return candidate;
    await rm(candidate, { recursive: true });
  }
  throw new Error(
    `Cannot create a socket for the database in ${folder}. ` +
      "Set TMPDIR to a folder with a short path, or DATA_DIR to another folder.",
  );
}

/** True if the path is short enough and the file system supports sockets. */
async function takesSocket(folder: string): Promise<boolean> {
  const real = join(folder, `.s.PGSQL.${socketPort}.lock`);
  if (Buffer.byteLength(real) > longestSocketPath) return false;
  const probe = join(folder, ".s.probe");
  await rm(probe, { force: true });
  const server = createServer();
  try {
    await new Promise<void>((taken, refused) => {
      server.once("error", refused).listen(probe, taken);
    });
    await chmod(folder, 0o700);
    return true;
  } catch {
    return false;
  } finally {
    server.close();
    await rm(probe, { force: true });
  }
}
