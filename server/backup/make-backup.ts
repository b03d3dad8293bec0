import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import PQueue from "p-queue";
import { createImageStorage } from "#app/domain/pictures/storage/image-storage.server.ts";
import { DataDirInUseError } from "#db/data-dir-lock.ts";
import { isNoRoom } from "#db/database-error.ts";
import { shopName, superuser } from "#db/embedded/cluster.ts";
import { runningServer } from "#db/embedded/leftover.ts";
import { openEmbedded } from "#db/embedded/open.ts";
import { urlOf } from "#db/embedded/server.ts";
import { openSession, type Session } from "#db/postgres.ts";
import { images } from "#db/schema/images.ts";
import type { Config } from "#server/config.ts";
import { beginFolder, noRoomIn } from "./backup-folder.ts";
import {
  copyTo,
  digestOf,
  filesIn,
  flush,
  flushFolders,
  linkTo,
  silentLog,
  writeNew,
} from "./files.ts";
import { type Manifest, manifestFile } from "./manifest.ts";
import { dumpTables, type OnRows } from "./tables.ts";

export type ShopPlace = Pick<
  Config,
  "dataDir" | "databaseUrl" | "databaseDirectUrl" | "s3" | "authSecret"
>;

export interface MadeBackup {
  manifest: Manifest;
  /** Images whose file is missing or was altered; the shop has no other copy. */
  lostImages: string[];
}

type Files = Manifest["files"];

interface Previous {
  folder: string;
  manifest: Manifest;
  /** True to link its images without reading them; the nightly backups read them all. */
  isTrusted?: boolean;
}

const keyFile = "auth-secret";

const nothing = () => undefined;

const atOnce = 8;

/**
 * Backs a shop up to a new folder, which appears when it is complete: a consistent snapshot. The
 * shop may be running and is not blocked.
 *
 * @param previous another backup beside the target; unchanged images are hard-linked from it if the
 *   file system supports that, and take no space
 * @throws Error with one line that a person can act on
 */
export async function makeBackup(
  place: ShopPlace,
  target: string,
  onRows: OnRows,
  previous?: Previous,
): Promise<MadeBackup> {
  if (existsSync(target)) throw new Error(`${target} already exists. Name a new folder.`);
  const database = await openShopDatabase(place);
  try {
    const { folder, complete, giveUp } = await beginFolder(target);
    try {
      const from = { url: database.url, place, previous };
      const made = await writeBackup(from, folder, onRows);
      await writeNew(join(folder, manifestFile), JSON.stringify(made.manifest, null, 1));
      await complete();
      await flushFolders(folder);
      await rename(folder, target);
      await flush(dirname(target));
      return made;
    } catch (error) {
      // The next backup removes what could not be removed now; report the original failure.
      await giveUp().catch(nothing);
      throw error;
    }
  } catch (error) {
    throw isNoRoom(error) ? new Error(noRoomIn(dirname(target))) : error;
  } finally {
    await database.close();
  }
}

export interface RunningDatabase {
  url: string;
  /** The embedded server's URL for superusers. */
  superuserUrl?: string;
}

/** Returns where a shop's database runs; undefined if it is the embedded one and not running. */
export async function runningDatabase({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
}: ShopPlace): Promise<RunningDatabase | undefined> {
  if (databaseUrl) return { url: databaseDirectUrl ?? databaseUrl };
  const server = await runningServer(join(resolve(dataDir), "db"));
  if (!server) return undefined;
  const { host: socketFolder, port } = server;
  const endpoint = socketFolder.startsWith("/") ? { socketFolder } : { port };
  return {
    url: urlOf(endpoint, shopName, shopName),
    superuserUrl: urlOf(endpoint, superuser, "postgres"),
  };
}

/** Opens the shop's database for a command: the running server's, or one started for it. */
export async function openShopDatabase(place: ShopPlace) {
  const { dataDir } = place;
  const running = await runningDatabase(place);
  if (running) return { url: running.url, close: async () => undefined };
  if (!existsSync(join(dataDir, "db"))) throw new Error(`There is no shop in ${dataDir}.`);
  try {
    return await openEmbedded(dataDir, silentLog);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    throw new Error(`The shop that uses ${dataDir} is just starting or stopping. Try again.`);
  }
}

interface Source {
  url: string;
  place: ShopPlace;
  previous: Previous | undefined;
}

async function writeBackup(
  { url, place, previous }: Source,
  folder: string,
  onRows: OnRows,
): Promise<MadeBackup> {
  const session = await openSession(url);
  try {
    const copy = copyImages(place, folder, previous);
    const { files, lostImages, takenAt } = await beginWithImages(session, copy);
    const tables = await dumpTables(session, folder, onRows);
    await session.client.query("commit");
    // Last, so that an email whose row says it was sent has its file in the backup.
    for (const name of await keptBeside(place)) {
      const copy = join(folder, name);
      if (await copyTo(join(place.dataDir, name), copy)) files[name] = await digestOf(copy);
    }
    // A key from the settings is copied too: without it, staff lose their second factors.
    if (place.authSecret) {
      const key = join(folder, keyFile);
      await writeNew(key, place.authSecret);
      files[keyFile] = await digestOf(key);
    }
    Object.assign(files, tables.files);
    return { manifest: { format: 2, takenAt, ...tables, files }, lostImages };
  } finally {
    await session.close();
  }
}

/**
 * Begins a snapshot transaction, and copies the snapshot's images. If an image was deleted in the
 * meantime, its row before its file, a new snapshot is taken, which no longer has it. Images that
 * are missing again are lost.
 */
async function beginWithImages({ client, db }: Session, copy: ReturnType<typeof copyImages>) {
  let missedBefore: string[] = [];
  for (;;) {
    await client.query("begin isolation level repeatable read, read only");
    const { rows } = await client.query("select to_regclass('schema_objects') as migrated");
    if (!rows[0].migrated) throw new Error("The database has no shop of this version in it.");
    const takenAt = new Date().toISOString();
    const kept = await db.select({ path: images.path, digest: images.digest }).from(images);
    const { files, lostImages } = await copy(kept);
    if (lostImages.every((path) => missedBefore.includes(path))) {
      return { files, lostImages, takenAt };
    }
    missedBefore = lostImages;
    await client.query("rollback");
  }
}

function copyImages(place: ShopPlace, folder: string, previous: Previous | undefined) {
  const storage = createImageStorage(place);
  const copies = new PQueue({ concurrency: atOnce });
  const copied: Files = {};

  async function copyOne({ path, digest }: { path: string; digest: string }) {
    const name = `photos/${path}`;
    if (copied[name]) return;
    if (previous && (await linkTo(join(previous.folder, name), join(folder, name)))) {
      const was = previous.manifest.files[name];
      if (previous.isTrusted && was?.sha256 === digest) {
        copied[name] = was;
        return;
      }
      // Read even a linked image, so that disk corruption doesn't spread from backup to backup.
      const is = await digestOf(join(folder, name));
      if (is.sha256 === digest) {
        copied[name] = is;
        return;
      }
      await rm(join(folder, name));
    }
    const bytes = await storage.read(path);
    if (!bytes) return;
    await writeNew(join(folder, name), bytes);
    const is = await digestOf(join(folder, name));
    if (is.sha256 === digest) copied[name] = is;
    else await rm(join(folder, name));
  }

  return async (kept: { path: string; digest: string }[]) => {
    try {
      await copies.addAll(kept.map((image) => () => copyOne(image)));
    } finally {
      // After a failure, wait for the others, which are writing into a folder about to be removed.
      copies.clear();
      await copies.onIdle();
    }
    const names = kept.map(({ path }) => `photos/${path}`);
    for (const name of Object.keys(copied).filter((it) => !names.includes(it))) {
      await rm(join(folder, name));
      delete copied[name];
    }
    const lostImages = kept.map(({ path }) => path).filter((path) => !copied[`photos/${path}`]);
    return { files: { ...copied }, lostImages };
  };
}

async function keptBeside({ dataDir, authSecret }: ShopPlace): Promise<string[]> {
  const mails = (await filesIn(join(dataDir, "outbox"))).filter((it) => !it.endsWith(".part"));
  const names = mails.map((name) => `outbox/${name}`);
  return authSecret ? names : [keyFile, ...names];
}
