import { mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isNoRoom } from "#db/database-error.ts";
import { DataDirInUseError, lockDataDir } from "#db/lock.ts";
import { makeFolder } from "#db/make-folder.ts";

/** A backup that is being made has its name with this behind it. */
const unfinished = ".part";

/** Held in it as long as its process lives. */
const lockFile = "lock";

/**
 * Begins the folder of a backup, and removes what killed processes have begun beside it.
 *
 * @returns the folder, what is called before it gets its name, and what removes it
 * @throws Error with one line when another process is making the same one
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

/** Not every disk on the network has locks: without one, what is left there stays. */
function lockIn(folder: string): () => void {
  try {
    return lockDataDir(folder);
  } catch {
    return () => undefined;
  }
}

/** The names in a folder; none if it cannot be read. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of (await namesIn(parent)).filter((one) => one.endsWith(unfinished))) {
    const folder = join(parent, name);
    if (await isLeft(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a folder is a backup of ours that nobody is making any more. */
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

/** Why nothing can be written to the folder of the backups, in a sentence; null if it can. */
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

/** Why a backup was not made, for the owner: nothing of what the database or the system said. */
export function reasonFor(error: unknown, folder: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (isNoRoom(error)) return noRoomIn(folder);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "EEXIST") {
    return `${folder} cannot be written to.`;
  }
  // The disk is away, and what it was mounted on is gone or may not be written to.
  const call = error instanceof Error && "syscall" in error ? error.syscall : undefined;
  if (code === "ENOENT" && (call === "mkdir" || call === "stat")) {
    return `${folder} is not there, and cannot be made.`;
  }
  // Ours are written for people.
  const isOurs = error instanceof Error && error.constructor === Error && !code && !error.cause;
  return isOurs ? error.message : "Something unexpected went wrong. The shop's log says what.";
}
