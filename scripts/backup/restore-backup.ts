import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedRestore } from "#db/data-dir.ts";
import { lockDataDir } from "#db/lock.ts";
import { copyAll, flush } from "./copy-files.ts";
import { type Manifest, verifiedManifest } from "./manifest.ts";

/**
 * Puts a backup into an empty data folder, or into none: verified first, and then all of it or
 * nothing. Where it is cut short the folder says so: no shop opens in it, and the next restore
 * begins anew.
 *
 * @throws Error with one line that a person can act on
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<Manifest> {
  const manifest = await verifiedManifest(backup);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const before = await readdir(dataDir);
  const isCutShort = before.includes(unfinishedRestore);
  if (!isCutShort && before.some((name) => name !== "lock")) {
    throw new Error(
      `${dataDir} is not empty. Set DATA_DIR to a folder that is. Nothing was restored.`,
    );
  }
  const unlock = lockDataDir(dataDir);
  try {
    // Whatever lies beside a restore that was cut short is part of it.
    for (const name of isCutShort ? before : []) {
      if (name !== "lock" && name !== unfinishedRestore) {
        await rm(join(dataDir, name), { recursive: true });
      }
    }
    const unfinished = join(dataDir, unfinishedRestore);
    const whole = join(unfinished, "whole");
    await rm(whole, { recursive: true, force: true });
    const contents = { folders: manifest.folders, files: Object.keys(manifest.files) };
    await copyAll(backup, whole, contents);
    await flush(dataDir);
    for (const name of await readdir(whole)) await rename(join(whole, name), join(dataDir, name));
    await rmdir(whole);
    await flush(dataDir);
    // From here on the folder is a shop's.
    await rmdir(unfinished);
    await flush(dataDir);
    return manifest;
  } finally {
    unlock();
  }
}
