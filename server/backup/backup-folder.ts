import { mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataDirInUseError, lockDataDir } from "#db/data-dir-lock.ts";
import { isNoRoom } from "#db/database-error.ts";
import { makeFolder } from "#db/make-folder.ts";

const unfinished = ".part";

/** Locked while the process that makes the backup lives. */
const lockFile = "lock";

/**
 * Creates the folder of a backup, and removes unfinished ones of killed processes beside it.
 *
 * @returns the folder, a function that gives it its final name, and one that removes it
 * @throws Error with one line if another process is making the same one
 */
export async function beginFolder(target: string) {
  await removeLeftovers(dirname(target));
  const folder = `${target}${unfinished}`;
  await expectNobody(folder, target);
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  const unlock = lockIn(folder);
  return {
    folder,
    async complete() {
      unlock();
      await rm(join(folder, lockFile), { force: true });
    },
    async giveUp() {
      unlock();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Some network disks have no locks; without one, leftovers there stay. */
function lockIn(folder: string): () => void {
  try {
    return lockDataDir(folder);
  } catch {
    return () => undefined;
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of (await namesIn(parent)).filter((one) => one.endsWith(unfinished))) {
    const folder = join(parent, name);
    if (await isLeft(folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function isLeft(folder: string): Promise<boolean> {
  if (!(await namesIn(folder)).includes(lockFile)) return false;
  try {
    lockDataDir(folder)();
    return true;
  } catch {
    return false;
  }
}

async function expectNobody(folder: string, target: string): Promise<void> {
  if (!(await namesIn(folder)).includes(lockFile)) return;
  try {
    lockDataDir(folder)();
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    throw new Error(`Another process is just backing up to ${target}. Name a new folder.`);
  }
}

/** Returns a sentence that says why the backup folder is not writable; null if it is. */
export async function problemOfFolder(folder: string): Promise<string | null> {
  try {
    await makeFolder(folder);
    await rmdir(await mkdtemp(join(folder, "probe-")));
    return null;
  } catch (error) {
    return reasonFor(error, folder);
  }
}

export const noRoomIn = (folder: string) => `There is no more room on the disk of ${folder}.`;

/** Returns why a backup failed, for the owner, without messages from the database or the system. */
export function reasonFor(error: unknown, folder: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (isNoRoom(error)) return noRoomIn(folder);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "EEXIST") {
    return `${folder} cannot be written to.`;
  }
  // The disk is gone, and its mount point is gone or not writable.
  const call = error instanceof Error && "syscall" in error ? error.syscall : undefined;
  if (code === "ENOENT" && (call === "mkdir" || call === "stat")) {
    return `${folder} is not there, and cannot be made.`;
  }
  // Our own messages are written for people.
  const isOurs = error instanceof Error && error.constructor === Error && !code && !error.cause;
  return isOurs ? error.message : "Something unexpected went wrong. The shop's log says what.";
}
