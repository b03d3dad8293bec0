import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import PQueue from "p-queue";
import { createImageStorage } from "#app/domain/pictures/storage/image-storage.server.ts";
import { BeforeBaselineError } from "#db/baseline.ts";
import { unfinishedRestore } from "#db/data-dir.ts";
import { DataDirInUseError, lockDataDir } from "#db/data-dir-lock.ts";
import { endLeftover } from "#db/embedded/leftover.ts";
import { openEmbedded } from "#db/embedded/open.ts";
import { makeFolder } from "#db/make-folder.ts";
import { UnknownMigrationError } from "#db/migrate.ts";
import { openSession } from "#db/postgres.ts";
import { copyTo, flush, silentLog } from "./files.ts";
import type { ShopPlace } from "./make-backup.ts";
import { type Manifest, tooNew, tooOld, verifiedManifest } from "./manifest.ts";
import {
  type LastNumbers,
  lastNumbersNow,
  noNumbers,
  type Skipped,
  skipNumbers,
} from "./skip-numbers.ts";
import { loadTables, type OnRows } from "./tables.ts";

export interface Restored {
  manifest: Manifest;
  skipped: Skipped;
  /** The last number of each series; the next ones follow it. */
  last: { series: string; lastNumber: number }[];
}

/** The names of a shop's data in its data folder. */
const ownNames = ["db", "photos", "variants", "outbox", "auth-secret"];

const atOnce = 8;

/**
 * Restores a backup into an empty embedded database, or an empty database by its URL. It is
 * verified first, then restored completely or not at all. If interrupted, the data folder stays
 * marked: no shop opens in it, and the next restore starts over.
 *
 * @param lastNumbers the last numbers issued after the backup, which are not issued again
 * @throws Error with one line that a person can act on
 */
export async function restoreBackup(
  backup: string,
  place: ShopPlace,
  onRows: OnRows,
  lastNumbers: LastNumbers = noNumbers(),
): Promise<Restored> {
  const manifest = await verifiedManifest(backup);
  let numbers: Omit<Restored, "manifest">;
  const dataDir = resolve(place.dataDir);
  const isNew = !existsSync(dataDir);
  const unlock = await claim(dataDir);
  // The embedded database takes the lock itself.
  if (!place.databaseUrl) unlock();
  try {
    const database = place.databaseUrl
      ? { url: place.databaseDirectUrl ?? place.databaseUrl, close: async () => undefined }
      : await openEmbedded(dataDir, silentLog, { restoring: true });
    try {
      numbers = await fill(database.url, backup, manifest, { place, onRows, lastNumbers });
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof DataDirInUseError) throw error;
    await clear(dataDir);
    if (isNew) await rm(dataDir, { recursive: true });
    if (error instanceof UnknownMigrationError) throw new Error(tooNew(backup));
    if (error instanceof BeforeBaselineError) throw new Error(tooOld(backup));
    throw error;
  } finally {
    if (place.databaseUrl) unlock();
  }
  await rm(join(dataDir, unfinishedRestore), { recursive: true });
  await flush(dataDir);
  return { manifest, ...numbers };
}

/** Takes the lock of a data folder without a shop, and marks it as being restored. */
async function claim(dataDir: string): Promise<() => void> {
  await makeFolder(dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const names = await readdir(dataDir);
    // Files beside an interrupted restore belong to it.
    if (names.includes(unfinishedRestore)) await clear(dataDir);
    else if (names.some((name) => ownNames.includes(name))) {
      throw new Error(
        `${dataDir} is not empty. Set DATA_DIR to a folder that is. Nothing was restored.`,
      );
    }
    await mkdir(join(dataDir, unfinishedRestore));
    await flush(dataDir);
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

async function clear(dataDir: string): Promise<void> {
  await endLeftover(join(dataDir, "db"), silentLog);
  for (const name of [...ownNames, unfinishedRestore]) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function fill(
  url: string,
  backup: string,
  manifest: Manifest,
  { place, onRows, lastNumbers }: { place: ShopPlace; onRows: OnRows; lastNumbers: LastNumbers },
): Promise<Omit<Restored, "manifest">> {
  const session = await openSession(url);
  try {
    await loadTables(session, backup, manifest, onRows, () => placeFiles(backup, manifest, place));
    return await session.db.transaction(async (tx) => {
      const skipped = await skipNumbers(tx, lastNumbers, new Date(manifest.takenAt));
      return { skipped, last: await lastNumbersNow(tx) };
    });
  } finally {
    await session.close();
  }
}

/** Puts the images into the shop's image storage, and its other files into the data folder. */
async function placeFiles(backup: string, { files }: Manifest, place: ShopPlace): Promise<void> {
  const names = Object.keys(files);
  const storage = createImageStorage(place);
  const copies = new PQueue({ concurrency: atOnce });
  const images = names.filter((name) => name.startsWith("photos/"));
  const restoreOne = async (name: string) => {
    const contentType = name.endsWith(".webp") ? "image/webp" : "image/jpeg";
    const bytes = await readFile(join(backup, name));
    await storage.put(name.slice("photos/".length), bytes, contentType);
  };
  await copies.addAll(images.map((name) => () => restoreOne(name)));
  const isWanted = (name: string) =>
    name.startsWith("outbox/") || (name === "auth-secret" && !place.authSecret);
  for (const name of names.filter(isWanted)) {
    await copyTo(join(backup, name), join(place.dataDir, name));
  }
}
