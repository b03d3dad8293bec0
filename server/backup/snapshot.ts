import { constants } from "node:fs";
import { copyFile, cp, link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where within a data folder backups are prepared; nothing of it is part of one. */
export function backupDesk(dataDir: string) {
  const folder = join(dataDir, "backup");
  return { folder, snapshot: join(folder, "snapshot"), socket: join(folder, "socket") };
}

/** What a shop keeps beside its database; variants of pictures can be made again. */
const kept = ["auth-secret", "outbox", "photos"];

/**
 * Copies a data folder as it is at this moment, which is quick: pictures and mails are never written
 * in place, so another name for each is enough. The copy is what a kill would leave, and is opened
 * like that.
 *
 * Whoever calls sees to it that nothing uses the database meanwhile. Rows are written after their
 * picture's file and deleted before it, so each row in the copy has its file there.
 */
export async function takeSnapshot(dataDir: string, snapshot: string): Promise<void> {
  await mkdir(snapshot, { recursive: true, mode: 0o700 });
  const mode = constants.COPYFILE_FICLONE;
  await cp(join(dataDir, "db"), join(snapshot, "db"), { recursive: true, mode });
  for (const file of await keptFiles(dataDir)) {
    const copy = join(snapshot, file);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await nameAgain(join(dataDir, file), copy);
  }
}

async function keptFiles(dataDir: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of kept) {
    for (const file of await filesBelow(dataDir, name)) {
      // Still being written: not there yet.
      if (!file.endsWith(".part")) files.push(file);
    }
  }
  return files;
}

/** The files in a folder, or the file itself; none where there is neither. */
async function filesBelow(root: string, name: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, name), { withFileTypes: true });
    const found = await Promise.all(
      entries.map((entry) => {
        const path = join(name, entry.name);
        return entry.isDirectory() ? filesBelow(root, path) : [path];
      }),
    );
    return found.flat();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    if (codeOf(error) === "ENOTDIR") return [name];
    throw error;
  }
}

async function nameAgain(file: string, copy: string): Promise<void> {
  try {
    await link(file, copy);
  } catch (error) {
    // Taken away since it was listed: no row names it.
    if (codeOf(error) === "ENOENT") return;
    // Not every file system has links.
    await copyFile(file, copy);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
