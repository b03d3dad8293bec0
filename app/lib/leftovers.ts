import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes the files of a folder that `isLeftover` says are of no use and that nobody has touched
 * since `before`: younger ones may still be being written. A folder that is not there has none.
 *
 * @returns the names of what was removed
 */
export async function removeLeftovers(
  folder: string,
  isLeftover: (name: string) => boolean,
  before: Date,
): Promise<string[]> {
  const removed: string[] = [];
  for (const name of (await readdir(folder).catch(emptyIfAbsent)).filter(isLeftover)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(nullIfAbsent);
    if (!facts?.isFile() || facts.mtime >= before) continue;
    await rm(path, { force: true });
    removed.push(name);
  }
  return removed;
}

function emptyIfAbsent(error: unknown): string[] {
  nullIfAbsent(error);
  return [];
}

/** Another process on the same folder may just have removed it. */
function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
