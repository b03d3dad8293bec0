import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes a folder's leftover files, as decided by `isLeftover`, that were last touched before
 * `before`, as newer ones may still be being written. A missing folder has none. Returns the names
 * of the removed files.
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

/** Another process may have just removed it. */
function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
