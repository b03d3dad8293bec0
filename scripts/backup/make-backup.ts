import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataDirInUseError, lockDataDir } from "#db/lock.ts";
import { backupDesk, takeSnapshot } from "#server/backup/snapshot.ts";
import { askForSnapshot } from "./ask-for-snapshot.ts";
import { contentsOf, copyAll, flush } from "./copy-files.ts";
import { digestOf, type Manifest, manifestFile } from "./manifest.ts";
import { readSnapshot } from "./read-snapshot.ts";

/** What came of it. */
export interface MadeBackup {
  manifest: Manifest;
  /** Pictures whose file is missing or not what was uploaded; the shop itself has no other. */
  lostPictures: string[];
}

/**
 * Makes a backup of the data folder in a new folder, which appears when it is whole. The shop may run
 * and goes on; its queries wait while its database is copied. The copy is opened and counted, so a
 * backup that cannot be restored is not made.
 *
 * @param picturesInBucket the pictures are not in the data folder, and are not looked for
 * @throws Error with one line that a person can act on
 */
export async function makeBackup(
  dataDir: string,
  target: string,
  { picturesInBucket = false } = {},
): Promise<MadeBackup> {
  if (!existsSync(join(dataDir, "db"))) throw new Error(`There is no shop in ${dataDir}.`);
  if (existsSync(target)) throw new Error(`${target} is there already. Name a new folder.`);
  const { folder, snapshot, socket } = backupDesk(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockedOr(folder, `Another backup of ${dataDir} is being made.`);
  const unfinished = `${target}.part`;
  try {
    // Left by one that was killed.
    await rm(snapshot, { recursive: true, force: true });
    if (!(await askForSnapshot(socket))) await snapshotOfStopped(dataDir, snapshot);
    const { pictures, ...facts } = await readSnapshot(join(snapshot, "db"));
    const contents = await contentsOf(snapshot);
    await rm(unfinished, { recursive: true, force: true });
    await copyAll(snapshot, unfinished, contents);

    const files: Manifest["files"] = {};
    for (const file of contents.files) files[file] = await digestOf(join(unfinished, file));
    const lostPictures = picturesInBucket
      ? []
      : pictures.filter((it) => files[`photos/${it.path}`]?.sha256 !== it.digest);
    const takenAt = new Date().toISOString();
    const manifest = { format: 1, takenAt, ...facts, folders: contents.folders, files } as const;
    const written = join(unfinished, manifestFile);
    await writeFile(written, JSON.stringify(manifest, null, 1));
    await flush(written, 0o600);
    await flush(unfinished);
    await rename(unfinished, target);
    await flush(dirname(target));
    return { manifest, lostPictures: lostPictures.map(({ path }) => path) };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(snapshot, { recursive: true, force: true });
    unlock();
  }
}

async function snapshotOfStopped(dataDir: string, snapshot: string): Promise<void> {
  const unlock = lockedOr(
    dataDir,
    `The shop that uses ${dataDir} cannot be asked for a copy: it is just starting, or its log says why. Try again, or stop it first.`,
  );
  try {
    await takeSnapshot(dataDir, snapshot);
  } finally {
    unlock();
  }
}

function lockedOr(folder: string, message: string): () => void {
  try {
    return lockDataDir(folder);
  } catch (error) {
    if (error instanceof DataDirInUseError) throw new Error(message);
    throw error;
  }
}
